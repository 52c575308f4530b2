import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { matchesTag } from './etag.ts';

const FILE = join(import.meta.dirname, '../../openapi.json');

async function readDocument() {
  const plain = await readFile(FILE);
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, etag, compressed: await promisify(gzip)(plain, { level: 9 }) };
}

/** The OpenAPI document, for the page /api/docs and for tools that do not sign in. It contains nothing of the database. */
export function serveApiDocument(app: FastifyInstance): void {
  let document: ReturnType<typeof readDocument> | undefined;
  app.get('/api/openapi.json', async ({ headers }, reply) => {
    const { plain, etag, compressed } = await (document ??= readDocument());
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }).type('application/json');
    if (matchesTag(headers['if-none-match'], etag)) return reply.code(304).send();
    if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(compressed);
  });
}
