// Reads one body as the bytes that arrived. A body over the limit is not refused: its first bytes are kept, the rest is drained
// and counted. Whoever learns that no more bytes will come (the end, a broken connection, bytes that are not HTTP) ends the reading.
import type { IncomingMessage } from 'node:http';
import type { CapturedRequest } from '#engine/store/store.ts';
import type { BodyBudget } from './body-budget.ts';

/** The part of a captured request that is known only when its body ended. */
export type ReadBody = Pick<CapturedRequest, 'sizeBytes' | 'truncated' | 'completeness'> & { readonly body: Buffer };

export interface BodyLimits {
  /** A longer body is cut. */
  maxBodyBytes: number;
  /** What is kept of a body that is cut. */
  keptBodyBytes: number;
}

/** A body that is being read. */
export interface BodyReading {
  /** Ends the reading now, with all that was parsed; `rest` are bytes that could not be de-chunked, kept behind what could. */
  end(completeness: ReadBody['completeness'], rest?: Buffer): void;
}

/**
 * Reads until the body's end and hands it over once. Its bytes stay counted in the budget: the caller releases `body.length`
 * when they left memory.
 */
export function readBody(
  request: IncomingMessage,
  { limits, budget }: { limits: BodyLimits; budget: BodyBudget },
  done: (body: ReadBody) => void,
): BodyReading {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  let truncated = false;
  let ended = false;

  function onData(chunk: Buffer): void {
    sizeBytes += chunk.length;
    if (truncated || ended) return;
    chunks.push(chunk);
    budget.take(request, chunk.length);
    if (sizeBytes > limits.maxBodyBytes) cut();
  }
  function cut(): void {
    const kept = Buffer.from(joined().subarray(0, limits.keptBodyBytes));
    truncated = true;
    chunks = [kept];
    budget.release(sizeBytes - kept.length);
  }
  function joined(): Buffer {
    return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  }
  function finish(completeness: ReadBody['completeness']): void {
    if (ended) return;
    ended = true;
    budget.leave(request);
    done({ body: joined(), sizeBytes, truncated, completeness });
  }

  request.on('data', onData);
  request.on('end', () => finish('complete'));
  return {
    end(completeness, rest) {
      // What was parsed but not yet handed out; reading emits it as `data`.
      while (request.read() !== null);
      if (rest !== undefined) onData(rest);
      finish(completeness);
    },
  };
}
