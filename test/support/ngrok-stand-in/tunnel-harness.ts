import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createNgrokTunnel, type NgrokTunnelOptions } from '#engine/tunnel/ngrok-tunnel.ts';
import type { Tunnel } from '#engine/tunnel/tunnel.ts';
import type { TunnelState, TunnelStatus } from '#shared/protocol/status.ts';
import type { Certificate } from './certificate.ts';
import { startNgrokStandIn, type NgrokStandIn } from './ngrok-stand-in.ts';

/** What a test answers with in place of the receiver. */
export type LocalHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface TunnelHarness {
  service: NgrokStandIn;
  tunnel: Tunnel;
  /** Every status since the start, in order. */
  seen: TunnelStatus[];
  /** Lines the tunnel logged. */
  logged: string[];
  /** Resolves with the status once it is in `state`, at once if it already is. */
  until(state: TunnelState, fits?: (status: TunnelStatus) => boolean): Promise<TunnelStatus>;
  close(): Promise<void>;
}

export interface HarnessOptions {
  handler?: LocalHandler;
  /** Makes the local server speak TLS. */
  localCertificate?: Certificate;
  tunnel?: Partial<NgrokTunnelOptions>;
}

/** Quick retries and short closing, so that a test sees in moments what takes a user minutes. */
const quickTiming = { retryMinMs: 50, retryMaxMs: 200, waitMs: 1000 };

/** A stand-in service, a local server and a closed tunnel between them. */
export async function startTunnelHarness(options: HarnessOptions = {}): Promise<TunnelHarness> {
  const service = await startNgrokStandIn();
  const handler = options.handler ?? ((_request, response) => void response.end('hello'));
  const local =
    options.localCertificate === undefined ? createServer(handler) : tlsServer(options.localCertificate, handler);
  await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve));
  const scheme = options.localCertificate === undefined ? 'http' : 'https';
  const logged: string[] = [];
  const tunnel = createNgrokTunnel({
    localUrl: () => `${scheme}://127.0.0.1:${(local.address() as AddressInfo).port}`,
    now: Date.now,
    log: (line) => void logged.push(line),
    serverAddr: service.serverAddr,
    caCertPem: service.certPem,
    ...options.tunnel,
    timing: { ...quickTiming, ...options.tunnel?.timing },
  });
  const seen: TunnelStatus[] = [];
  tunnel.onChange((status) => void seen.push(status));

  return {
    service,
    tunnel,
    seen,
    logged,
    until: (state, fits = () => true) =>
      new Promise((resolve) => {
        const check = (status: TunnelStatus): void => {
          if (status.state !== state || !fits(status)) return;
          stop();
          resolve(status);
        };
        const stop = tunnel.onChange(check);
        check(tunnel.status());
      }),
    async close() {
      await tunnel.close();
      await service.close();
      local.closeAllConnections();
      await new Promise((resolve) => local.close(resolve));
    },
  };
}

function tlsServer({ keyPem, certPem }: Certificate, handler: LocalHandler): Server {
  return createTlsServer({ key: keyPem, cert: certPem }, handler);
}
