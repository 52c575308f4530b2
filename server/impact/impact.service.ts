import type { MeasuredRisk, Measurement } from '#contract/impact.ts';
import type { Page } from '#contract/page.ts';
import { Problem } from '#contract/problem.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { lookAtBucket } from '#server/bucket/bucket.open.ts';
import type { Db } from '#server/db/connect.ts';

/** What lists of dials do to the risks of a portfolio. As long as none can be loaded, there is nothing to measure. */
export function impactService(db: Db) {
  const noPortfolio = () => new Problem('not-found', 'There is no portfolio yet. An administrator can load one.');
  return {
    async measure(address: BucketAddress): Promise<Measurement> {
      await lookAtBucket(db, address);
      return { state: 'no-portfolio' };
    },
    async risks(address: BucketAddress): Promise<Page<MeasuredRisk> & { total: number }> {
      await lookAtBucket(db, address);
      return { items: [], next: null, total: 0 };
    },
    async ofReview(address: BucketAddress) {
      const { live } = await lookAtBucket(db, address);
      return { stored: [], missing: 'no-portfolio' as const, unchanged: null, live: live.number ?? 0 };
    },
    async measureAgain(address: BucketAddress): Promise<never> {
      await lookAtBucket(db, address);
      throw noPortfolio();
    },
  };
}
