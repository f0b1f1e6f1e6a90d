import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toHeaderPairs, type HeaderPair } from '#shared/http/header-pair.ts';

/** One request as it came, byte for byte. */
export interface RecordedRequest {
  method: string;
  target: string;
  headers: HeaderPair[];
  body: Buffer;
  arrivedMono: number;
}

export interface RecordingReceiver {
  port: number;
  url: string;
  /** In the order in which the requests were complete. */
  requests: RecordedRequest[];
  /** Most requests that were ever open at a time. */
  mostOpen(): number;
  close(): Promise<void>;
}

type Answer = (request: RecordedRequest, response: ServerResponse) => void;

/** A receiver on a free port of 127.0.0.1 that keeps everything it gets; answers 200 unless told otherwise. */
export async function startRecordingReceiver(
  answer: Answer = (_request, response) => response.end(),
): Promise<RecordingReceiver> {
  const requests: RecordedRequest[] = [];
  let open = 0;
  let mostOpen = 0;

  async function record(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedMono = performance.now();
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once('close', () => (open -= 1));
    const body = Buffer.concat(await incoming.toArray());
    const { method = '', url: target = '' } = incoming;
    const request = { method, target, headers: toHeaderPairs(incoming.rawHeaders), body, arrivedMono };
    requests.push(request);
    answer(request, response);
  }

  const server = createServer((incoming, response) => {
    record(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    requests,
    mostOpen: () => mostOpen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
