/** The ready-made views of the sidebar: the key of their count, and the filter text they stand for. */
export const views = [
  { key: 'all', label: 'All events', filter: '' },
  { key: 'failures', label: 'Failures', filter: '-status:200..299' },
  { key: 'out-of-order', label: 'Out of order', filter: 'is:early,late' },
  { key: 'retried', label: 'Retried', filter: 'is:retry' },
  { key: 'duplicates', label: 'Duplicates', filter: 'is:dup' },
  { key: 'not-attempted', label: 'Not attempted', filter: 'event:notification.not_attempted' },
  { key: 'unparsed', label: 'Unparsed', filter: 'is:unparsed' },
] as const;
