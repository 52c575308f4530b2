import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { ExampleData } from '#domain/example/example.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import type { DemoExample } from './demo-examples.ts';

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;
const FIRST_DAY = -330;

/** What the demo's dials are called by: their id, and how many versions are published so far. */
export type DemoPin = Readonly<{ id: string; published: number }>;
type PinOf = (dial: string) => DemoPin;

/** One thing that someone did to the demo's buckets. */
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
export function tellBuckets(buckets: readonly DemoBucket[], now: Date): BucketStep[] {
  const added: BucketStep = { at: moment(now, FIRST_DAY, 0), by: 'Demo Administrator', bucket: 'all', does: 'add' };
  return [added, ...buckets.flatMap((bucket, index) => stepsOf(bucket, index, now))];
}

const moment = (now: Date, days: number, minutes: number) => new Date(now.getTime() + days * DAY - minutes * MINUTE);

function stepsOf({ partner, cob, versions, examples = [], draft }: DemoBucket, index: number, now: Date): BucketStep[] {
  const bucket = { partner, cob };
  const by = index % 2 === 0 ? 'Demo Underwriter' : 'Demo Second Underwriter';
  const at = (day: number, minutes: number) => moment(now, day, minutes + index);
  const told = versions.flatMap(({ day, why, entries }): BucketStep[] => [
    { at: at(day, 200), by, bucket, does: { save: pinned(entries) } },
    { at: at(day, 130), by, bucket, does: { submit: why } },
    { at: at(day, 48), by: 'Demo Reviewer One', bucket, does: 'approve' },
    { at: at(day, 15), by: 'Demo Reviewer Two', bucket, does: 'approve' },
  ]);
  // Before what is live now went live: they are nothing new to a reviewer.
  const day = (versions.at(-1)?.day ?? 0) - 2;
  const kept = examples.map(({ name, journey, dimensions, expected }, place): BucketStep => {
    const example = { name, risk: { date: dayOf(now), journey, dimensions }, expected };
    return { at: at(day, 300 - 4 * place), by, bucket, does: { keep: example } };
  });
  if (draft === undefined) return [...told, ...kept];
  const { minutesAgo, review } = draft;
  const saved: BucketStep = {
    at: moment(now, 0, minutesAgo + (review === undefined ? 0 : 9)),
    by: draft.by,
    bucket,
    does: { save: pinned(draft.entries) },
  };
  const asked: BucketStep[] =
    review === undefined ? [] : [{ at: moment(now, 0, minutesAgo), by: draft.by, bucket, does: { submit: review } }];
  return [...told, ...kept, saved, ...asked];
}

/** What was not published by then is left out; a version that was not is the one before it. */
const pinned =
  (entries: readonly DemoEntry[]) =>
  (pinOf: PinOf): BucketEntries =>
    entries.flatMap(({ dial, version, overrides = {} }) => {
      const { id, published } = pinOf(dial);
      return published === 0 ? [] : [{ dial_id: id, version: Math.min(published, version ?? published), overrides }];
    });

/** Days from the first start: -14 is two weeks before it. */
type Day = number;

/** A dial of a demo bucket: in the version named, or in the newest that is published by then. */
export type DemoEntry = Readonly<{ dial: string; version?: number; overrides?: DialValues }>;

/** What a bucket held from a day on. Dials that were not published by then are left out. */
export type DemoVersion = Readonly<{ day: Day; why: string; entries: readonly DemoEntry[] }>;

/** One bucket and how it came to be: versions that went live, then a draft that is being written or reviewed. */
export type DemoBucket = Readonly<{
  partner: number;
  cob: string;
  versions: readonly DemoVersion[];
  examples?: readonly DemoExample[];
  draft?: Readonly<{ entries: readonly DemoEntry[]; minutesAgo: number; by: string; review?: string }>;
}>;
