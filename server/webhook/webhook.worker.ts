import { type CardMessage, type WebhookFormat, writeCard } from '#domain/event/card.ts';
import type { Db } from '#server/db/connect.ts';
import { oncePerOutage } from '#server/db/unavailable.ts';
import * as store from './webhook.store.ts';
import { createHmac } from 'node:crypto';

export type WebhookTarget = Readonly<{ url: string; secret: string; format?: WebhookFormat }>;
type Options = WebhookTarget &
  Readonly<{
    db: Db;
    now: () => Date;
    onError: (error: unknown, message: string) => void;
    /** Jitter from 0 to 1, so that servers do not retry all at once. */
    chance?: () => number;
    timeoutMs?: number;
    pollMs?: number;
  }>;

const TIMEOUT_MS = 10_000;
const POLL_MS = 15_000;
const BATCH = 10;
export const MAX_ATTEMPTS = 10;
const PAUSE = { firstMs: 5000, factor: 3, mostMs: 3_600_000 } as const;

/** 5 s, 15 s, 45 s … one hour, each shortened by up to a half. */
export function pauseAfter(attempts: number, chance: number): number {
  const full = Math.min(PAUSE.firstMs * PAUSE.factor ** (attempts - 1), PAUSE.mostMs);
  return Math.round(full * (1 - chance / 2));
}

/**
 * Sends the outbox, each message at least once. Any number of servers share the work. Nothing waits for it, except that
 * stopping the server waits for the current attempt.
 */
export function webhookWorker(options: Options) {
  const { db, now, url, secret, format = 'standard', onError, chance = Math.random } = options;
  const { timeoutMs = TIMEOUT_MS, pollMs = POLL_MS } = options;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> | undefined;
  let again = false;
  const reportFailure = oncePerOutage((error: unknown) =>
    onError(error, 'Webhooks could not be sent; they are tried again.'),
  );

  async function post({ id, payload }: store.Due): Promise<void> {
    const hash = (payload as CardMessage).data?.review?.content_hash;
    const impact = format === 'standard' || hash === undefined ? null : await store.findImpact(db, hash);
    const body = JSON.stringify(writeCard(format, payload, impact));
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...signedHeaders({ id, sentAt: now(), body }, secret) },
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The receiver answered ${answer.status}.`);
  }

  async function attempt(due: store.Due): Promise<void> {
    try {
      await post(due);
    } catch (error) {
      const isLast = due.attempts >= MAX_ATTEMPTS;
      // An attempt interrupted by our own stop is due at once for the next server.
      const pause = ending.signal.aborted ? 0 : pauseAfter(due.attempts, chance());
      const nextAt = isLast ? null : new Date(now().getTime() + pause);
      const failure = describeFailure(error, url);
      await store.setFailed(db, due.id, failure, nextAt);
      if (isLast) onError(new Error(failure), `The webhook ${due.id} was given up after ${due.attempts} attempts.`);
      return;
    }
    await store.setDelivered(db, due.id, now());
  }

  /** Sends everything that is due now. */
  async function sendDue(): Promise<number> {
    let sent = 0;
    while (!ending.signal.aborted) {
      const at = now();
      const until = new Date(at.getTime() + 3 * timeoutMs);
      const due = await store.claimDue(db, at, until, BATCH);
      await Promise.all(due.map(attempt));
      sent += due.length;
      if (due.length < BATCH) break;
    }
    return sent;
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    do {
      again = false;
      await sendDue().catch(reportFailure);
    } while (again && !ending.signal.aborted);
    if (!ending.signal.aborted) timer = setTimeout(wake, pollMs).unref();
  }

  /** Something may be due. Checks again after the current run. */
  function wake(): void {
    if (ending.signal.aborted) return;
    again = true;
    work ??= run().finally(() => {
      work = undefined;
      if (again) wake();
    });
  }

  return {
    sendDue,
    wake,
    close: async (): Promise<void> => {
      ending.abort();
      clearTimeout(timer);
      await work;
    },
  };
}

/** Some errors repeat the address, which may contain a token: it is replaced by the name of its setting. */
function describeFailure(error: unknown, url: string): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const text = `${error instanceof Error ? error.message : String(error)}${cause}`;
  return text.replaceAll(url, 'WEBHOOK_URL').replaceAll(new URL(url).href, 'WEBHOOK_URL').slice(0, 500);
}

const PREFIX = 'whsec_';

/** The secret is its text, or with the usual prefix the bytes of its base64. */
const keyOf = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);

export type SignedMessage = Readonly<{ id: string; sentAt: Date; body: string }>;

/** The headers of one attempt, per the Standard Webhooks specification. */
export function signedHeaders({ id, sentAt, body }: SignedMessage, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
