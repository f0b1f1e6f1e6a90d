/** How long a JWKS document is waited for, in milliseconds, and how long it may be. */
const LIMIT_MS = 3_000;
const LIMIT_BYTES = 1_000_000;

/** Gets the JSON at an http or https address. Rejects with a reason in a few plain words; redirects are not followed. */
export async function fetchJwks(url: string, signal: AbortSignal): Promise<unknown> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const init = { redirect: 'manual', headers: { accept: 'application/json' } } as const;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, limit]) });
    if (response.status === 200) return parse(await readText(response));
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  } catch (error) {
    if (limit.aborted) throw new Error(`no answer within ${LIMIT_MS / 1000} s`, { cause: error });
    throw new Error(reasonOf(error), { cause: error });
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LIMIT_BYTES) throw new Error('more than a megabyte');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('no JSON');
  }
}

/** fetch hides what happened behind "fetch failed", and several addresses that failed behind a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message = '', code = '' } = (error.cause ?? {}) as { message?: string; code?: string };
  return message || code || error.message;
}
