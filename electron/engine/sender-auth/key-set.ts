// The public keys of a JWKS document, at an address or in a file. They are read at the start, again when they are old or the file has
// changed, and at once for a key that is not among them: a rotation is seen with the first token that is signed with the new key. What
// was read last stays in use while it cannot be read again. No request waits longer than the limit of one fetch.
import { readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { AppError } from '#shared/errors/app-error.ts';
import type { KeySource } from '#shared/http/auth-spec.ts';
import { fetchJwks } from './fetch-jwks.ts';

export interface KeySet {
  /** Gives the key for a token. Rejects with `JWKSNoMatchingKey` where none fits; with another error where there is none to look at. */
  readonly find: JWTVerifyGetKey;
  /** What is wrong with the keys just now; null when all is well. */
  message(): string | null;
}

export interface KeySetOptions {
  nowMs: () => number;
  /** Called when `message()` has changed. */
  onChange: () => void;
  /** Ends a fetch that is under way. */
  signal: AbortSignal;
}

/** Keys as they were read, and what tells that they have to be read again. */
interface KeyReading {
  readonly getKey: JWTVerifyGetKey;
  readonly version: string;
}
interface KeyPlace {
  readonly name: string;
  read(): Promise<KeyReading>;
  /** Whether `version` is no longer what would be read. */
  isOutdated(reading: KeyReading): boolean | Promise<boolean>;
  /** Known before anybody asks; null where they have to be fetched. */
  readonly first: KeyReading | null;
}

/** How long fetched keys are used without another look. */
const MAX_AGE_MS = 600_000;
/** How long after a failure nobody waits for another try. */
const PAUSE_AFTER_FAILURE_MS = 5_000;
/** Least time between two looks for keys that are not known, so that tokens made up by a stranger cannot hammer their issuer. */
const PAUSE_AFTER_MISS_MS = 5_000;

/** Throws `USAGE_INVALID` for a file that cannot be read or is no JWKS; an address is only tried. */
export function createKeySet(source: KeySource, options: KeySetOptions): KeySet {
  const { nowMs, onChange } = options;
  const place = source.from === 'file' ? filePlace(source.path) : urlPlace(source.url, options);
  let current = place.first;
  let loading: Promise<void> | null = null;
  let message: string | null = null;
  let failedAtMs = -Infinity;
  let missedAtMs = -Infinity;

  const say = (text: string | null): void => {
    if (text === message) return;
    message = text;
    onChange();
  };
  const load = async (): Promise<void> => {
    try {
      current = await place.read();
      failedAtMs = -Infinity;
      say(null);
    } catch (error) {
      failedAtMs = nowMs();
      const reason = error instanceof Error ? error.message : String(error);
      const used = current === null ? '' : '; those read before are used';
      say(`the keys cannot be had from ${place.name} (${reason})${used}`);
    } finally {
      loading = null;
    }
  };
  const reload = (): Promise<void> => (loading ??= load());
  const mayTry = (): boolean => loading !== null || nowMs() - failedAtMs >= PAUSE_AFTER_FAILURE_MS;
  const mayLookAgain = (): boolean => {
    if (loading !== null) return true;
    if (nowMs() - missedAtMs < PAUSE_AFTER_MISS_MS) return false;
    missedAtMs = nowMs();
    return true;
  };

  const find: JWTVerifyGetKey = async (header, token) => {
    if ((current === null || (await place.isOutdated(current))) && mayTry()) await reload();
    const used = current;
    if (used === null) throw new Error(message ?? `there are no keys from ${place.name}`);
    try {
      return await used.getKey(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // Others may have read them again while this one looked.
      if (current === used && mayTry() && mayLookAgain()) await reload();
      const renewed = current;
      if (renewed !== null && renewed !== used) return renewed.getKey(header, token);
      throw message === null ? error : new Error(message, { cause: error });
    }
  };
  if (current === null) void reload();
  return { find, message: () => message };
}

/** What may be said of where keys come from: a query may hold a secret. */
export function nameOfKeys(source: KeySource): string {
  return source.from === 'file' ? source.path : source.url.replace(/[?#].*$/s, '');
}

function urlPlace(url: string, { nowMs, signal }: KeySetOptions): KeyPlace {
  return {
    name: nameOfKeys({ from: 'url', url }),
    first: null,
    async read() {
      const document = await fetchJwks(url, signal);
      return { getKey: toGetKey(document), version: String(nowMs()) };
    },
    isOutdated: ({ version }) => nowMs() - Number(version) >= MAX_AGE_MS,
  };
}

/** Read in one go: it is small, and a half-written one must not be half-used. */
function filePlace(path: string): KeyPlace {
  const read = (): KeyReading => {
    const { mtimeMs, size } = statSync(path);
    return { getKey: toGetKey(JSON.parse(readFileSync(path, 'utf8'))), version: `${mtimeMs} ${size}` };
  };
  return {
    name: path,
    first: readFirst(path, read),
    read: async () => read(),
    async isOutdated({ version }) {
      const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 })); // gone: reading it will say so
      return version !== `${mtimeMs} ${size}`;
    },
  };
}

function readFirst(path: string, read: () => KeyReading): KeyReading {
  try {
    return read();
  } catch (cause) {
    const message = `The JWKS file ${path} cannot be read. Give a JSON file with an array "keys" after jwks:file:.`;
    throw new AppError('USAGE_INVALID', message, { cause });
  }
}

/** Throws for what is no JWKS. */
function toGetKey(document: unknown): JWTVerifyGetKey {
  return createLocalJWKSet(document as JSONWebKeySet); // which checks it
}
