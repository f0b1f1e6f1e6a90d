import type { Connection } from './connection.ts';

/**
 * Goes on with a request once what it waits for is there, and never before an earlier request of its connection that waits too: what is
 * decided and stored stays in order of arrival. A request that waits for nothing goes on at once. `act` decides and begins to store in
 * its first synchronous step. Requests of other connections do not wait.
 */
export async function inArrivalOrder<T>(
  connection: Connection,
  awaited: T | Promise<T>,
  act: (value: T) => Promise<void>,
): Promise<void> {
  const before = connection.lastWaiting;
  if (before === null && !(awaited instanceof Promise)) return act(awaited);
  const turn = Promise.withResolvers<void>();
  connection.lastWaiting = turn.promise;
  const value = await awaited;
  await before;
  const acting = act(value);
  if (connection.lastWaiting === turn.promise) connection.lastWaiting = null;
  turn.resolve();
  return acting;
}
