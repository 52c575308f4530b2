import { setTimeout as pause } from 'node:timers/promises';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { Review } from '#contract/review.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { type Ledger, newLedger } from './ledger.ts';

export type BucketRef = Readonly<{ partner: number; cob: string }>;
export type TokenOf = (mailbox: string) => string;
type Sent = Readonly<{
  ifMatch?: string;
  body?: object;
  /** What tells this change from all others. */ mark?: number | string;
}>;
type Ask = <T>(who: string, method: string, path: string, sent?: Sent) => Promise<T | undefined>;

/** A rejected or disconnected client retries after this time. */
const RETRY_MS = 100;
const MAX_ANSWER_MS = 30_000;

/** The server is down, or answers 503. */
class Unavailable extends Error {}

let last = 0;
const next = () => (last += 1);

/** Calls any of the servers; undefined if it was refused. */
const askerOf =
  (urls: readonly string[], tokenOf: TokenOf, ledger: Ledger): Ask =>
  async <T>(who: string, method: string, path: string, { ifMatch, body, mark }: Sent = {}) => {
    const url = urls[Math.floor(Math.random() * urls.length)] ?? '';
    const { status, text, retryAfter } = await send(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokenOf(who)}`,
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      if (mark !== undefined) ledger.unanswered.add(mark);
      if (error instanceof Error && error.name === 'TimeoutError')
        ledger.failures.push(`${method} ${path} had no answer after ${MAX_ANSWER_MS / 1000} s.`);
      throw new Unavailable();
    });
    if (status === 200) {
      if (mark !== undefined) recordAcknowledgement(ledger, url);
      return JSON.parse(text) as T;
    }
    if (status === 503) {
      ledger.unavailableAt.push(Date.now());
      if (retryAfter === null) ledger.failures.push(`${method} ${path} answered 503 without Retry-After.`);
      throw new Unavailable();
    }
    if (status >= 500) ledger.failures.push(`${method} ${path} answered ${text}`);
    return undefined;
  };

function recordAcknowledgement({ acknowledgedAt }: Ledger, url: string): void {
  const moments = acknowledgedAt.get(url) ?? [];
  moments.push(Date.now());
  acknowledgedAt.set(url, moments);
}

async function send(url: string, request: RequestInit) {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(MAX_ANSWER_MS) });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
}

/** The one dial in all buckets of the drill. */
export async function publishDial(url: string, tokenOf: TokenOf): Promise<Dial> {
  const ask = askerOf([url], tokenOf, newLedger());
  const made = await ask<Dial>('underwriter', 'POST', '/api/dials', { body: { ...EMPTY_DIAL, name: 'Of the drill' } });
  const ifMatch = made?.revision ?? '';
  const dial = await ask<Dial>('underwriter', 'POST', `/api/dials/${made?.id}/draft/publish`, { ifMatch });
  if (dial === undefined) throw new Error('The dial of the drill could not be published.');
  return dial;
}

type LoadOptions = Readonly<{
  urls: readonly string[];
  buckets: readonly BucketRef[];
  dial: Dial;
  tokenOf: TokenOf;
  ledger: Ledger;
}>;
export type Load = Readonly<{ stop: () => Promise<void> }>;

/** People working on every bucket, on all servers at once, who retry whenever a server is down. */
export function startLoad({ urls, buckets, dial, tokenOf, ledger }: LoadOptions): Load {
  let isStopped = false;
  const ask = askerOf(urls, tokenOf, ledger);
  const work = buckets.map(async (bucket) => {
    while (!isStopped) {
      try {
        await workOnce(ask, bucket, dial, ledger);
      } catch (error) {
        if (!(error instanceof Unavailable)) ledger.failures.push(String(error));
        await pause(RETRY_MS);
      }
    }
  });
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(work);
    },
  };
}

/** Moves one bucket closer to live, with concurrent votes. */
async function workOnce(ask: Ask, { partner, cob }: BucketRef, dial: Dial, ledger: Ledger): Promise<void> {
  const path = `/api/buckets/${partner}/${cob}`;
  const comment = async (who: string) => {
    const text = `Word ${next()}`;
    const body = { text, buckets: [{ partner, cob }] };
    if (await ask(who, 'POST', '/api/reviews/comments', { body, mark: text })) ledger.comments.add(text);
  };
  const vote = async (who: string, choice: 'approve' | 'reject') => {
    const { round } = (await ask<Review>(who, 'GET', `${path}/review`)) ?? {};
    const text = `Vote ${next()}`;
    const body = { choice, comment: text, buckets: [{ partner, cob, hash: round?.hash ?? '0'.repeat(64) }] };
    const answer = await ask<{ buckets: Review[] }>(who, 'PUT', '/api/reviews/votes', { body, mark: text });
    if (answer === undefined) return;
    ledger.comments.add(text);
    for (const { round: after } of answer.buckets)
      if (after?.outcome === 'approved') ledger.approved.add(after.description);
  };
  const edit = async ({ revision }: Bucket): Promise<void> => {
    const max_line = next();
    const body = { entries: [{ dial_id: dial.id, version: dial.version, overrides: { max_line } }] };
    const draft = { ifMatch: revision, body, mark: max_line };
    const saved = await ask<Bucket>('underwriter', 'PUT', `${path}/draft`, draft);
    if (saved === undefined) return;
    ledger.saved.add(max_line);
    const description = `Review ${next()}`;
    const request = { ifMatch: saved.revision, body: { description }, mark: description };
    if (await ask('underwriter.two', 'POST', `${path}/draft/submit`, request)) ledger.submitted.add(description);
  };
  const bucket = await ask<Bucket>('viewer', 'GET', path);
  if (bucket === undefined) throw new Error(`There is no bucket at ${path}.`);
  if (bucket.status !== 'pending_review') await edit(bucket);
  const steps = await Promise.allSettled([
    vote('reviewer.one', 'approve'),
    vote('reviewer.two', Math.random() < 0.3 ? 'reject' : 'approve'),
    vote('administrator', Math.random() < 0.5 ? 'reject' : 'approve'),
    comment('reviewer.one'),
  ]);
  for (const step of steps) if (step.status === 'rejected') throw step.reason;
}
