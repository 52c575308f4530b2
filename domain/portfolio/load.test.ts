import { expect, test } from 'vitest';
import { advanceLoad, type LoadEvent, type LoadState, type Progress, startLoad, type Written } from './load.ts';

const progress = (rows: number, wrongRows = 0): Progress => ({
  rows,
  fixedRows: 0,
  wrongRows,
  lostRows: 0,
  wrongValues: wrongRows,
  columns: [],
  causes: [],
  causeCount: 0,
  period: undefined,
});
const written = (risks: number) => ({ risks, chunks: [] }) as unknown as Written;
const checked = (run: number, risks: number, wrongRows = 0): LoadEvent => ({
  type: 'checked',
  run,
  written: written(risks),
  ...progress(risks, wrongRows),
});
const request = { name: 'Risks', period: null, rows: 'leave_out' } as const;

/** The state after these events, and the commands they led to. */
function run(events: readonly LoadEvent[], from: LoadState = startLoad('2026-11-16')) {
  const commands: string[] = [];
  const load = events.reduce((before, event) => {
    const [after, command] = advanceLoad(before, event);
    if (command !== undefined) commands.push(command.do);
    return after;
  }, from);
  return { load, commands };
}

const READ: readonly LoadEvent[] = [
  { type: 'received', bytes: 10, kind: 'csv', isLast: false },
  { type: 'received', bytes: 5, kind: 'csv', isLast: true },
  { type: 'read', columns: [], rows: 3 },
  { type: 'guessed', targets: ['reference', 'cob'], undecided: [] },
];

test('a file is received, read, guessed, checked and saved', () => {
  const { load, commands } = run([...READ, checked(1, 3), { type: 'save-requested', request }]);
  expect(commands).toEqual(['read', 'guess', 'check', 'save']);
  expect(load).toMatchObject({ phase: 'keeping', received: 15, rows: 3, part: 0 });
  expect(run([{ type: 'saved', portfolioId: 'P' }], load).load).toMatchObject({ phase: 'kept', portfolioId: 'P' });
  const refused = run([{ type: 'save-refused', message: 'No.' }], load).load;
  expect(refused).toMatchObject({ phase: 'checked', problem: 'No.', saveRequest: undefined });
});

test('a save requested during a check waits for a poll; another mapping cancels it', () => {
  const waiting = run([...READ, { type: 'save-requested', request }, checked(1, 3)]);
  expect([waiting.load.phase, waiting.commands.includes('save')]).toEqual(['checked', false]);
  expect(run([{ type: 'polled' }], waiting.load).commands).toEqual(['save']);
  const mapped: LoadEvent = { type: 'mapped', targets: ['reference', 'cob'], chosen: [], matches: [], answers: [] };
  expect(run([mapped, checked(2, 3), { type: 'polled' }], waiting.load).commands).toEqual(['check']);
});

test('late results of an older check are ignored', () => {
  const again = run([
    ...READ,
    { type: 'mapped', targets: ['reference', 'cob'], chosen: [], matches: [], answers: [] },
  ]).load;
  const late: LoadEvent[] = [
    { type: 'checking', run: 1, ...progress(1) },
    checked(1, 1),
    { type: 'unusable', run: 1, sentence: 'Of the first check.' },
  ];
  expect(run(late, again).load).toEqual(again);
  expect(run([{ type: 'checking', run: 2, ...progress(2) }], again).load.found?.rows).toBe(2);
});

test('columns that cannot be checked have to be mapped, and stop the check that runs', () => {
  const { load, commands } = run([
    ...READ,
    { type: 'mapped', targets: ['reference', 'unused'], chosen: [1], matches: [], answers: [] },
  ]);
  expect(load).toMatchObject({ phase: 'mapping', run: 2, problem: expect.stringContaining('class of business') });
  expect(commands.at(-1)).toBe('check');
});

test('columns of one name wait until a person has said what each of them is', () => {
  const column = (name: string) => ({ name, first: [], sample: [], isNested: false, isNumeric: false });
  const columns = ['reference', 'cob', 'Revenue', 'revenue'].map(column);
  const targets = ['reference', 'cob', 'unused', 'unused'] as const;
  const mapped = (...chosen: number[]): LoadEvent => ({ type: 'mapped', targets, chosen, matches: [], answers: [] });
  const { load } = run([
    ...READ.slice(0, 2),
    { type: 'read', columns, rows: 3 },
    { type: 'guessed', targets, undecided: [2, 3] },
  ]);
  expect(load).toMatchObject({ phase: 'mapping', problem: expect.stringContaining('C and D') });
  const half = run([mapped(0), mapped(2), mapped()], load).load;
  expect(half).toMatchObject({ phase: 'mapping', undecided: [3], chosen: [0, 2] });
  expect(run([mapped(3)], half).load).toMatchObject({
    phase: 'checking',
    problem: null,
    undecided: [],
    chosen: [0, 2, 3],
  });
});

test('without a column of dates, another period is another check', () => {
  const later = { ...request, period: { from: '2026-01-01', until: '2026-12-31' } };
  const { load, commands } = run([...READ, checked(1, 3), { type: 'save-requested', request: later }]);
  expect(load).toMatchObject({ phase: 'checking', run: 2, day: '2026-01-01', saveRequest: later });
  expect(commands.at(-1)).toBe('check');
  expect(run([checked(2, 3), { type: 'polled' }], load).commands).toEqual(['save']);
});

test('rows that were skipped are checked again to be loaded without their wrong values', () => {
  const missing = { ...request, rows: 'value_missing' } as const;
  const { load, commands } = run([...READ, checked(1, 2, 1), { type: 'save-requested', request: missing }]);
  expect(load).toMatchObject({ phase: 'checking', run: 2, keepsWrong: true, saveRequest: missing });
  expect(commands.at(-1)).toBe('check');
  expect(run([checked(2, 3, 1), { type: 'polled' }], load).commands).toEqual(['save']);
});

test('answers about a column are dropped when it becomes another dimension', () => {
  const dates = { column: 1, question: 'dates', answer: 'day first' } as const;
  const answered: LoadEvent = {
    type: 'mapped',
    targets: ['reference', 'cob'],
    chosen: [],
    matches: [],
    answers: [dates],
  };
  const { load } = run([...READ, answered]);
  expect(load.answers).toEqual([dates]);
  expect(run([{ ...answered, targets: ['cob', 'reference'], answers: [] }], load).load.answers).toEqual([]);
});

test.each([
  ['leave_out', 0, 3, 'Every row has an error, so there is nothing to load.'],
  ['all_or_nothing', 2, 1, '1 row has an error, so nothing was loaded.'],
  ['all_or_nothing', 2, 1200, '1,200 rows have errors, so nothing was loaded.'],
] as const)('%s with %i risks and %i wrong rows is refused', (rows, risks, wrong, problem) => {
  const requested: LoadEvent = { type: 'save-requested', request: { ...request, rows } };
  const { load, commands } = run([...READ, checked(1, risks, wrong), requested]);
  expect(load).toMatchObject({ phase: 'checked', problem, saveRequest: undefined });
  expect(commands).not.toContain('save');
});

test('a failure withdraws the save at once, and shows when everything is discarded', () => {
  const ready = run([...READ, { type: 'save-requested', request }, checked(1, 3)]).load;
  const { load, commands } = run([{ type: 'failed', sentence: 'Broken.' }, { type: 'polled' }], ready);
  expect([load.phase, commands]).toEqual(['checked', ['discard']]);
  expect(run([{ type: 'discarded', sentence: 'Broken.' }], load).load).toMatchObject({
    phase: 'failed',
    problem: 'Broken.',
  });
});
