/** One of each thing the language can say, for the help of the filter box. */
export const filterExamples = [
  { text: 'event:notification.*', meaning: 'names, with * for anything' },
  { text: 'kind:sms,feed', meaning: 'a comma is “or”' },
  { text: 'status:500,timeout', meaning: 'what was answered' },
  { text: '-status:200', meaning: 'a minus excludes' },
  { text: 'is:retry', meaning: 'also early, late, unparsed, batch, replay' },
  { text: 'lag:>5s took:>250ms', meaning: 'both; ms, s, m, h' },
  { text: 'received:10m', meaning: 'the last ten minutes' },
  { text: 'received:09:00..09:30', meaning: 'a range of time' },
  { text: 'payload.job_id:null', meaning: 'null, absent and empty differ' },
  { text: 'has:payload.launched_by', meaning: 'the field is there' },
  { text: 'ccid:c-100482', meaning: 'everything of a customer' },
  { text: 'chain:ntf_77120', meaning: 'everything that refers to it' },
  { text: 'header.user-agent:~curl', meaning: '~ is “contains”' },
  { text: '"bill is ready"', meaning: 'anywhere in the envelope' },
] as const;
