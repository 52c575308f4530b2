import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { Review } from '#contract/review.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';

/** What the server has said yes to, each by a word or a number of its own. */
export type Ledger = Readonly<{
  /** The override that a save brought. */
  saved: Set<number>;
  /** The description of a submitted review. */
  submitted: Set<string>;
  /** What was said in a comment or with a vote. */
  said: Set<string>;
  /** The descriptions of the reviews whose vote was answered with approved. */
  approved: Set<string>;
  /** Answers that should not be. */
  failures: string[];
}>;

export const newLedger = (): Ledger => ({
  saved: new Set(),
  submitted: new Set(),
  said: new Set(),
  approved: new Set(),
  failures: [],
});
export const countOf = ({ saved, submitted, said }: Ledger): number => saved.size + submitted.size + said.size;

export type Place = Readonly<{ partner: number; cob: string }>;
export type TokenOf = (mailbox: string) => string;
type Sent = Readonly<{ ifMatch?: string; body?: object }>;
type Ask = <T>(who: string, method: string, path: string, sent?: Sent) => Promise<T | undefined>;

let last = 0;
const next = () => (last += 1);

/** A call, and what came of it: nothing when it was refused. A server that dies under it throws. */
const askerOf =
  (url: string, tokenOf: TokenOf, { failures }: Ledger): Ask =>
  async <T>(who: string, method: string, path: string, { ifMatch, body }: Sent = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokenOf(who)}`,
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status === 200) return JSON.parse(text) as T;
    if (answer.status >= 500) failures.push(`${method} ${path} answered ${text}`);
    return undefined;
  };

/** The one dial that all buckets of the drill hold. */
export async function publishDial(url: string, tokenOf: TokenOf): Promise<Dial> {
  const ask = askerOf(url, tokenOf, newLedger());
  const made = await ask<Dial>('underwriter', 'POST', '/api/dials', { body: { ...EMPTY_DIAL, name: 'Of the drill' } });
  const ifMatch = made?.revision ?? '';
  const dial = await ask<Dial>('underwriter', 'POST', `/api/dials/${made?.id}/draft/publish`, { ifMatch });
  if (dial === undefined) throw new Error('The dial of the drill could not be published.');
  return dial;
}

/** Takes one bucket from draft to live over and over, with votes that meet each other, until the server is gone. */
export async function wearOut(url: string, place: Place, dial: Dial, tokenOf: TokenOf, ledger: Ledger): Promise<void> {
  const ask = askerOf(url, tokenOf, ledger);
  const path = `/api/buckets/${place.partner}/${place.cob}`;
  const comment = async (who: string) => {
    const text = `Word ${next()}`;
    if (await ask(who, 'POST', `${path}/review/comments`, { body: { text } })) ledger.said.add(text);
  };
  const vote = async (who: string, choice: 'approve' | 'reject') => {
    const { round } = (await ask<Review>(who, 'GET', `${path}/review`)) ?? {};
    const text = `Vote ${next()}`;
    const sent = { ifMatch: round?.hash ?? 'none', body: { choice, comment: text } };
    const after = await ask<Review>(who, 'PUT', `${path}/review/vote`, sent);
    if (after === undefined) return;
    ledger.said.add(text);
    if (after.round?.outcome === 'approved') ledger.approved.add(after.round.description);
  };
  const edit = async ({ revision }: Bucket): Promise<void> => {
    const max_line = next();
    const entries = [{ dial_id: dial.id, version: dial.version, overrides: { max_line } }];
    const body = { entries };
    const saved = await ask<Bucket>('underwriter', 'PUT', `${path}/draft`, { ifMatch: revision, body });
    if (saved === undefined) return;
    ledger.saved.add(max_line);
    const description = `Review ${next()}`;
    const asked = { ifMatch: saved.revision, body: { description } };
    if (await ask('underwriter.two', 'POST', `${path}/draft/submit`, asked)) ledger.submitted.add(description);
  };
  try {
    for (;;) {
      const bucket = await ask<Bucket>('viewer', 'GET', path);
      if (bucket === undefined) throw new Error(`There is no bucket at ${path}.`);
      if (bucket.status !== 'pending_review') await edit(bucket);
      await Promise.all([
        vote('reviewer.one', 'approve'),
        vote('reviewer.two', Math.random() < 0.3 ? 'reject' : 'approve'),
        vote('administrator', Math.random() < 0.5 ? 'reject' : 'approve'),
        comment('reviewer.one'),
      ]);
    }
  } catch {
    // The server was killed; what it had not answered may or may not have happened.
  }
}
