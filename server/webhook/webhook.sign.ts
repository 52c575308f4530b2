import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret is its text, or with the usual prefix the bytes that its base64 stands for. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);

export type Signed = Readonly<{ id: string; sentAt: Date; body: string }>;

/** The headers of one attempt, as the Standard Webhooks specification has them. */
export function signedHeaders({ id, sentAt, body }: Signed, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
