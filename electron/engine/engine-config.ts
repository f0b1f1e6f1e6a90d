import type { AllowList, KnownAddress, SenderChange } from '#shared/protocol/sender.ts';

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
  /**
   * What the receiver asks of a sender, in the grammar of `--auth`; secrets may stand as `env:NAME` or `file:PATH`. Null: what is
   * remembered in the settings, else nothing.
   */
  auth: string | null;
  /** The rest of it, as `PUT /sender` takes it; what is left out is what is remembered, else the default. */
  authSettings?: Omit<NonNullable<SenderChange['auth']>, 'spec'>;
  /** Source addresses and the environments they stand for. Default: what was remembered, else those of the specification. */
  knownAddresses?: readonly KnownAddress[];
  /** Source addresses that may send. Default: what was remembered, else all. */
  allowList?: AllowList;
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
  /**
   * Folders in which engines of this user note that they run; this one in the first. Default: `running` below the settings folder.
   */
  runningFolders?: readonly string[];
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
