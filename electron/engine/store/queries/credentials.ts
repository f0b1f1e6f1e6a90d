import type { Database } from 'better-sqlite3';
import type { AuthVerdict } from '#shared/protocol/delivery.ts';
import { toIsoTime } from '#shared/protocol/iso-time.ts';
import type { Credential, Credentials } from '#shared/protocol/sender.ts';

interface CredentialRow {
  id: number;
  scheme: string;
  first_at: number;
  last_at: number;
  issued_at: number | null;
  expires_at: number | null;
  subject: string | null;
}

interface VerdictRow {
  verdict: AuthVerdict;
  requests: number;
}

/** Credentials shown: the newest, since those tell how they rotate. */
const SHOWN = 1_000;

/** Credentials that senders used, in order of first use. */
export function readCredentials(db: Database): Credentials {
  const verdicts = db.prepare<[number], VerdictRow>(
    'SELECT verdict, requests FROM credential_verdicts WHERE credential = ? ORDER BY verdict',
  );
  const newest = db.prepare<[number], CredentialRow>('SELECT * FROM credentials ORDER BY id DESC LIMIT ?').all(SHOWN);
  const total = db.prepare<[], number>('SELECT count(*) FROM credentials').pluck().get() ?? 0;
  return { items: newest.toReversed().map((row) => toCredential(row, verdicts.all(row.id))), total };
}

function toCredential(row: CredentialRow, verdicts: readonly VerdictRow[]): Credential {
  return {
    credential: row.id,
    scheme: row.scheme,
    firstSeenAt: toIsoTime(row.first_at),
    lastSeenAt: toIsoTime(row.last_at),
    requests: verdicts.reduce((sum, { requests }) => sum + requests, 0),
    verdicts: Object.fromEntries(verdicts.map(({ verdict, requests }) => [verdict, requests])),
    issuedAt: toIsoTime(row.issued_at),
    expiresAt: toIsoTime(row.expires_at),
    subject: row.subject,
  };
}
