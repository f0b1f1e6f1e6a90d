/** What the service does with an answer (section “Errors”). */
export interface DocumentedAnswer {
  answer: '200' | '401' | '500' | 'timeout';
  meaning: string;
  serviceBehaviour: string;
  /** Whether the service sends the event again; null where the spec does not say. */
  retried: boolean | null;
}

/** The answers the spec knows (section “Errors”). The response body is ignored. */
export const documentedAnswers: readonly DocumentedAnswer[] = [
  {
    answer: '200',
    meaning: 'Payload accepted. The body may hold anything; the service ignores it.',
    serviceBehaviour: 'Event is complete.',
    retried: false,
  },
  {
    answer: '401',
    meaning: 'Invalid access, for example misconfigured authentication.',
    serviceBehaviour: 'Not specified beyond the code.',
    retried: null,
  },
  { answer: '500', meaning: 'Receiver is down.', serviceBehaviour: 'The service retries.', retried: true },
  { answer: 'timeout', meaning: 'No response in time.', serviceBehaviour: 'Treated like 500.', retried: true },
];

/** The status the spec tells receivers never to answer, because the service does not act on it (section “Errors”, rule 1). */
export const unactedStatus = 400;

/** How one answer counts for a batch (section “Endpoints”, batch mode). */
export const batchAnswerRule =
  '200 marks the entire batch accepted; 500 marks the entire batch as failed and the same batch is retried.';
