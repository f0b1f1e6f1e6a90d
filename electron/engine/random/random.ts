/** A seeded source of chance: the same seed gives the same values in the same order, on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Integer in [min, max], both included. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
  /** The value, or null one time in four: what the spec calls nullable. */
  orNull<T>(value: T): T | null;
  /** Decimal digits, leading zeros kept. */
  digits(length: number): string;
  /** UUID, version 4. */
  uuid(): string;
  /** Base64 of that many random bytes. */
  base64(sizeBytes: number): string;
  /** A shuffled copy. */
  shuffled<T>(values: readonly T[]): T[];
}

/** `seed` is any safe integer. Not for secrets. */
export function createRandom(seed: number): Random {
  const next = createGenerator(seed);
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const bytes = (sizeBytes: number): Uint8Array => Uint8Array.from({ length: sizeBytes }, () => integer(0, 255));
  const chance = (probability: number): boolean => next() < probability;
  return {
    next,
    integer,
    chance,
    pick: (values) => values[integer(0, values.length - 1)] ?? values[0],
    orNull: (value) => (chance(0.25) ? null : value),
    digits: (length) => Array.from({ length }, () => integer(0, 9)).join(''),
    uuid: () => formatUuid(bytes(16)),
    base64: (sizeBytes) => Buffer.from(bytes(sizeBytes)).toString('base64'),
    shuffled: (values) => shuffle(values, integer),
  };
}

/** sfc32: 128 bits of state, so that ids drawn from different seeds do not meet. */
function createGenerator(seed: number): () => number {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162 ^ Math.floor(seed / 2 ** 32);
  let d = 0xdeadbeef ^ seed;
  const next = (): number => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 20; round += 1) next();
  return next;
}

function formatUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  const variant = '89ab'.charAt((bytes[8] ?? 0) & 3);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function shuffle<T>(values: readonly T[], integer: (min: number, max: number) => number): T[] {
  const copy = [...values];
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = integer(0, i);
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}
