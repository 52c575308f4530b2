import type { Bucket } from '#contract/bucket.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { REVIEWERS, UNDERWRITER, type useReviews } from './reviews.ts';

/** The day that drafts are scheduled for. */
export const DAY = '2026-12-01';

/** Calls that schedule a draft, and change its day. */
export function scheduleTester({
  get,
  review,
  vote,
  save,
  call,
  urlOf,
  bucket,
  entries,
}: ReturnType<typeof useReviews>) {
  const submitFor = (at: BucketAddress, ifMatch: string, live_on: string | null, who: string = UNDERWRITER) =>
    call(who, 'POST', `${urlOf(at)}/draft/submit`, { ifMatch, body: { description: 'Because', live_on } });
  const change = async (who: string, at: BucketAddress, route: string, body: object) =>
    call(who, 'POST', `${urlOf(at)}/draft/${route}`, { ifMatch: (await get(at)).revision, body });

  /** Submits a draft for a day and returns the hash that votes are bound to. */
  async function submitDraft(at: BucketAddress, live_on: string | null = DAY, list = entries(0)): Promise<string> {
    const saved = (await save(UNDERWRITER, at, (await get(at)).revision, list)).json<Bucket>();
    const answer = await submitFor(at, saved.revision, live_on);
    if (answer.status !== 200) throw new Error(answer.body);
    return (await review(at)).round?.hash ?? '';
  }

  return {
    submitFor,
    putOff: (at: BucketAddress, day: string, reason = 'Not ready', who: string = UNDERWRITER) =>
      change(who, at, 'put-off', { day, reason }),
    bringForward: (at: BucketAddress, day: string, reason = 'Renewals start', who: string = UNDERWRITER) =>
      change(who, at, 'bring-forward', { day, reason }),
    callOff: (at: BucketAddress, reason = 'Not this year', who: string = UNDERWRITER) =>
      change(who, at, 'call-off', { reason }),
    submitDraft,

    /** A draft that two people approved for a day. */
    async schedule(at: BucketAddress = bucket(), list = entries(0), day = DAY): Promise<BucketAddress> {
      const hash = await submitDraft(at, day, list);
      for (const who of REVIEWERS.slice(0, 2)) {
        const answer = await vote(who, at, hash, 'approve');
        if (answer.status !== 200) throw new Error(answer.body);
      }
      return at;
    },
  };
}
