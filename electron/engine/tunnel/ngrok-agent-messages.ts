/** What the engine asks of the process that holds the ngrok SDK; one order at a time, each but `close` gets one reply. */
export type AgentOrder =
  | {
      type: 'connect';
      authtoken: string;
      /** "host:port" of the service; null for ngrok's own. */
      serverAddr: string | null;
      /** PEM of the authority to trust instead of ngrok's own; null for ngrok's own. */
      caCertPem: string | null;
      heartbeatSeconds: HeartbeatSeconds;
    }
  | { type: 'bind'; domain: string | null; localUrl: string }
  /** Give the URL back and exit. */
  | { type: 'close' };

/** Whole seconds, at least 1: the SDK ends its process on less. */
export interface HeartbeatSeconds {
  interval: number;
  tolerance: number;
}

export type AgentReply =
  | { type: 'connected' }
  | { type: 'bound'; url: string }
  /** The service or the network said no; the text is the SDK's. */
  | { type: 'refused'; message: string }
  /** The SDK cannot be loaded at all. */
  | { type: 'unusable'; message: string };

/** A reply, or news of a connection or URL that was lost. */
export type AgentReport = AgentReply | { type: 'ended'; message: string };
