import type { ClassBucket } from '#contract/class-buckets.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { type Api, fakeApi, renderPage } from '#web/testing/page.tsx';
import type { ClassBuckets } from './parityView.ts';
import { ParityPage } from '#web/batch/ParityPage.tsx';

export const COB = 'cyber-privacy-and-tech';
export const idOf = (index: number): string => `0190f3a2-5f7e-7c3a-9d0e-${String(index).padStart(12, '0')}`;

const entry = (index: number, version = 1, overrides: BucketEntry['overrides'] = {}): BucketEntry => ({
  dial_id: idOf(index),
  version,
  overrides,
});
const bucketOf = (number: number, name: string, entries: readonly BucketEntry[], more: Partial<ClassBucket> = {}) => ({
  partner: { number, name },
  appetite: 1,
  revision: '4',
  stopped: false,
  entries: [...entries],
  draft: null,
  ...more,
});
const saved_by = { id: 'u2', name: 'Demo Cyber Lead' };

/** Alder overrides dial 2 and has one dial more; Cormorant has a draft, Drumlin is in review, Estuary has no bucket. */
export const CLASS_BUCKETS: ClassBuckets = {
  partners: Object.entries({
    9101: 'Alder',
    9112: 'Beacon',
    9120: 'Cormorant',
    9133: 'Drumlin',
    9147: 'Estuary',
    9190: 'Juniper',
    9203: 'Kestrel',
  }).map(([number, name]) => ({ number: Number(number), name })),
  buckets: [
    bucketOf(9101, 'Alder', [entry(1), entry(2, 1, { policy_share_cap: 3 }), entry(4)]),
    bucketOf(9112, 'Beacon', [entry(1), entry(2), entry(3)]),
    bucketOf(9120, 'Cormorant', [entry(1), entry(2), entry(3)], {
      draft: { state: 'draft', saved_at: '2026-11-14T10:00:00.000Z', saved_by },
    }),
    bucketOf(9133, 'Drumlin', [entry(1), entry(2), entry(3)], {
      draft: { state: 'pending_review', saved_at: '2026-11-14T10:00:00.000Z', saved_by },
    }),
    bucketOf(9190, 'Juniper', [entry(1), entry(3), entry(2)]),
    bucketOf(9203, 'Kestrel', []),
  ],
  dials: [1, 2, 3, 4].map((index) => ({
    dial_id: idOf(index),
    version: 1,
    name: `Dial ${index}`,
    values: { max_line: index * 1_000_000, policy_share_cap: 4 },
  })),
};

export const showParity = (
  answers: Partial<Api> = {},
  { search = '', permissions = ['bucket:view', 'bucket:edit'] } = {},
) =>
  renderPage(<ParityPage />, {
    api: fakeApi({
      listClassBuckets: async () => CLASS_BUCKETS,
      measureEdits: async () => ({ state: 'no-portfolio' }),
      ...answers,
    }),
    route: '/classes/:cob',
    address: `/classes/${COB}${search}`,
    permissions,
  });
