import type { Database } from 'better-sqlite3';
import type { DerivedDelivery } from '../worker-messages.ts';

/** Keeps the credentials that senders used; within the caller's transaction. */
export interface CredentialWriter {
  /**
   * Ordinal of a delivery's credential, from 1 in order of first use; null without one. Its verdict is counted with the first delivery
   * of each request, so that a batch counts once.
   */
  note(delivery: DerivedDelivery): number | null;
  /** Forgets what a failed transaction noted. */
  reset(): void;
}

/** Digests whose ordinals are remembered: a sender has few, and a stranger who makes up many only costs a look into the index. */
const KEPT = 1_000;

export function createCredentialWriter(db: Database): CredentialWriter {
  const newestRequest = db.prepare<[], number>('SELECT request_id FROM deliveries ORDER BY id DESC LIMIT 1').pluck();
  const find = db.prepare<[Uint8Array], number>('SELECT id FROM credentials WHERE digest = ?').pluck();
  const insert = db.prepare(`
    INSERT INTO credentials (digest, scheme, first_at, last_at, issued_at, expires_at, subject)
    VALUES (@digest, @scheme, @receivedAt, @receivedAt, @issuedAt, @expiresAt, @subject)`);
  const touch = db.prepare('UPDATE credentials SET last_at = max(last_at, ?) WHERE id = ?');
  const count = db.prepare(`
    INSERT INTO credential_verdicts (credential, verdict, requests) VALUES (?, ?, 1)
    ON CONFLICT (credential, verdict) DO UPDATE SET requests = requests + 1`);
  const known = new Map<string, number>();
  let lastRequestId = newestRequest.get() ?? 0;

  const idOf = (credential: NonNullable<DerivedDelivery['credential']>, receivedAt: number): number => {
    const key = Buffer.from(credential.digest).toString('base64');
    const id =
      known.get(key) ??
      find.get(credential.digest) ??
      Number(insert.run({ ...credential, receivedAt }).lastInsertRowid);
    if (known.size >= KEPT) known.clear();
    known.set(key, id);
    return id;
  };

  return {
    note({ requestId, receivedAt, auth, credential }) {
      const isFirst = requestId !== lastRequestId;
      lastRequestId = requestId;
      if (credential === null) return null;
      const id = idOf(credential, receivedAt);
      if (isFirst) {
        touch.run(receivedAt, id);
        count.run(id, auth);
      }
      return id;
    },
    reset() {
      known.clear();
      lastRequestId = newestRequest.get() ?? 0;
    },
  };
}
