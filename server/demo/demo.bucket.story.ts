import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { ExampleData } from '#domain/example/example.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import type { DemoExample } from './demo-examples.ts';

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;
const FIRST_DAY = -330;

/** A demo dial: its id, and the number of published versions. */
export type DemoPin = Readonly<{ id: string; published: number }>;
type PinOf = (dial: string) => DemoPin;

/** One action on the demo's buckets. */
export type BucketStep = Readonly<{
  at: Date;
  by: string;
  bucket: BucketAddress | 'all';
  does:
    | 'add'
    | 'approve'
    | Readonly<{ save: (pinOf: PinOf) => BucketEntries }>
    | Readonly<{ submit: string }>
    | Readonly<{ keep: ExampleData }>;
}>;

/** The history of all buckets, up to now. */
export function buildBucketHistory(buckets: readonly DemoBucket[], now: Date): BucketStep[] {
  const added: BucketStep = { at: moment(now, FIRST_DAY, 0), by: 'Demo Administrator', bucket: 'all', does: 'add' };
  return [added, ...buckets.flatMap((bucket, index) => stepsOf(bucket, index, now))];
}

const moment = (now: Date, days: number, minutes: number) => new Date(now.getTime() + days * DAY - minutes * MINUTE);

function stepsOf({ partner, cob, versions, examples = [], draft }: DemoBucket, index: number, now: Date): BucketStep[] {
  const bucket = { partner, cob };
  const by = index % 2 === 0 ? 'Demo Underwriter' : 'Demo Second Underwriter';
  const at = (day: number, minutes: number) => moment(now, day, minutes + index);
  const history = versions.flatMap(({ day, why, entries }): BucketStep[] => [
    { at: at(day, 200), by, bucket, does: { save: pinned(entries) } },
    { at: at(day, 130), by, bucket, does: { submit: why } },
    { at: at(day, 48), by: 'Demo Reviewer One', bucket, does: 'approve' },
    { at: at(day, 15), by: 'Demo Reviewer Two', bucket, does: 'approve' },
  ]);
  // Before the live version went live, so that they are not new to a reviewer.
  const day = (versions.at(-1)?.day ?? 0) - 2;
  const added = examples.map(({ name, journey, dimensions, expected }, position): BucketStep => {
    const example = { name, risk: { date: dayOf(now), journey, dimensions }, expected };
    return { at: at(day, 300 - 4 * position), by, bucket, does: { keep: example } };
  });
  if (draft === undefined) return [...history, ...added];
  const { minutesAgo, review } = draft;
  const saved: BucketStep = {
    at: moment(now, 0, minutesAgo + (review === undefined ? 0 : 9)),
    by: draft.by,
    bucket,
    does: { save: pinned(draft.entries) },
  };
  const submitted: BucketStep[] =
    review === undefined ? [] : [{ at: moment(now, 0, minutesAgo), by: draft.by, bucket, does: { submit: review } }];
  return [...history, ...added, saved, ...submitted];
}

/** Leaves out dials that were not published by then; uses the previous version if one was not. */
const pinned =
  (entries: readonly DemoEntry[]) =>
  (pinOf: PinOf): BucketEntries =>
    entries.flatMap(({ dial, version, overrides = {} }) => {
      const { id, published } = pinOf(dial);
      return published === 0 ? [] : [{ dial_id: id, version: Math.min(published, version ?? published), overrides }];
    });

/** Days from the first start: -14 is two weeks before it. */
type Day = number;

/** A dial of a demo bucket: in the given version, or in the newest one published by then. */
export type DemoEntry = Readonly<{ dial: string; version?: number; overrides?: DialValues }>;

/** The content of a bucket from a day on. Dials that were not published by then are left out. */
export type DemoVersion = Readonly<{ day: Day; why: string; entries: readonly DemoEntry[] }>;

/** A bucket and its history: versions that went live, then a draft that is being written or reviewed. */
export type DemoBucket = Readonly<{
  partner: number;
  cob: string;
  versions: readonly DemoVersion[];
  examples?: readonly DemoExample[];
  draft?: Readonly<{ entries: readonly DemoEntry[]; minutesAgo: number; by: string; review?: string }>;
}>;
