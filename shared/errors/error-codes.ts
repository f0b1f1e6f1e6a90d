/**
 * The one table of operational errors. `status` is the HTTP status the control API answers with; `title` says what the code
 * means in general (a thrown error's own message says what happened and what to do). `docs/errors.md` is held equal by a test.
 */
export const errorCodes = {
  REQUEST_INVALID: { status: 400, title: 'A call to the control API does not fit its contract.' },
  FILTER_INVALID: { status: 400, title: 'A filter text cannot be understood.' },
  API_UNAUTHORIZED: { status: 401, title: 'The token is missing or wrong.' },
  API_FORBIDDEN: { status: 403, title: 'The call comes from another origin, host or proxy.' },
  ROUTE_NOT_FOUND: { status: 404, title: 'The control API has no such call.' },
  DELIVERY_NOT_FOUND: { status: 404, title: 'No delivery has this id.' },
  REQUEST_NOT_FOUND: { status: 404, title: 'No request has this id.' },
  EVENT_NOT_FOUND: { status: 404, title: 'No delivery carries this event_id.' },
  PROGRAM_NOT_FOUND: { status: 404, title: 'No answer program is saved under this name.' },
  REPLAY_NOT_FOUND: { status: 404, title: 'No replay has this id.' },
  EXPERIMENT_NOT_FOUND: { status: 404, title: 'No experiment has this id.' },
  EXPERIMENT_RUNNING: { status: 409, title: 'A retry experiment is under way already.' },
  REPLAY_TARGET_REFUSED: { status: 400, title: 'A replay must not be sent to this address.' },
  REPLAY_EMPTY: { status: 400, title: 'The replay selects no delivery.' },
  SIMULATION_INVALID: { status: 400, title: 'The simulator does not know this kind, scenario or file.' },
  QUERY_CANCELLED: { status: 409, title: 'The query was given up because nobody waited for it.' },
  QUERY_TOO_SLOW: { status: 503, title: 'A query took too long and was ended.' },
  PORT_TAKEN: { status: 409, title: 'Another program listens on the port.' },
  PORT_REFUSED: { status: 409, title: 'The operating system does not let us listen on the address or port.' },
  TLS_INVALID: { status: 409, title: 'The certificate or the private key cannot be used.' },
  CAPTURE_LOCKED: { status: 409, title: 'Another Hookloupe has the capture file open.' },
  CAPTURE_UNUSABLE: { status: 409, title: 'The file is not a capture file this version can open.' },
  STORE_UNAVAILABLE: { status: 503, title: 'The capture file cannot be written; the receiver answers 500.' },
  TUNNEL_TOKEN_MISSING: { status: 400, title: 'The tunnel needs an ngrok authtoken.' },
  SETTINGS_UNWRITABLE: { status: 409, title: 'The settings file cannot be written.' },
  RUNTIME_UNFIT: { status: 500, title: 'The Node or SQLite version is below the floor that keeps captures safe.' },
  USAGE_INVALID: { status: 400, title: 'A command line is wrong.' },
  TOKEN_REFUSED: { status: 502, title: 'A token endpoint gives no token.' },
  TARGET_UNREACHABLE: { status: 502, title: 'The address to send to cannot be reached.' },
  INTERNAL: { status: 500, title: 'A bug in Hookloupe.' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A code of the table; noun first, stable, part of the public contract. */
export type ErrorCode = keyof typeof errorCodes;
