// The only code that touches the native ngrok SDK; it runs in a process of its own. The SDK ends its process when a handler
// throws or answers anything but a boolean, writes to standard output, keeps sockets open after close, and one connection
// attempt that hangs blocks all later ones: in its own process, none of this reaches the receiver, and a kill cures all of it.
// Its own reconnecting (on a schedule that reaches hours) is refused, and a missed heartbeat, of which it takes no notice, is
// reported. `clientInfo` stays unset: ngrok would take our version for the agent's and refuse it as outdated.
import type { Listener, Session, SessionBuilder } from '@ngrok/ngrok';
import type { AgentOrder, AgentReply, AgentReport } from './ngrok-agent-messages.ts';

/** The part of the SDK that is used. */
export interface NgrokSdk {
  SessionBuilder: new () => SessionBuilder;
}

type ConnectOrder = Extract<AgentOrder, { type: 'connect' }>;
type BindOrder = Extract<AgentOrder, { type: 'bind' }>;

/** Shown in the user's ngrok dashboard where the SDK would put the machine's name and paths. */
const forwardsToLabel = 'hookloupe';

/** Carries out the orders of the parent process until it asks for the end, or is gone. */
export function serveNgrokAgent(loadSdk: () => Promise<NgrokSdk>): void {
  let session: Session | null = null;
  let listener: Listener | null = null;

  const connect = async (order: ConnectOrder): Promise<AgentReply> => {
    const sdk = await loadSdk().catch((error: unknown) => toText(error));
    if (typeof sdk === 'string') return { type: 'unusable', message: sdk };
    session = await configure(new sdk.SessionBuilder(), order).connect();
    return { type: 'connected' };
  };
  const bind = async ({ domain, localUrl }: BindOrder): Promise<AgentReply> => {
    if (session === null) return { type: 'refused', message: 'there is no session' };
    // The receiver's certificate is the user's own and the hop stays on this machine: it is not checked.
    const endpoint = session.httpEndpoint().forwardsTo(forwardsToLabel).verifyUpstreamTls(false);
    if (domain !== null) endpoint.domain(domain);
    listener = await endpoint.listen();
    listener.forward(localUrl).then(
      () => report({ type: 'ended', message: 'ngrok ended the tunnel' }),
      (error: unknown) => report({ type: 'ended', message: toText(error) }),
    );
    const url = listener.url();
    return url === null ? { type: 'refused', message: 'ngrok bound no URL' } : { type: 'bound', url };
  };
  const close = async (): Promise<never> => {
    await listener?.close().catch(() => undefined); // lost already: the service will notice by itself
    process.exit(0);
  };

  process.on('message', (order: AgentOrder) => {
    if (order.type === 'close') return void close();
    const reply = order.type === 'connect' ? connect(order) : bind(order);
    reply.then(report, (error: unknown) => report({ type: 'refused', message: toText(error) }));
  });
  process.on('disconnect', () => process.exit(0));
  // A terminal sends these to the whole group; the parent still has requests to finish, and decides when this ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

function configure(builder: SessionBuilder, order: ConnectOrder): SessionBuilder {
  builder
    .authtoken(order.authtoken)
    .heartbeatInterval(order.heartbeatSeconds.interval)
    .heartbeatTolerance(order.heartbeatSeconds.tolerance)
    .handleDisconnection((_address, error) => {
      report({ type: 'ended', message: `the connection was lost: ${error}` });
      return false;
    })
    .handleHeartbeat((latencyMs: number | null) => {
      // A null is a missed heartbeat, whatever the SDK's types say.
      if (latencyMs === null) report({ type: 'ended', message: 'ngrok stopped answering heartbeats' });
    });
  if (order.serverAddr !== null) builder.serverAddr(order.serverAddr);
  if (order.caCertPem !== null) builder.caCert(Buffer.from(order.caCertPem));
  return builder;
}

/** Never throws: it is called from the SDK's handlers. A parent that is gone ends this process by `disconnect`. */
function report(message: AgentReport): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
