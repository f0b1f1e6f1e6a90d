import type { Database } from 'better-sqlite3';

/** Facts about the capture file that change slowly. */
export interface CaptureFacts {
  sizeBytes: number;
  oldestAtMs: number | null;
}

export function readCaptureFacts(db: Database): CaptureFacts {
  const pages = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
  const oldest = db.prepare<[], number>('SELECT received_at FROM requests ORDER BY id LIMIT 1').pluck().get();
  return { sizeBytes: pages, oldestAtMs: oldest ?? null };
}
