/** One header line as received: name in its original case, value as latin1 text. Order and duplicates are kept in a list of pairs. */
export type HeaderPair = readonly [name: string, value: string];

/** All values of a header, name compared without case, in the order received. */
export function headerValues(headers: readonly HeaderPair[], name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([candidate]) => candidate.toLowerCase() === wanted).map(([, value]) => value);
}

/** Node's flat `rawHeaders` as pairs. */
export function toHeaderPairs(rawHeaders: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) pairs.push([rawHeaders[i] as string, rawHeaders[i + 1] as string]);
  return pairs;
}
