import type { IncomingMessage } from 'node:http';
import { errors } from 'oidc-provider';

const LIMIT_BYTES = 8_192;

/** Reads a submitted form. It holds a few short fields, so anything long is refused before it is read in full. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > LIMIT_BYTES) throw new errors.InvalidRequest('The form is too long.');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
