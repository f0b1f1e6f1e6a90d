/** The two deliveries a diff compares: A is the earlier or pinned side, B the other. */
export interface DiffPair {
  a: number;
  b: number;
  /** Why this partner: someone pinned it, or it is the previous try or the previous of the kind. */
  reason: 'pinned' | 'default';
}

/** Which partner is asked for: the pinned delivery where there is one, or always the default. */
export type DiffPartner = 'pinned' | 'default';

export interface DiffChoice {
  currentId: number;
  pinnedId: number | null;
  /** Previous try, else previous of the kind. */
  defaultId: number | null;
  partner: DiffPartner;
}

/** The pair to compare; null where there is no partner. Comparing a delivery with itself is no diff. */
export function chooseDiffPair({ currentId, pinnedId, defaultId, partner }: DiffChoice): DiffPair | null {
  if (partner === 'pinned' && pinnedId !== null && pinnedId !== currentId) {
    return { a: pinnedId, b: currentId, reason: 'pinned' };
  }
  if (defaultId !== null && defaultId !== currentId) return { a: defaultId, b: currentId, reason: 'default' };
  return null;
}
