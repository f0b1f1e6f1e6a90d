import { apiPrefix, contract, type CallBody, type CallName, type CallParams, type CallQuery } from './contract.ts';

/** What a caller passes; parts that a call does not have may be left out. */
export interface CallInput<N extends CallName> {
  params?: CallParams<N>;
  query?: CallQuery<N>;
  body?: CallBody<N>;
}

/** Method and path with query, relative to the control API's origin, for one call of the contract. */
export function toCallTarget<N extends CallName>(name: N, input: CallInput<N> = {}): { method: string; path: string } {
  const { method, path } = contract[name];
  const params = (input.params ?? {}) as Record<string, string | number>;
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const pairs = Object.entries<string | number | undefined>(input.query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(`${value}`)}`],
  );
  const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  return { method, path: `${apiPrefix}${filled}${query}` };
}
