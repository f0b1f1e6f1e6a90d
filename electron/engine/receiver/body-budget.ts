import type { Readable } from 'node:stream';

/** A ceiling on the body bytes that are in memory at once, over all requests, kept by pausing senders. */
export interface BodyBudget {
  /** Counts bytes just read; pauses the reader while the ceiling is exceeded. */
  take(reader: Readable, bytes: number): void;
  /** Bytes that left memory. */
  release(bytes: number): void;
  /** The reader wants no more bytes. */
  leave(reader: Readable): void;
}

/** The oldest reader is never paused: some body always comes to its end, so the ceiling cannot stall everybody. */
export function createBodyBudget(maxBytes: number): BodyBudget {
  const readers = new Set<Readable>();
  let usedBytes = 0;

  const resume = (): void => {
    for (const reader of readers) {
      reader.resume();
      if (usedBytes > maxBytes) return;
    }
  };
  return {
    take(reader, bytes) {
      usedBytes += bytes;
      readers.add(reader);
      if (usedBytes <= maxBytes) return;
      const [oldest] = readers;
      if (reader !== oldest) reader.pause();
    },
    release(bytes) {
      const wasOver = usedBytes > maxBytes;
      usedBytes -= bytes;
      if (wasOver) resume();
    },
    leave(reader) {
      if (readers.delete(reader) && usedBytes > maxBytes) resume();
    },
  };
}
