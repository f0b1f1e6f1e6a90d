import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { simulate, type SimulateOptions } from '#engine/simulator/simulate.ts';

let server: Server;
let certificate: string;
let targetUrl: string;

beforeAll(async () => {
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  certificate = pems.cert;
  server = createServer({ key: pems.private, cert: pems.cert }, (_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  targetUrl = `https://localhost:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function sendOne(tls?: SimulateOptions['tls']): ReturnType<typeof simulate> {
  const options = { retryDelaysMs: [], ...(tls === undefined ? {} : { tls }) };
  return simulate({ kind: 'message.delivered', count: 1, seed: 1 }, targetUrl, null, options);
}

describe('test events over HTTPS', () => {
  it('do not reach a receiver whose certificate nobody vouches for', async () => {
    expect(await sendOne()).toEqual({ sent: 1, byStatus: { error: 1 } });
  });

  it('reach it when its certificate is given', async () => {
    expect(await sendOne({ ca: certificate })).toEqual({ sent: 1, byStatus: { 200: 1 } });
  });

  it('reach it when certificates are not checked', async () => {
    expect(await sendOne({ insecure: true })).toEqual({ sent: 1, byStatus: { 200: 1 } });
  });
});
