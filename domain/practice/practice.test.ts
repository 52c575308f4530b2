import { expect, test } from 'vitest';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { readCounts, storeCounts } from './counts.ts';
import { type CountedDay, describeReporting, latestDay, listFirstDays, sumDials } from './practice.ts';

const dial = (dial_id: string, took_part: number, decided: number, won: object = {}, by?: string) => ({
  dial_id,
  version: 1,
  took_part,
  decided,
  won,
  beaten_by: by === undefined ? null : { dial_id: by, times: took_part },
});
const none = Object.fromEntries(VALUE_KEYS.map((key) => [key, 0]));
const BUCKET_DAY = { decisions: 9, nothing_set: 0, no_max_line: 0, stopped: 0, compared: 0, differs: 0 };
const day = (text: string, version: number, dial_ids: string[], dials: ReturnType<typeof dial>[]): CountedDay => ({
  ...BUCKET_DAY,
  day: text,
  version,
  dial_ids,
  ...storeCounts(dials, dial_ids),
});

test('the counters of each dial are read as they were stored, and what was never stored is zero', () => {
  const ids = ['a', 'b', 'c'];
  const { counts, beaten } = storeCounts(
    [dial('b', 5, 4, { max_line: 4, min_line: 1 }), dial('c', 3, 0, {}, 'b'), dial('unknown', 9, 9)],
    ids,
  );
  expect(readCounts(counts, ids.length)).toEqual([
    { took_part: 0, decided: 0, won: none },
    { took_part: 5, decided: 4, won: { ...none, max_line: 4, min_line: 1 } },
    { took_part: 3, decided: 0, won: none },
  ]);
  expect(beaten).toEqual({ 2: { 1: 3 } });
  expect(readCounts([], 1)).toEqual([{ took_part: 0, decided: 0, won: none }]);
});

test('a client that does not count decisions of a dial counts the value that it won most often', () => {
  const { decided: _, ...older } = dial('a', 5, 0, { max_line: 2, min_line: 3 });
  expect(readCounts(storeCounts([older], ['a']).counts, 1)[0]?.decided).toBe(3);
});

test('a dial is summed over versions in which it has another place', () => {
  const totals = sumDials([
    day('2026-11-01', 1, ['a', 'b'], [dial('a', 4, 4, { max_line: 4 }), dial('b', 4, 0, {}, 'a')]),
    day('2026-11-02', 2, ['c', 'b', 'a'], [dial('a', 1, 1, { max_line: 1 }), dial('b', 2, 0, {}, 'c')]),
    day('2026-11-02', 1, ['a', 'b'], [dial('a', 2, 2, { max_line: 2 })]),
  ]);
  expect(totals.get('a')).toMatchObject({ took_part: 7, decided: 7, won: { max_line: 7 }, beaten_by: null });
  expect([...(totals.get('a')?.days ?? [])]).toEqual([
    ['2026-11-01', 4],
    ['2026-11-02', 3],
  ]);
  expect(totals.get('b')).toMatchObject({ took_part: 6, decided: 0, beaten_by: 'a' });
});

test('engines that are silent, or without a valid token, do not report; what they counted stays', () => {
  const now = new Date('2026-11-18T12:00:00Z');
  const at = (time: string) => new Date(`2026-11-18T${time}:00Z`);
  const engine = { last_seen_at: at('11:59'), first_counted_at: at('09:00'), last_counted_at: at('11:58') };
  const valid = { dropped: 1, is_valid: true };
  expect(
    describeReporting(
      [
        { ...engine, ...valid },
        { ...engine, ...valid, last_seen_at: at('10:00'), last_counted_at: at('10:00') },
        { ...engine, dropped: 4, is_valid: false, first_counted_at: at('08:00') },
        { last_seen_at: at('11:59'), first_counted_at: null, last_counted_at: null, dropped: 0, is_valid: true },
      ],
      now,
    ),
  ).toEqual({ engines: 3, reporting: 1, since: at('08:00'), until: at('11:58'), dropped: 6 });
  expect(describeReporting([], now)).toEqual({ engines: 0, reporting: 0, since: null, until: null, dropped: 0 });
});

test('a dial counts from the day it came into the bucket, and again if it was away', () => {
  const live = (text: string, ...dial_ids: string[]) => ({ live_at: new Date(`${text}T23:00:00Z`), dial_ids });
  const first = listFirstDays([
    live('2026-10-01', 'a', 'b'),
    live('2026-11-01', 'a', 'c'),
    live('2026-11-14', 'c', 'b', 'a'),
  ]);
  expect([...first]).toEqual([
    ['c', '2026-11-01'],
    ['b', '2026-11-14'],
    ['a', '2026-10-01'],
  ]);
  expect(latestDay('2026-10-20', first.get('a'), null, undefined)).toBe('2026-10-20');
  expect(latestDay('2026-10-20', first.get('b'), '2026-11-02')).toBe('2026-11-14');
});
