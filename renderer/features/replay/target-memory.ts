const storageKey = 'hookloupe.replay-targets';
const maxTargets = 8;

/** The part of the browser's storage this needs. */
export type TargetStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Targets used before, newest first. */
export function readTargets(storage: TargetStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((target) => typeof target === 'string').slice(0, maxTargets) : [];
  } catch {
    // Someone else wrote under our key; a list of suggestions may start anew.
    return [];
  }
}

/** Puts a target at the head of the list. Credentials inside the URL are not kept. */
export function rememberTarget(storage: TargetStorage, target: string): void {
  const url = URL.parse(target);
  if (url === null || url.username !== '' || url.password !== '') return;
  const others = readTargets(storage).filter((other) => other !== url.href);
  storage.setItem(storageKey, JSON.stringify([url.href, ...others].slice(0, maxTargets)));
}
