import fs from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Nothing but our own scripts and styles; text can never become script (Trusted Types). */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Headers of every answer of the control API's server, pages and calls alike. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const ASSETS = '/assets/';

/** Whether a route, as it was declared, is one of the pages': they hold no data and need no token. */
export function isPageRoute(url: string | undefined): boolean {
  return url === '/' || (url?.startsWith(ASSETS) ?? false);
}

/** Serves the built renderer from a folder. */
export async function addPages(server: FastifyInstance, rendererFolder: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: path.join(rendererFolder, 'assets'),
    prefix: ASSETS,
    index: false,
    cacheControl: false,
    // Only files that are there at the start: a request never reaches the file system with a path of its own.
    wildcard: false,
  });
  const page = await fs.readFile(path.join(rendererFolder, 'index.html'), 'utf8');
  server.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}
