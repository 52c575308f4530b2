import type { DraftNote } from '#contract/rollout.ts';
import type { Bucket, BucketRow, BucketVersion, KnownBucketDial } from '#contract/bucket.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { fakeEvents } from '#web/base/live/testing.ts';
import {
  ADDRESS,
  entriesOf,
  entryOf,
  fakeBucketServer,
  makeBucket,
  makeDial,
  makeDraft,
  ME,
  OTHER,
  UNDATED,
} from '#web/bucket/testing.tsx';

export const AT = `/syndicate/${ADDRESS.partner}/bucket/${ADDRESS.cob}`;
export const ROUTE = '/syndicate/:syndicateNumber/bucket/:cob';

/** Dial 3 stands in two versions, with a wider interval and a higher line in the second. */
const excess = (version: number, to: number, max_line: number): KnownBucketDial =>
  makeDial(
    3,
    { name: 'Cyber excess', dimensions: { attachment_point_ranges: `[10000000,${to})` }, values: { max_line } },
    { version },
  );
export const EXCESS = { before: excess(5, 25_000_000, 2_500_000), after: excess(6, 50_000_000, 3_500_000) } as const;

export const DIALS: readonly KnownBucketDial[] = [
  makeDial(1, { values: { max_line: 1_500_000 } }),
  makeDial(2),
  EXCESS.before,
  makeDial(4, {}, { status: 'upcoming' }),
  makeDial(5),
];
const added = makeDial(6, {
  name: 'Cyber short waiting period',
  dimensions: { bi_cover_waiting_period_ranges: '[0,8)' },
  journeys: ['renewal'],
  active_from: '2026-11-01',
  values: { policy_share_cap: 6 },
});

/** Every kind of change: 6 added, 2 removed, 3 updated, 1 overridden, 5 moved to the top. */
const [one, , , four, five] = DIALS;
export const DRAFT_ENTRIES = [
  entryOf(five ?? added),
  entryOf(one ?? added, { max_line: 1_250_000 }),
  entryOf(added),
  entryOf(EXCESS.after),
  entryOf(four ?? added),
];

export const LIVE = makeBucket(entriesOf(DIALS));
export const WITH_DRAFT = makeBucket(entriesOf(DIALS), { draft: makeDraft(DRAFT_ENTRIES) });

/** The same in review; `abilities` as the server gives them to an editor who may see reviews. */
export const IN_REVIEW: Bucket = makeBucket(entriesOf(DIALS), {
  header: 'review_requested',
  draft: makeDraft(DRAFT_ENTRIES, {
    state: 'pending_review',
    review: {
      description: 'Tighten US healthcare after two breaches.',
      submitted_at: '2026-11-16T11:00:00.000Z',
      submitted_by: ME,
      ...UNDATED,
    },
  }),
});

export const OLDER: BucketVersion = {
  ...LIVE.live,
  number: 11,
  live_at: '2026-09-03T09:00:00.000Z',
  activated_at: '2026-09-03T09:00:00.000Z',
  superseded_at: LIVE.live.live_at,
  description: 'Before the excess layer',
  entries: entriesOf(DIALS.slice(0, 2)),
};

const rowOf = (version: BucketVersion) => ({ ...version, dials: version.entries.length });

/** A fake server with one bucket, its history and events. */
export function fakeBucketPages(bucket: Bucket | undefined, answers: Partial<Api> = {}) {
  const events = fakeEvents();
  const { server, api } = fakeBucketServer(bucket, [...DIALS, EXCESS.after, added], {
    watchBuckets: events.watchBuckets,
    listBucketVersions: async () => ({ items: [rowOf(LIVE.live), rowOf(OLDER)], next: null }),
    getBucketVersion: async ({ params }) => (Number(params.number) === 11 ? OLDER : LIVE.live),
    getBucketAsOf: async () => OLDER,
    ...answers,
  });
  return { server, api, events };
}

export const PARTNERS = [
  { number: 9101, name: 'Alder' },
  { number: 9112, name: 'Beacon' },
  { number: 9120, name: 'Cormorant' },
] as const;

export function makeRow(partner: number, cob: string, more: Partial<BucketRow> = {}): BucketRow {
  return {
    cob,
    partner,
    appetite: 1,
    revision: '4',
    status: 'active',
    stopped: false,
    dials: 3,
    live_number: 2,
    live_at: '2026-11-03T09:00:00.000Z',
    draft: null,
    ...more,
  };
}

const changes = { added: 1, removed: 0, updated: 2, overridden: 0, reordered: 0 };
const draft = {
  changes,
  started_at: '2026-11-09T10:58:00.000Z',
  saved_at: '2026-11-10T10:58:00.000Z',
  saved_by: ME,
  set: null,
  review: null,
};
const review = {
  submitted_at: '2026-11-11T10:58:00.000Z',
  submitted_by: OTHER,
  approved_for: null,
  votes: { approvals: 1, rejections: 0, required: 2, set: { id: 's1', title: 'Flood 2027' } },
};
export const ROWS: readonly BucketRow[] = [
  makeRow(9101, 'cargo', { appetite: 1.25 }),
  makeRow(9112, 'cargo', { appetite: 0 }),
  makeRow(9101, 'flood', { status: 'draft', draft, live_number: 12, dials: 11 }),
  makeRow(9120, 'flood', { status: 'pending_review', draft: { ...draft, review }, appetite: 0.5 }),
];

/** A draft with nothing to note, unless it says more. */
export const makeNote = (note: Pick<DraftNote, 'partner' | 'cob'> & Partial<DraftNote>): DraftNote => ({
  move: null,
  broken: [],
  broken_before: [],
  examples: 0,
  gaps: [],
  unusual: [],
  unresolved: 0,
  ...note,
});

/** A fake server for the rows above, filtering like the real one. */
export function fakeSelectPages(answers: Partial<Api> = {}, rows: readonly BucketRow[] = ROWS) {
  const events = fakeEvents();
  const labels = new Map(CLASSES.map(({ slug, label }) => [slug, label.toLowerCase()]));
  const answersOf: Partial<Api> = {
    watchBuckets: events.watchBuckets,
    getBucketMatrix: async () => ({ partners: PARTNERS, cells: rows }),
    noteDrafts: async () => ({ items: [] }),
    measureEdits: async () => ({ state: 'no-portfolio' }),
    getBucketLayers: async () => ({ buckets: [{ partner: 9112, cob: 'cargo', newer: 2, ending: 1, draft: null }] }),
    listBuckets: async ({ query }) => {
      const { partner, cob, status, q = '' } = query;
      const found = rows.filter(
        (row) =>
          (partner === undefined || row.partner === Number(partner)) &&
          (cob === undefined || row.cob === cob) &&
          (labels.get(row.cob) ?? '').includes(q.toLowerCase()),
      );
      const counts = { all: found.length, active: 0, draft: 0, pending_review: 0 };
      for (const row of found) counts[row.status] += 1;
      return { items: found.filter((row) => status === undefined || row.status === status), next: null, counts };
    },
    ...answers,
  };
  return { api: fakeBucketServer(undefined, [], answersOf).api, events };
}
