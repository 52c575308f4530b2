import { describe, expect, test } from 'vitest';
import { MESSAGES } from '#domain/dial/check.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { BUCKET_MESSAGES, checkEntries, checkOverrides, entryNotes, type DialFacts } from './check.ts';
import { entry } from './entries.naive.ts';
import { BUCKET_LIMITS } from './entry.ts';

const dial = (more: Partial<DialFacts> = {}): DialFacts => ({
  deleted: false,
  active_from: null,
  active_until: null,
  values: {},
  ...more,
});

describe('overrides', () => {
  test.each<[string, DialValues, DialValues, [string, string][]]>([
    ['nothing overridden is right, whatever the dial says', {}, { min_line: 9, max_line: 1 }, []],
    [
      'zero and less',
      { max_line: 0, lead_share_cap: -1 },
      {},
      [
        ['lead_share_cap', MESSAGES.positive],
        ['max_line', MESSAGES.positive],
      ],
    ],
    ['a share above 100', { policy_share_cap: 100.5 }, {}, [['policy_share_cap', MESSAGES.share]]],
    ['a share of 100', { policy_share_cap: 100, lead_share_cap: 0.5 }, {}, []],
    ['cents', { min_line: 10.5 }, {}, [['min_line', MESSAGES.wholeDollars]]],
    ['Min line above the dial’s own Max line', { min_line: 9 }, { max_line: 8 }, [['min_line', MESSAGES.minAboveMax]]],
    ['Max line below the dial’s own Min line', { max_line: 8 }, { min_line: 9 }, [['max_line', MESSAGES.minAboveMax]]],
    ['both overridden', { max_line: 8, min_line: 9 }, { max_line: 10 }, [['min_line', MESSAGES.minAboveMax]]],
    ['equal ones', { max_line: 8, min_line: 8 }, {}, []],
    ['a wrong line is not compared as well', { max_line: -8, min_line: 9 }, {}, [['max_line', MESSAGES.positive]]],
    [
      'reports all errors at once',
      { policy_share_cap: 101, min_line: 9 },
      { max_line: 8 },
      [
        ['policy_share_cap', MESSAGES.share],
        ['min_line', MESSAGES.minAboveMax],
      ],
    ],
    ['the expiring line has no number to be wrong', { ignore_expiring_line: 'ignores' }, {}, []],
  ])('%s', (_, overrides, own, errors) => {
    expect(checkOverrides(overrides, own).map(({ path, message }) => [path, message])).toEqual(errors);
  });
});

describe('a bucket as a whole', () => {
  test('every mistake with its place: twice, unknown, wrong values', () => {
    const entries = [entry('a'), entry('a', 2), entry('gone'), entry('b', 1, { max_line: 0 })];
    expect(checkEntries(entries, ({ dial_id }) => (dial_id === 'gone' ? undefined : dial()))).toEqual([
      { path: 'entries.1', message: BUCKET_MESSAGES.twice },
      { path: 'entries.2', message: BUCKET_MESSAGES.unknown },
      { path: 'entries.3.overrides.max_line', message: MESSAGES.positive },
    ]);
  });

  test('as many dials as allowed, and one more', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => entry(String(index)));
    expect(checkEntries(many(BUCKET_LIMITS.entries), () => dial())).toEqual([]);
    expect(checkEntries(many(BUCKET_LIMITS.entries + 1), () => dial())).toEqual([
      { path: 'entries', message: 'A bucket holds at most 500 dials.' },
    ]);
  });

  test('Min line is compared with what that version of the dial says', () => {
    const factsOf = ({ version }: { version: number }) => dial({ values: { max_line: version } });
    const errors = checkEntries([entry('a', 5, { min_line: 6 }), entry('b', 7, { min_line: 6 })], factsOf);
    expect(errors).toEqual([{ path: 'entries.0.overrides.min_line', message: MESSAGES.minAboveMax }]);
  });

  test.each([
    ['not known', undefined, 'deleted'],
    ['deleted', dial({ deleted: true }), 'deleted'],
    ['deleted and expired', dial({ deleted: true, active_until: '2026-01-01' }), 'deleted'],
    ['ends today', dial({ active_until: '2026-11-15' }), 'expired'],
    ['ends tomorrow', dial({ active_until: '2026-11-16' }), undefined],
    ['starts tomorrow', dial({ active_from: '2026-11-16' }), 'upcoming'],
    ['starts today', dial({ active_from: '2026-11-15' }), undefined],
    ['has no window', dial(), undefined],
  ])('a dial that %s', (_, known, kind) => {
    const notes = entryNotes([entry('a')], () => known, '2026-11-15');
    expect(notes).toEqual(kind === undefined ? [] : [{ dial_id: 'a', kind }]);
  });
});
