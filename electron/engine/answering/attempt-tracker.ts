// Which attempt of its event a request is, before it is stored and as the store will number it. Counting begins when a program that asks
// for it is armed: what came before that is asked of the capture file, once for each chain; what comes from then on is counted here, in
// the order in which requests are handed to the store. It holds 100,000 chains: beyond that, and whenever a request could not be
// stored after all, counting begins anew, and the capture file is asked again.
import type { ChainKey } from '#engine/store/queries/answers/stored-attempts.ts';
import type { AttemptSource } from './attempt-source.ts';

export interface AttemptTracker {
  /** Begins to count, unless it does already; resolves when the capture file is ready to be asked, or after five seconds. Never rejects. */
  begin(): Promise<void>;
  /**
   * Makes ready to count these chains: null when they can be told at once, else resolves with whether they can be: after five seconds at
   * the latest, because a sender waits. Never rejects.
   */
  prepare(chains: readonly (ChainKey | null)[]): Promise<boolean> | null;
  /**
   * Counts one request, and gives the attempt of each of its deliveries, from 1: call it in the same step in which the request is handed to
   * the store. A delivery that nothing joins to others (null) is its own first attempt; null where the number is not known in time.
   */
  count(chains: readonly (ChainKey | null)[]): (number | null)[];
  /** Forgets everything: requests were not counted, or counted and not stored. */
  reset(): void;
}

interface Chain {
  readonly key: ChainKey;
  /** Attempts before counting began; null until the capture file has said it. */
  before: number | null;
  /** Attempts since. */
  counted: number;
  asked: Promise<void> | null;
}

interface Counting {
  /** The last request that is not counted here. */
  readonly through: number;
  readonly chains: Map<string, Chain>;
}

const KEPT_CHAINS = 100_000;
const WAIT_MS = 5_000;

export function createAttemptTracker(
  source: AttemptSource,
  { keptChains = KEPT_CHAINS, waitMs = WAIT_MS }: { keptChains?: number; waitMs?: number } = {},
): AttemptTracker {
  let counting: Counting | null = null;

  const counted = (): Counting => (counting ??= { through: source.newestRequestId(), chains: new Map() });
  const ask = ({ through }: Counting, chains: readonly Chain[]): void => {
    const asked = askSource(source, through, chains);
    for (const chain of chains) chain.asked = asked;
  };

  return {
    async begin() {
      const { through } = counted();
      const ready = source.storedAttempts({ throughRequestId: through, chains: [] });
      // Whoever asks for a chain is told.
      await withinTime([ready.then(ignore, ignore)], waitMs);
    },
    prepare(keys) {
      if (counting !== null && counting.chains.size + keys.length > keptChains) counting = null;
      const current = counted();
      const unknown = [...new Set(knownKeys(keys).map((key) => chainIn(current, key)))].filter(
        ({ before }) => before === null,
      );
      if (unknown.length === 0) return null;
      const unasked = unknown.filter(({ asked }) => asked === null);
      if (unasked.length > 0) ask(current, unasked);
      const answered = unknown.map(({ asked }) => asked ?? Promise.resolve());
      return withinTime(answered, waitMs).then(() => unknown.every(({ before }) => before !== null));
    },
    count(keys) {
      const current = counted();
      return keys.map((key) => {
        if (key === null) return 1;
        const chain = chainIn(current, key);
        chain.counted += 1;
        return chain.before === null ? null : chain.before + chain.counted;
      });
    },
    reset() {
      counting = null;
    },
  };
}

async function askSource(source: AttemptSource, throughRequestId: number, chains: readonly Chain[]): Promise<void> {
  try {
    const attempts = await source.storedAttempts({ throughRequestId, chains: chains.map(({ key }) => key) });
    for (const [i, chain] of chains.entries()) chain.before = attempts[i] ?? 0;
  } catch {
    // The next request of the chain asks again; until then its attempt is not known.
    for (const chain of chains) chain.asked = null;
  }
}

/** The name of a chain, the same for all its attempts. */
export function toChainName(key: ChainKey): string {
  const joined = 'eventId' in key ? `event ${key.eventId}` : `body ${key.bodySha256Hex} ${key.batchIndex ?? ''}`;
  return `${key.origin} ${joined}`;
}

function chainIn({ through, chains }: Counting, key: ChainKey): Chain {
  const name = toChainName(key);
  const known = chains.get(name);
  if (known !== undefined) return known;
  // Nothing came before the first request.
  const chain: Chain = { key, before: through === 0 ? 0 : null, counted: 0, asked: null };
  chains.set(name, chain);
  return chain;
}

function ignore(): void {}

function knownKeys(keys: readonly (ChainKey | null)[]): ChainKey[] {
  return keys.filter((key) => key !== null);
}

async function withinTime(promises: readonly Promise<unknown>[], limitMs: number): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([Promise.all(promises), tooLong]);
  clearTimeout(timer);
}
