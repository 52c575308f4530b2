import { describe, expect, test } from 'vitest';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { targetKey } from './difference.ts';
import {
  answer,
  BUCKET,
  columnOf,
  compare,
  compareWith,
  createCell,
  edit,
  editSheet,
  exportSheet,
  MAX,
  POLICY,
  readSheet,
  reread,
  type,
  type Rows,
} from './testing.ts';

describe('a value that was changed', () => {
  test('is an override here, and may go into the dial instead', () => {
    const change = type([2, MAX, 750_000]);
    const here = compareWith(change);
    expect(here.entries[0]?.overrides).toEqual({ max_line: 750_000 });
    expect(here.taken).toMatchObject([
      {
        dial_id: 'a',
        name: 'Base',
        position: 1,
        exported: '600,000',
        sheet: '750,000',
        now: '600,000',
        target: 'here',
        outcome: { kind: 'override', value: '750,000' },
      },
    ]);
    const there = compareWith(change, { targets: new Map([[targetKey('a', 'max_line'), 'dial']]) });
    expect(there.entries).toEqual(BUCKET.entries);
    expect(there.taken).toMatchObject([{ target: 'dial', outcome: { kind: 'dial-draft' } }]);
    // On top of the newest version, so that nothing of that is lost.
    expect(there.dialEdits).toMatchObject([
      {
        dial_id: 'a',
        data: {
          values: { max_line: 750_000, lead_share_cap: 30 },
          dimensions: { revenue_ranges: '[0,200)' },
          reason: 'Changed in a sheet',
        },
      },
    ]);
  });

  test('back to that of the dial, or emptied, has no override', () => {
    for (const value of [5, undefined]) {
      const { entries, taken } = compareWith(type([3, POLICY, value]));
      expect(entries[1]?.overrides).toEqual({});
      expect(taken).toMatchObject([
        {
          exported: '4',
          sheet: value === undefined ? '–' : '5',
          outcome: { kind: 'own', value: '5' },
          target: undefined,
        },
      ]);
    }
  });

  test.each([
    [0.095, 4, true],
    [0.499, 4, true],
    [0.5, 4, false],
    [0.3, 0.4, false],
    [0.2, undefined, true],
  ])('to a share of %d percent from %j is asked: %j', (typed, before, isAsked) => {
    const entries = edit('b', { overrides: before === undefined ? {} : { lead_share_cap: before } });
    const bucket = { ...BUCKET, entries };
    const sheet = reread(exportSheet(bucket));
    const change = (rows: Rows) => void ((rows[2] ?? [])[columnOf(sheet, 'Lead share cap, %')] = createCell(typed));
    const reading = readSheet(bucket, editSheet(sheet, change));
    const open = compare(bucket, reading);
    const sides = { sheet: String(typed), now: before === undefined ? '–' : String(before) };
    const question = { kind: 'cell', field: 'lead_share_cap', isTinyShare: true, ...sides };
    expect(open.questions).toMatchObject(isAsked ? [question] : []);
    expect([open.open, open.taken.length]).toEqual(isAsked ? [1, 0] : [0, 1]);
    if (isAsked) expect(open.entries).toEqual(entries);
    for (const side of ['sheet', 'now'] as const) {
      const answers = new Map(open.questions.map(({ key }) => [key, side]));
      const result = compare(bucket, reading, { answers });
      const isTaken = side === 'sheet' || !isAsked;
      expect([result.open, result.entries[1]?.overrides.lead_share_cap]).toEqual([0, isTaken ? typed : before]);
    }
  });

  test('by both is asked, with nothing preset, and again when it changes once more', () => {
    const change = type([3, POLICY, 3]);
    const now = edit('b', { overrides: { policy_share_cap: 3.5 } });
    const open = compareWith(change, { now });
    expect(open.questions).toMatchObject([
      {
        kind: 'cell',
        field: 'policy_share_cap',
        name: 'Excess',
        position: 2,
        exported: '4',
        sheet: '3',
        now: '3.5',
      },
    ]);
    expect([open.open, open.entries, open.taken, open.later]).toEqual([1, now, [], []]);
    expect(answer(change, { now }, 'sheet').entries[1]?.overrides).toEqual({ policy_share_cap: 3 });
    expect(answer(change, { now }, 'now').entries).toEqual(now);
    const answers = new Map(open.questions.map(({ key }) => [key, 'sheet' as const]));
    expect(compareWith(change, { now: edit('b', { overrides: { policy_share_cap: 2 } }), answers }).open).toBe(1);
  });

  test('to the same by both is neither asked nor listed', () => {
    const now = edit('b', { overrides: { policy_share_cap: 3 } });
    expect(compareWith(type([3, POLICY, 3]), { now })).toMatchObject({
      questions: [],
      taken: [],
      later: [],
      entries: now,
    });
  });

  test('is asked where others took a version with another own value', () => {
    const now = edit('a', { version: 2 });
    const { questions } = compareWith(type([2, MAX, 700_000]), { now });
    expect(questions).toMatchObject([{ field: 'max_line', exported: '600,000', sheet: '700,000', now: '800,000' }]);
    const { entries } = answer(type([2, MAX, 600_001]), { now }, 'sheet');
    expect(entries[0]).toEqual({ dial_id: 'a', version: 2, overrides: { max_line: 600_001 } });
  });

  test('is wrong where Min line would be above Max line, also with what others saved', () => {
    const alone = compareWith(type([2, 'Min line, USD', 700_000]));
    expect(alone.errors).toMatchObject([{ message: 'Min line must be at most Max line' }]);
    expect([alone.entries, alone.taken]).toEqual([BUCKET.entries, []]);
    const now = edit('a', { overrides: { max_line: 100_000 } });
    const together = compareWith(type([2, 'Min line, USD', 500_000]), { now });
    expect(together.errors).toMatchObject([{ message: 'Min line must be at most Max line' }]);
    expect([together.entries, together.taken]).toEqual([now, []]);
  });
});

describe('what others saved meanwhile', () => {
  test('stays and is listed, with the cell in the sheet', () => {
    const now: BucketEntries = [
      { dial_id: 'd', version: 1, overrides: {} },
      { dial_id: 'a', version: 2, overrides: {} },
      { dial_id: 'b', version: 1, overrides: { policy_share_cap: 4, max_line: 9 } },
      { dial_id: 'new', version: 1, overrides: {} },
    ];
    const { later, entries, questions } = compareWith(() => {}, { now });
    expect([entries, questions]).toEqual([now, []]);
    expect(later).toMatchObject([
      { dial_id: 'a', field: 'version', cell: 'C2', exported: 'v1', sheet: 'v1', now: 'v2' },
      { dial_id: 'b', field: 'max_line', exported: '–', now: '9' },
      { dial_id: 'd', field: 'position', cell: 'A5', exported: '4', now: '1' },
      { dial_id: 'new', field: 'presence', cell: undefined, exported: '–', now: 'v1' },
      { dial_id: 'c', field: 'presence', cell: 'B4', exported: 'v1', now: '–' },
    ]);
  });

  test('a move that others made too is no change of the sheet', () => {
    const { entries } = BUCKET;
    const now = [...entries.slice(-1), ...entries.slice(0, -1)];
    const { taken, entries: result } = compareWith(type([entries.length + 1, 'Position', 1]), { now });
    expect([taken, result]).toEqual([[], now]);
  });

  test('a dial that others removed and the sheet changed is asked', () => {
    const now = BUCKET.entries.filter(({ dial_id }) => dial_id !== 'a');
    const change = type([2, MAX, 1]);
    expect(compareWith(change, { now })).toMatchObject({
      questions: [{ field: 'presence', exported: 'In the bucket', sheet: 'Changed', now: 'Removed' }],
      taken: [],
      entries: now,
    });
    expect(answer(change, { now }, 'sheet').entries[0]).toEqual({
      dial_id: 'a',
      version: 1,
      overrides: { max_line: 1 },
    });
  });
});

describe('a condition', () => {
  test('that was changed is saved in a draft of the dial', () => {
    const { taken, dialEdits, entries } = compareWith(type([3, 'Revenue', '1m-2m']));
    expect(taken).toMatchObject([
      { field: 'revenue_ranges', exported: '–', sheet: '[1000000,2000000]', outcome: { kind: 'dial-draft' } },
    ]);
    expect(dialEdits).toMatchObject([
      { dial_id: 'b', data: { dimensions: { revenue_ranges: '[1000000,2000000]' }, values: { policy_share_cap: 6 } } },
    ]);
    expect(entries).toEqual(BUCKET.entries);
  });

  test('that the newest version changed, too, is asked', () => {
    const change = type([2, 'Revenue', '[0,300)']);
    expect(compareWith(change)).toMatchObject({
      questions: [{ field: 'revenue_ranges', exported: '[0,100)', sheet: '[0,300)', now: '[0,200)' }],
      dialEdits: [],
    });
    expect(answer(change, {}, 'sheet').dialEdits).toMatchObject([
      { data: { dimensions: { revenue_ranges: '[0,300)' } } },
    ]);
    expect(answer(change, {}, 'now').dialEdits).toEqual([]);
  });

  test('that was emptied goes', () => {
    const { dialEdits } = answer(type([2, 'Revenue', undefined]), {}, 'sheet');
    expect(dialEdits[0]?.data.dimensions).toEqual({});
  });
});
