import type { BucketPractice } from '#contract/practice.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { addDays, utcToday } from '#web/kit/format.ts';

const until = utcToday();
const from = addDays(until, -29);
const won = Object.fromEntries(VALUE_KEYS.map((key) => [key, 0])) as BucketPractice['dials'][number]['won'];

export const REPORTING: BucketPractice['reporting'] = {
  engines: 4,
  reporting: 3,
  since: '2026-09-19T08:00:00.000Z',
  until: new Date().toISOString(),
  dropped: 0,
};

type DialChange = Partial<BucketPractice['dials'][number]>;

/** 30 days with 100 decisions each, of which 10 have no max line. The dials are those of the list, in its order. */
export const makePractice = (
  dials: readonly (DialChange & Readonly<{ dial_id: string }>)[],
  more: Partial<BucketPractice> = {},
): BucketPractice => ({
  reporting: REPORTING,
  from,
  until,
  counted_from: from,
  days: Array.from({ length: 30 }, (_, index) => ({
    day: addDays(from, index),
    version: 12,
    decisions: 100,
    nothing_set: 0,
    no_max_line: 10,
    stopped: 0,
  })),
  dials: dials.map((dial) => ({
    counted_from: from,
    took_part: 60,
    decided: 60,
    won,
    days: [{ day: until, decided: 60 }],
    beaten_by: null,
    ...dial,
  })),
  ...more,
});
