import type { Bucket, KnownBucketDial } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import type { ReferenceData } from '#contract/reference.ts';
import { type BucketEntries, type BucketEntry, sameEntries } from '#domain/bucket/entry.ts';
import { bucketAbilities, BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import { summariseChanges } from '#domain/bucket/summary.ts';
import { stopAbilities } from '#domain/bucket/stop.ts';
import { submissionAbilities } from '#domain/review/round.ts';
import { permissionsOf } from '#domain/user/role.ts';
import { bucketStatus } from '#domain/bucket/state.ts';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import type { DialValues } from '#domain/value/registry.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { NO_REPORTS } from '#web/impact/outcome/testing.ts';
import { fakeApi } from '#web/testing/page.tsx';

export const ME = { id: 'u1', name: 'Demo Underwriter' };
export const OTHER = { id: 'u2', name: 'Demo Cyber Lead' };
export const ADDRESS = { partner: 9101, cob: 'cyber-privacy-and-tech' } as const;
export const NOTHING_REFERRED = Object.fromEntries(
  REFERENCE_LISTS.map((list) => [list, []]),
) as unknown as ReferenceData;

/** The id of the n-th dial: a valid UUID that contains the number. */
export const dialId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The n-th dial at a version; "Dial 7" unless the data says otherwise. */
export function makeDial(
  n: number,
  data: Partial<DialData> = {},
  more: Partial<Omit<KnownBucketDial, 'data' | 'dial_id'>> = {},
): KnownBucketDial {
  return {
    dial_id: dialId(n),
    version: 1,
    status: 'active',
    deleted: false,
    newer: null,
    data: { ...EMPTY_DIAL, name: `Dial ${n}`, values: { max_line: n * 100_000 }, ...data },
    ...more,
  };
}

/** Dial 1 … Dial n. */
export const makeDials = (count: number): KnownBucketDial[] =>
  Array.from({ length: count }, (_, index) => makeDial(index + 1));

/** The dial with a newer published version, for the notice. */
export function withNewer(dial: KnownBucketDial, data: Partial<DialData>): KnownBucketDial {
  const { newer: _, ...plain } = dial;
  return { ...dial, newer: { ...plain, version: dial.version + 1, data: { ...dial.data, ...data } } };
}

export const entryOf = (
  { dial_id, version }: Readonly<{ dial_id: string; version: number }>,
  overrides: DialValues = {},
): BucketEntry => ({ dial_id, version, overrides });

export const entriesOf = (dials: readonly KnownBucketDial[]): BucketEntries => dials.map((dial) => entryOf(dial));

const EDITOR = { id: ME.id, permissions: permissionsOf('Underwriter') };
const abilitiesOf = (draft: Bucket['draft'], stop: Bucket['stop'] = null): Bucket['abilities'] => ({
  ...bucketAbilities(EDITOR, draft),
  ...submissionAbilities(EDITOR, draft, {
    isScheduled: Boolean(draft?.review?.approved_at),
    asksEarlier: Boolean(draft?.review?.earlier),
  }),
  ...stopAbilities(EDITOR, stop !== null, draft),
});

export const NO_ABILITIES = Object.fromEntries(
  Object.keys(abilitiesOf(null)).map((name) => [name, false]),
) as Bucket['abilities'];

/** A review that goes live as soon as it is approved. */
export const UNDATED = { live_on: null, approved_at: null, restart: false, earlier: null } as const;

/** A draft of the bucket, for `makeBucket`. */
export const makeDraft = (
  entries: BucketEntries,
  more: Partial<NonNullable<Bucket['draft']>> = {},
): NonNullable<Bucket['draft']> => ({
  state: 'draft',
  based_on: 12,
  description: '',
  saved_at: '2026-11-16T10:58:00.000Z',
  saved_by: ME,
  entries,
  notes: [],
  review: null,
  ...more,
});

/** 9101 Alder, Cyber Privacy & Tech, live v12, for a person who may edit. */
export function makeBucket(live: BucketEntries = [], more: Partial<Bucket> = {}): Bucket {
  const draft = more.draft ?? null;
  return {
    cob: ADDRESS.cob,
    partner: { number: 9101, name: 'Alder' },
    appetite: 1.25,
    raise: null,
    stop: null,
    revision: '40',
    status: bucketStatus(draft),
    header: null,
    live: {
      number: 12,
      live_at: '2026-11-03T09:00:00.000Z',
      activated_at: '2026-11-03T09:00:00.000Z',
      superseded_at: null,
      saved_by: ME,
      description: '',
      entries: live,
      notes: [],
    },
    draft,
    abilities: abilitiesOf(draft, more.stop),
    ...more,
  };
}

const following = (bucket: Bucket, draft: Bucket['draft']): Bucket => ({
  ...bucket,
  draft,
  revision: String(Number(bucket.revision) + 1),
  status: bucketStatus(draft),
  header: null,
  abilities: abilitiesOf(draft),
});

/** When others change something while a page is open. Must be today: only then is the time shown without the date. */
export const JUST_NOW = new Date().toISOString();

/**
 * A fake server with one bucket that follows the contract: a change on an old revision is refused. `answers` replaces
 * routes.
 */
export function fakeBucketServer(bucket?: Bucket, dials: readonly KnownBucketDial[] = [], answers: Partial<Api> = {}) {
  const server = {
    bucket,
    dials: [...dials],
    calls: [] as string[],
    saves: [] as { by: typeof OTHER; at: string }[],
    /** The fully fetched versions, in order. */
    read: [] as string[],
    /** Refuses the next call of this name. */
    refuse: {} as Partial<Record<keyof Api, Error>>,
    /** A save is stored at once and answered after this promise. */
    saveAnswer: Promise.resolve(),
    /** Someone else saves the draft. */
    theySave: (entries: BucketEntries, more: Partial<NonNullable<Bucket['draft']>> = {}) => {
      server.saves.push({ by: OTHER, at: JUST_NOW });
      server.bucket = following(found(), makeDraft(entries, { saved_by: OTHER, saved_at: JUST_NOW, ...more }));
    },
    theyReset: () => void (server.bucket = following(found(), null)),
    theySubmit: () => {
      const review = { description: 'Theirs', submitted_at: JUST_NOW, submitted_by: OTHER, ...UNDATED };
      const entries = found().draft?.entries ?? found().live.entries;
      server.bucket = following(found(), makeDraft(entries, { state: 'pending_review', saved_by: OTHER, review }));
    },
  };
  const found = (): Bucket => {
    if (server.bucket === undefined) throw new Problem('not-found', 'There is no such bucket.');
    return server.bucket;
  };
  const recordCall = (name: keyof Api) => {
    server.calls.push(name);
    const refusal = server.refuse[name];
    delete server.refuse[name];
    if (refusal) throw refusal;
  };
  const change = (name: keyof Api, ifMatch: string | undefined, next: (now: Bucket) => Bucket['draft']): Bucket => {
    recordCall(name);
    if (ifMatch !== found().revision) throw new Problem('stale', 'Someone saved in between.');
    server.bucket = following(found(), next(found()));
    return server.bucket;
  };
  const findVersions = (pin: Readonly<{ dial_id: string; version: number }>): KnownBucketDial[] => {
    const exact = server.dials.find(({ dial_id, version }) => dial_id === pin.dial_id && version === pin.version);
    if (exact !== undefined) return [exact];
    const newer = server.dials.find(({ dial_id }) => dial_id === pin.dial_id)?.newer;
    return newer?.version === pin.version ? [{ ...newer, newer: null }] : [];
  };
  const sideOf = (side: unknown): BucketEntries =>
    side === 'draft' ? (found().draft?.entries ?? found().live.entries) : found().live.entries;
  const routes: Partial<Api> = {
    getReferenceData: async () => NOTHING_REFERRED,
    listBucketSaves: async () => ({ items: server.saves.toReversed(), next: null }),
    getOutcome: async () => NO_REPORTS,
    listPartners: async () => ({ items: [found().partner] }),
    listBucketLimits: async () => ({ items: [] }),
    getBucket: async () => {
      recordCall('getBucket');
      return found();
    },
    readBucketDials: async ({ body }) => {
      recordCall('readBucketDials');
      server.read.push(...body.pins.map(({ dial_id, version }) => `${dial_id} ${version}`));
      return { items: body.pins.flatMap(findVersions) };
    },
    readBucketDialStates: async ({ body }) => {
      recordCall('readBucketDialStates');
      return { items: body.pins.flatMap(findVersions) };
    },
    pickDials: async () => ({
      items: server.dials.map((dial) => ({ ...dial, for_every_class: false })),
      next: null,
      words: [],
    }),
    summariseBucket: async ({ query }) => {
      const [before, after] = [sideOf(query?.from ?? 'live'), sideOf(query?.to ?? 'draft')];
      const dataOf = (pin: Readonly<{ dial_id: string; version: number }>) => findVersions(pin)[0]?.data ?? EMPTY_DIAL;
      const ids = (entries: BucketEntries) => entries.map(({ dial_id }) => dial_id);
      return {
        counts: countChanges(diffEntries(before, after)),
        changes: summariseChanges(before, after, dataOf),
        before: ids(before),
        after: ids(after),
      };
    },
    saveBucketDraft: async ({ body }, options) => {
      const saved = change('saveBucketDraft', options?.ifMatch, ({ draft, live }) => {
        if (draft?.state === 'pending_review') throw new Problem('conflict', BUCKET_REFUSALS.pending);
        const entries = body.entries as BucketEntries;
        return draft === null && sameEntries(live.entries, entries) ? null : makeDraft(entries);
      });
      await server.saveAnswer;
      return saved;
    },
    resetBucketDraft: async (_input, options) => change('resetBucketDraft', options?.ifMatch, () => null),
    submitForReview: async ({ body }, options) =>
      change('submitForReview', options?.ifMatch, ({ draft, live }) => {
        if (draft === null) throw new Problem('conflict', BUCKET_REFUSALS.noDraft);
        if (sameEntries(live.entries, draft.entries)) throw new Problem('conflict', BUCKET_REFUSALS.noChange);
        const given = { ...UNDATED, description: body.description, live_on: body.live_on ?? null };
        const review = { ...given, submitted_at: draft.saved_at, submitted_by: ME };
        return { ...draft, state: 'pending_review', review };
      }),
    cancelReviews: async (_input, options) =>
      change('cancelReviews', options?.ifMatch, ({ draft }) => draft && { ...draft, state: 'draft', review: null }),
    listExamples: async () => ({ items: [], changes: [] }),
    measureImpact: async () => ({ state: 'no-portfolio' }),
    readReviewImpact: async () => ({
      stored: [],
      missing: 'no-portfolio',
      unchanged: null,
      has_new_limits: false,
      live: found().live.number,
    }),
    getHighestValues: async () => ({ of_class: {}, of_dials: [] }),
    watchBuckets: () => Promise.resolve(new ReadableStream<Uint8Array<ArrayBuffer>>()),
    ...answers,
  };
  return { server, api: fakeApi(routes) };
}

/** The number of each dial, as `dialId` and `makeDial` count them. */
export const numbersOf = (entries: BucketEntries): number[] => entries.map(({ dial_id }) => Number(dial_id.slice(-6)));
