import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';
import { addBuckets } from '#server/bucket/bucket.change.ts';
import type { ChangeContext } from '#server/change/change.ts';
import { transaction } from '#server/db/transaction.ts';
import type { TestApp } from './app.ts';
import type { Sent } from './calls.ts';
import { advanceBucket, dialTester } from './dials.ts';

export const entryOf = (dial: Dial, overrides: DialValues = {}, version = dial.version): BucketEntry => ({
  dial_id: dial.id,
  version,
  overrides,
});

/** Bucket calls for tests. */
export function bucketTester(server: TestApp) {
  const dials = dialTester(server);
  const { call, good } = dials;
  const urlOf = ({ partner, cob }: BucketAddress) => `/api/buckets/${partner}/${cob}`;
  const change = <T>(work: (change: ChangeContext) => Promise<T>): Promise<T> =>
    transaction(server.database.db, (trx) =>
      work({ trx, actor: { id: 'demo|underwriter', permissions: NO_PERMISSIONS }, at: server.now() }),
    );
  const revisionOf = (bucket: Bucket, sent: Sent) => ({ ifMatch: bucket.revision, ...sent });
  const addressOf = ({ partner, cob }: Bucket): BucketAddress => ({ partner: partner.number, cob });
  const get = (address: BucketAddress, sent?: Sent) => good<Bucket>('GET', urlOf(address), sent);

  return {
    ...dials,
    saveDial: dials.save,
    urlOf,
    get,
    /** A bucket without dials. */
    add: async (partner: number, cob: string, appetite = 1): Promise<Bucket> => {
      await change((made) => addBuckets(made, [{ partner, cob, appetite }]));
      return get({ partner, cob });
    },
    /** Makes a version with these entries live. */
    goLive: async (bucket: Bucket, entries: BucketEntries): Promise<Bucket> => {
      await change((made) => advanceBucket(made, addressOf(bucket), 'live', entries));
      return get(addressOf(bucket));
    },
    save: (bucket: Bucket, entries: BucketEntries, sent: Sent = {}) =>
      call('PUT', `${urlOf(addressOf(bucket))}/draft`, revisionOf(bucket, { body: { entries }, ...sent })),
    saved: (bucket: Bucket, entries: BucketEntries, sent: Sent = {}) =>
      good<Bucket>('PUT', `${urlOf(addressOf(bucket))}/draft`, revisionOf(bucket, { body: { entries }, ...sent })),
    reset: (bucket: Bucket, sent: Sent = {}) =>
      call('DELETE', `${urlOf(addressOf(bucket))}/draft`, revisionOf(bucket, sent)),
    submit: (bucket: Bucket, description: string, sent: Sent = {}) =>
      call('POST', `${urlOf(addressOf(bucket))}/draft/submit`, revisionOf(bucket, { body: { description }, ...sent })),
    cancel: (bucket: Bucket, sent: Sent = {}) =>
      call('POST', `${urlOf(addressOf(bucket))}/draft/cancel-reviews`, revisionOf(bucket, sent)),
    recordsOf: (bucket: Bucket) => dials.records(`${bucket.partner.number}/${bucket.cob}`),
  };
}
