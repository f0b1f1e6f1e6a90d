/**
 * First schema. Raw before derived: `requests`, `bodies` and `outcomes` are the evidence; everything below them is derived from
 * it, may be dropped and is then rebuilt in the same order with the same ids.
 */
export const capture = `
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,              -- one start of the receiver: monotonic times compare only within a run
  started_at INTEGER NOT NULL,
  version TEXT NOT NULL
) STRICT;

CREATE TABLE requests (
  id INTEGER PRIMARY KEY,              -- arrival ordinal of the request
  run_id INTEGER NOT NULL,
  received_at INTEGER NOT NULL,        -- epoch ms
  received_mono REAL NOT NULL,         -- ms on the run's monotonic clock
  method TEXT NOT NULL,
  target TEXT NOT NULL,                -- latin1 of the bytes as sent
  http_version TEXT NOT NULL,
  raw_headers TEXT NOT NULL,           -- JSON [[name, value], …] as received
  remote_address TEXT NOT NULL,
  remote_port INTEGER NOT NULL,
  tls TEXT,                            -- JSON {protocol, cipher, serverName}
  source_address TEXT NOT NULL,
  environment TEXT NOT NULL,
  auth TEXT NOT NULL,                  -- verdict
  auth_scheme TEXT,
  auth_reason TEXT,
  origin TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,         -- received, also where the stored body is cut
  truncated INTEGER NOT NULL,
  completeness TEXT NOT NULL,
  answer_action TEXT NOT NULL,
  answer_status INTEGER,
  answer_decided_by TEXT NOT NULL
) STRICT;

CREATE TABLE bodies (
  request_id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE outcomes (                -- how the conversation ended; written behind the answer
  request_id INTEGER PRIMARY KEY,
  answered_at INTEGER,
  peer_closed_at INTEGER
) STRICT;

CREATE TABLE replays (
  id INTEGER PRIMARY KEY,
  started_at INTEGER NOT NULL,
  target_url TEXT NOT NULL,
  request TEXT NOT NULL                -- JSON of what was asked, without credentials
) STRICT;

CREATE TABLE shots (
  id INTEGER PRIMARY KEY,
  replay_id INTEGER NOT NULL,
  delivery_id INTEGER NOT NULL,
  target_url TEXT NOT NULL,
  edited INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  duration_ms REAL,
  status INTEGER,
  error TEXT,
  response_headers TEXT NOT NULL,      -- JSON pairs
  response_body BLOB NOT NULL          -- first 64 KiB
) STRICT;
CREATE INDEX shots_by_replay ON shots (replay_id, id);
CREATE INDEX shots_by_delivery ON shots (delivery_id, id);
`;

/** Everything that is rebuilt from the evidence. */
export const derived = `
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY,              -- arrival ordinal of the delivery, from 1 without gaps
  request_id INTEGER NOT NULL,
  batch_index INTEGER,                 -- null in single mode
  received_at INTEGER NOT NULL,
  order_ts INTEGER NOT NULL,           -- event_ts, or received_at where there is none
  event_ts INTEGER,
  lag_ms INTEGER,                      -- received_at - event_ts
  attempt INTEGER NOT NULL,            -- among the deliveries of the event from the same origin
  answer_status INTEGER,               -- copied from the request
  size_bytes INTEGER NOT NULL,         -- of the request's body
  unparsed INTEGER NOT NULL,
  early INTEGER NOT NULL,
  late INTEGER NOT NULL,
  event_name TEXT,
  event_id TEXT,
  answer_action TEXT NOT NULL,
  origin TEXT NOT NULL,
  environment TEXT NOT NULL,
  auth TEXT NOT NULL,
  problems TEXT NOT NULL,              -- codes, each followed by a space
  summary TEXT NOT NULL,
  span_start INTEGER NOT NULL,         -- bytes of this envelope within the body
  span_end INTEGER NOT NULL,
  body_sha256 BLOB NOT NULL            -- of the whole body
) STRICT;
CREATE INDEX deliveries_by_order_ts ON deliveries (order_ts);
CREATE INDEX deliveries_by_name ON deliveries (event_name, order_ts);
CREATE INDEX deliveries_by_event ON deliveries (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX deliveries_by_request ON deliveries (request_id);
CREATE INDEX deliveries_by_received ON deliveries (received_at);
CREATE INDEX deliveries_failed ON deliveries (answer_status, answer_action) WHERE answer_status IS NOT 200;
CREATE INDEX deliveries_retried ON deliveries (attempt) WHERE attempt > 1;
CREATE INDEX deliveries_inverted ON deliveries (early, late) WHERE early = 1 OR late = 1;
CREATE INDEX deliveries_unparsed ON deliveries (id) WHERE unparsed = 1;

-- The bytes of each element of a batch, so that reading one never means reading all.
CREATE TABLE slices (
  delivery_id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;

-- Which entities a delivery names. inversion: 0 in order so far, 1 early, 2 not considered (a retry, no event_ts, no such entity).
CREATE TABLE refs (
  entity INTEGER NOT NULL,             -- index in storyEntities
  value TEXT NOT NULL,
  origin TEXT NOT NULL,
  inversion INTEGER NOT NULL,
  order_ts INTEGER NOT NULL,
  delivery_id INTEGER NOT NULL,
  PRIMARY KEY (entity, value, origin, inversion, order_ts, delivery_id)
) STRICT, WITHOUT ROWID;

-- Roll-ups, so that unfiltered counts and the rate strip never scan.
CREATE TABLE counts (
  dimension TEXT NOT NULL,             -- kind, answer, environment, auth, origin, view
  value TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (dimension, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE arrivals (
  second INTEGER PRIMARY KEY,          -- epoch seconds
  total INTEGER NOT NULL,
  failed INTEGER NOT NULL
) STRICT;

CREATE TABLE progress (                -- one row: how far derivation has come
  id INTEGER PRIMARY KEY CHECK (id = 1),
  request_id INTEGER NOT NULL,         -- last request whose deliveries are all stored
  partial INTEGER NOT NULL             -- deliveries stored of the requests after it (a large batch takes several turns)
) STRICT;
INSERT INTO progress (id, request_id, partial) VALUES (1, 0, 0);
`;
