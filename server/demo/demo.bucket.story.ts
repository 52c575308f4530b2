import { randomUUID } from 'node:crypto';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Expected } from '#domain/example/example.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import type { Choice } from '#domain/review/round.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import type { DemoExample } from './demo-examples.ts';
import type { DemoRisk, DemoSet } from './demo-programme.ts';

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;
const FIRST_DAY = -556;

/** A demo dial: its id, the number of published versions, and the values of each. */
export type DemoPin = Readonly<{ id: string; published: number; values: readonly DialValues[] }>;
type PinOf = (dial: string) => DemoPin;

/** An example to keep; without expected values it expects what the bucket gives. */
export type KeptExample = Readonly<{ name: string; risk: Risk; expected?: Expected }>;

/** One action on some of the demo's buckets. */
export type BucketStep = Readonly<{
  at: Date;
  by: string;
  buckets: readonly BucketAddress[] | 'all';
  /** The set of a submitted change of several buckets. */
  set: string | null;
  does:
    | 'add'
    | Readonly<{ vote: Choice; comment: string }>
    | Readonly<{ save: (pinOf: PinOf, bucket: BucketAddress, live: BucketEntries) => BucketEntries }>
    | Readonly<{ submit: string }>
    | Readonly<{ comment: string; dial: string | undefined }>
    | Readonly<{ keep: readonly KeptExample[] }>;
}>;

const REVIEWERS = ['Demo Reviewer One', 'Demo Reviewer Two'] as const;
const authorOf = (index: number) => (index % 2 === 0 ? 'Demo Underwriter' : 'Demo Second Underwriter');

/** The history of all buckets, up to now. */
export function buildBucketHistory({ buckets, changes, drafts }: DemoBook, now: Date): BucketStep[] {
  const at = moment(now, FIRST_DAY, 0);
  return [
    { at, by: 'Demo Administrator', buckets: 'all', set: null, does: 'add' },
    ...buckets.flatMap((bucket, index) => stepsOf(bucket, index, now)),
    ...changes.flatMap((change, index) => stepsOfChange(change, index, now)),
    ...drafts.flatMap((draft) => stepsOfDraft(draft, now)),
  ];
}

const moment = (now: Date, days: number, minutes: number) => new Date(now.getTime() + days * DAY - minutes * MINUTE);

function stepsOf({ partner, cob, versions, examples = [], draft }: DemoBucket, index: number, now: Date): BucketStep[] {
  const of = { buckets: [{ partner, cob }], set: null, by: authorOf(index) };
  const at = (day: number, minutes: number) => moment(now, day, minutes + index);
  const history = versions.flatMap(({ day, why, entries }): BucketStep[] => [
    { ...of, at: at(day, 200), does: { save: (pinOf) => pin(entries, pinOf) } },
    { ...of, at: at(day, 130), does: { submit: why } },
    { ...of, at: at(day, 48), by: REVIEWERS[0], does: { vote: 'approve', comment: '' } },
    { ...of, at: at(day, 15), by: REVIEWERS[1], does: { vote: 'approve', comment: '' } },
  ]);
  // Before the live version went live, so that they are not new to a reviewer.
  const day = (versions.at(-1)?.day ?? 0) - 2;
  const added = examples.map(({ expected, ...risk }, position): BucketStep => {
    const example = { ...exampleOf(risk, now), expected };
    return { ...of, at: at(day, 300 - 4 * position), does: { keep: [example] } };
  });
  if (draft === undefined) return [...history, ...added];
  const { entries, ...rest } = draft;
  const steps = stepsOfDraft({ partner, cob, ...rest, edit: (_live, pinOf) => pin(entries, pinOf) }, now);
  return [...history, ...added, ...steps];
}

const exampleOf = ({ name, journey, dimensions }: DemoRisk, now: Date): KeptExample => ({
  name,
  risk: { date: dayOf(now), journey, dimensions },
});

function stepsOfDraft({ partner, cob, minutesAgo, by, review, edit }: DemoDraft, now: Date): BucketStep[] {
  const of = { buckets: [{ partner, cob }], set: null, by };
  const saved = moment(now, 0, minutesAgo + (review === undefined ? 0 : 9));
  return [
    { ...of, at: saved, does: { save: (pinOf, _bucket, live) => edit(live, pinOf) } },
    ...(review === undefined ? [] : [{ ...of, at: moment(now, 0, minutesAgo), does: { submit: review } }]),
  ];
}

/** Saved, submitted and approved within a day; what was rejected first comes two days earlier. */
function stepsOfChange(change: DemoChange, index: number, now: Date): BucketStep[] {
  const { cob, partners, why, examples, comment, rejected, entriesOf } = change;
  const buckets = partners.map((partner) => ({ partner, cob }));
  const round = (day: number, values: Readonly<Record<string, DialValues>>, votes: readonly BucketStep['does'][]) => {
    const at = (minutes: number) => moment(now, day, minutes + 5 * index);
    const of = { buckets, set: buckets.length > 1 ? randomUUID() : null };
    const save: BucketStep['does'] = {
      save: (pinOf, { partner }) =>
        pin(
          entriesOf(partner).map((entry) => ({
            ...entry,
            overrides: (own) => ({ ...overridesOf(entry, own), ...values[entry.dial] }),
          })),
          pinOf,
        ),
    };
    return [
      { ...of, by: authorOf(index), at: at(200), does: save },
      { ...of, by: authorOf(index), at: at(130), does: { submit: why } },
      ...votes.map((does, vote) => ({ ...of, by: REVIEWERS[vote % 2] ?? '', at: at(48 - 11 * vote), does })),
    ];
  };
  const approve: BucketStep['does'] = { vote: 'approve', comment: '' };
  const remark: BucketStep['does'][] = comment ? [{ comment: comment.text, dial: comment.dial }, approve] : [];
  const rejections = rejected?.comments.map((text): BucketStep['does'] => ({ vote: 'reject', comment: text })) ?? [];
  const kept: BucketStep = {
    buckets: examples.of.map((partner) => ({ partner, cob })),
    set: null,
    by: authorOf(index),
    at: moment(now, change.day, 160 + 5 * index),
    does: { keep: examples.risks.map((risk) => exampleOf(risk, now)) },
  };
  return [
    ...(rejected ? round(change.day - 2, { [rejected.dial]: rejected.values }, rejections) : []),
    // Of a remark and two votes, the second vote is the first reviewer's.
    ...round(change.day, {}, remark.length > 0 ? [...remark, approve] : [approve, approve]),
    ...(kept.buckets.length > 0 ? [kept] : []),
  ];
}

const overridesOf = ({ overrides = {} }: DemoEntry, own: DialValues): DialValues =>
  typeof overrides === 'function' ? overrides(own) : overrides;

/** Leaves out dials that were not published by then; uses the previous version if one was not. */
const pin = (entries: readonly DemoEntry[], pinOf: PinOf): BucketEntries =>
  entries.flatMap((entry) => {
    const { id, published, values } = pinOf(entry.dial);
    if (published === 0) return [];
    const version = Math.min(published, entry.version ?? published);
    return [{ dial_id: id, version, overrides: overridesOf(entry, values[version - 1] ?? {}) }];
  });

/** Days from the first start: -14 is two weeks before it. */
type Day = number;

/**
 * A dial of a demo bucket: in the given version, or in the newest one published by then, and the overrides of its own
 * values.
 */
export type DemoEntry = Readonly<{
  dial: string;
  version?: number;
  overrides?: DialValues | ((own: DialValues) => DialValues);
}>;

/** The content of a bucket from a day on. Dials that were not published by then are left out. */
export type DemoVersion = Readonly<{ day: Day; why: string; entries: readonly DemoEntry[] }>;

/** A bucket and its history: versions that went live, then a draft that is being written or reviewed. */
export type DemoBucket = BucketAddress &
  Readonly<{
    versions: readonly DemoVersion[];
    examples?: readonly DemoExample[];
    draft?: DraftFacts & Readonly<{ entries: readonly DemoEntry[] }>;
  }>;

type DraftFacts = Readonly<{ minutesAgo: number; by: string; review?: string }>;

/** A draft as an edit of what is live. */
export type DemoDraft = BucketAddress &
  DraftFacts &
  Readonly<{ edit: (live: BucketEntries, pinOf: PinOf) => BucketEntries }>;

/** A change of the buckets of a class that went live on a day. */
export type DemoChange = DemoSet &
  Readonly<{
    cob: string;
    partners: readonly number[];
    entriesOf: (partner: number) => readonly DemoEntry[];
    /** Added with this change, to the buckets of these partners. */
    examples: Readonly<{ of: readonly number[]; risks: readonly DemoRisk[] }>;
  }>;

export type DemoBook = Readonly<{
  buckets: readonly DemoBucket[];
  changes: readonly DemoChange[];
  drafts: readonly DemoDraft[];
}>;
