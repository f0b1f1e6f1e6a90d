import type { TunnelStatus } from '#shared/protocol/status.ts';

/** What a tunnel is opened with. */
export interface TunnelOptions {
  /** Credential of the tunnel service; blanks around it are ignored. */
  authtoken: string;
  /** Host name to ask for; null lets the service choose. */
  domain: string | null;
}

/**
 * A public URL that leads to the receiver, for as long as it is open. Its trouble is a state with a message, never an exception:
 * capturing goes on without a tunnel.
 */
export interface Tunnel {
  /** How it stands now. `up` is only said while the service has bound the URL. */
  status(): TunnelStatus;
  /**
   * Starts trying, and goes on until it is up, `close` is called or only the user can help (`failed`). Resolves once the
   * attempt has begun and an earlier one has ended; what becomes of it is in `status`.
   */
  open(options: TunnelOptions): Promise<void>;
  /** Ends the tunnel; resolves within three seconds whatever the network does. May be called at any time, and again. */
  close(): Promise<void>;
  /** Calls `listener` after each change of `status`; returns the function that ends this. */
  onChange(listener: (status: TunnelStatus) => void): () => void;
}
