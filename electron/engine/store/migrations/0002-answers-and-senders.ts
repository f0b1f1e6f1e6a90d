/** Evidence: who decided an answer in detail, how held requests ended, what was enforced; experiments with their reports. */
const evidence = `
ALTER TABLE requests ADD COLUMN answer_detail TEXT;
ALTER TABLE requests ADD COLUMN answer_note TEXT;                    -- what changed with this request, for a line in the list
ALTER TABLE requests ADD COLUMN auth_enforced INTEGER NOT NULL DEFAULT 1;
ALTER TABLE requests ADD COLUMN allowed INTEGER;                     -- 1 on the allow-list, 0 not, null without one
ALTER TABLE outcomes ADD COLUMN released INTEGER NOT NULL DEFAULT 0; -- 1: a held request that was let go
ALTER TABLE outcomes ADD COLUMN released_status INTEGER;             -- with this answer; null: the connection was dropped
CREATE INDEX outcomes_unanswered ON outcomes (request_id) WHERE answered_at IS NULL AND peer_closed_at IS NOT NULL;
CREATE INDEX requests_rescued ON requests (id) WHERE answer_decided_by = 'rescue';

CREATE TABLE experiments (
  id INTEGER PRIMARY KEY,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,                    -- null: it was under way when the receiver stopped
  state TEXT NOT NULL,
  message TEXT NOT NULL,
  request TEXT NOT NULL,               -- JSON of what was asked
  report TEXT NOT NULL                 -- JSON of what was observed
) STRICT;
`;

/** Derived rows gain columns; they are dropped and read again from the evidence, in the same order. */
const derived = `
DELETE FROM deliveries;
DELETE FROM slices;
DELETE FROM refs;
DELETE FROM counts;
DELETE FROM arrivals;
UPDATE progress SET request_id = 0, partial = 0;

ALTER TABLE deliveries ADD COLUMN credential INTEGER;
ALTER TABLE deliveries ADD COLUMN chained INTEGER NOT NULL DEFAULT 1;    -- 0: nothing can join it to other attempts
ALTER TABLE deliveries ADD COLUMN chain_id INTEGER;                      -- first delivery of its chain; null while it is the only one
ALTER TABLE deliveries ADD COLUMN previous_id INTEGER;                   -- attempt before: the last delivery of the chain in an earlier request
ALTER TABLE deliveries ADD COLUMN superseded INTEGER NOT NULL DEFAULT 0; -- 1: a later delivery of its chain was stored
CREATE INDEX deliveries_by_chain ON deliveries (chain_id) WHERE chain_id IS NOT NULL;
CREATE INDEX deliveries_superseded ON deliveries (id) WHERE superseded = 1;
-- Deliveries without a readable event_id are joined by their body.
CREATE INDEX deliveries_by_body ON deliveries (body_sha256, batch_index) WHERE event_id IS NULL AND chained = 1;

-- What senders proved themselves with, by digest; ids in order of first use. Own traffic is left out.
CREATE TABLE credentials (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,         -- SHA-256 of scheme and value, keyed with nothing: the value itself is in the evidence
  scheme TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  issued_at INTEGER,                   -- claims of a JWT, unverified; epoch ms
  expires_at INTEGER,
  subject TEXT
) STRICT;
CREATE TABLE credential_verdicts (
  credential INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (credential, verdict)
) STRICT, WITHOUT ROWID;
`;

export const answersAndSenders = evidence + derived;
