/** One word for an answer, as facets, filters and lists use it: a status, `timeout` or `reset`. */
export function answerLabel(action: string, status: number | null): string {
  if (action === 'hang') return 'timeout';
  if (action === 'reset' || status === null) return 'reset';
  return String(status);
}
