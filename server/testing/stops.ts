import type { BucketAddress } from '#domain/event/event.ts';
import { REVIEWERS, UNDERWRITER, type useReviews } from './reviews.ts';

/** Calls that stop buckets and restart them. */
export function stopTester({ call, get, review, urlOf, vote }: ReturnType<typeof useReviews>) {
  const stopScope = (scope: object, reason = 'Wrong rates', who: string = UNDERWRITER) =>
    call(who, 'POST', '/api/bucket-stops', { body: { scope, reason } });
  return {
    stopScope,
    stop: (at: BucketAddress, reason?: string, who?: string) =>
      stopScope({ kind: 'buckets', buckets: [at] }, reason, who),

    /** Submits the restart for review. */
    restart: async (at: BucketAddress, more: object = {}, who: string = UNDERWRITER) =>
      call(who, 'POST', `${urlOf(at)}/draft/submit`, {
        ifMatch: (await get(at)).revision,
        body: { description: 'Rates are right again', restart: true, ...more },
      }),

    /** Two people approve what is in review. */
    async approve(at: BucketAddress): Promise<void> {
      const { round } = await review(at);
      for (const who of REVIEWERS.slice(0, 2)) {
        const answer = await vote(who, at, round?.hash ?? '', 'approve');
        if (answer.status !== 200) throw new Error(answer.body);
      }
    },
  };
}
