/** Everything a host decides before the engine starts. */
export interface EngineConfig {
  /** Address the receiver and the control API listen on. */
  host: string;
  /** Receiver's port; 0 is any free one. */
  port: number;
  /** Port of the UI and the control API; 0 is any free one. */
  uiPort: number;
  /** Absolute path; created where absent, its folder must exist. */
  captureFile: string;
  /** What the receiver asks of a sender, in the grammar of `--auth`; secrets may stand as `env:NAME` or `file:PATH`. */
  auth: string;
  /** Bearer token of the control API. */
  token: string;
  tunnel: 'none' | 'ngrok';
  tunnelDomain: string | null;
  /** Null: what the environment or the settings hold (`readAuthtoken`). */
  ngrokAuthtoken: string | null;
  /** Set: the receiver ends TLS itself, with these PEM files. */
  tls: { certFile: string; keyFile: string } | null;
  /** A longer body is stored up to here, marked as truncated, and answered like any other. */
  bodyLimitBytes: number;
  /** Built renderer to serve; null: control API only. */
  rendererFolder: string | null;
  /** Where the settings file lies; made where it is missing, when something is to be remembered. */
  settingsFolder: string;
  logLevel: string;
}

/** A running engine. URLs carry the ports that were really taken. */
export interface Engine {
  receiverUrl: string;
  /** Includes the token, so that it opens the UI as it stands. */
  uiUrl: string;
  apiUrl: string;
  token: string;
  captureFile: string;
  /** Stops accepting, finishes what was accepted, commits, closes. */
  close(): Promise<void>;
}
