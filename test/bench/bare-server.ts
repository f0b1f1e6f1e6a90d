// The yardstick: Fastify that reads the body into a Buffer, keeps nothing and answers 200.
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

const server = fastify();
server.removeAllContentTypeParsers();
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
server.post('/*', (_request, reply) => reply.send());
await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(server.server.address() as AddressInfo).port}\n`);
process.on('SIGTERM', () => void server.close());
