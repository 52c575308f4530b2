import { describe, expect, test } from 'vitest';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { mergeExampleChanges } from './change.ts';
import { brokenOf, checkExample, checkExamples, explainResult, findNewlyBroken } from './check.ts';
import { describeBriefly, describeExampleChange, describeRisk } from './words.ts';
import { type Example, EXAMPLE_MESSAGES, type ExampleData, type Expected, exampleKey, readExample } from './example.ts';

const RISK = { date: '2026-11-16', journey: null, dimensions: {} } as const;
const data = (more: Partial<ExampleData> = {}): ExampleData => ({
  name: 'US hospital group',
  risk: RISK,
  expected: { max_line: 1_500_000 },
  ...more,
});
const example = (expected: Expected, name = 'US hospital group'): Example => ({
  ...data({ expected, name }),
  id: name,
});

type Set = Readonly<{ values?: DialValues; overrides?: DialValues; version?: number; renewal?: boolean }>;
/** A dial by its id; of renewals alone it misses the risk above. */
const entry = (dial_id: string, { values = {}, overrides = {}, version = 1, renewal = false }: Set = {}) => ({
  dial_id,
  version,
  overrides,
  dial: { ...EMPTY_DIAL, values, journeys: renewal ? (['renewal'] as const) : [] },
});

describe('an example', () => {
  test('is read with its name trimmed, its risk as it is kept and only what is expected', () => {
    const sent = data({
      name: '  US hospital group ',
      risk: { ...RISK, dimensions: { risk_codes: [] } },
      expected: { max_line: 1, min_line: 'none', lead_share_cap: undefined },
    });
    expect(readExample(sent)).toStrictEqual({
      ok: true,
      example: { name: 'US hospital group', risk: RISK, expected: { max_line: 1, min_line: 'none' } },
    });
  });

  test.each<[string, Partial<ExampleData>, readonly unknown[]]>([
    ['no name', { name: '  ' }, [{ path: 'name', message: 'Required' }]],
    ['a long name', { name: 'x'.repeat(81) }, [{ path: 'name', message: EXAMPLE_MESSAGES.tooLong }]],
    ['nothing expected', { expected: {} }, [{ path: 'expected', message: EXAMPLE_MESSAGES.nothingExpected }]],
    ['a value that no dial can have', { expected: { max_line: -1 } }, [{ path: 'expected.max_line' }]],
    ['a risk without its day', { risk: { ...RISK, date: '16/11/2026' } }, [{ path: 'risk.date' }]],
  ])('with %s is refused on that field', (_what, more, errors) => {
    expect(readExample(data(more))).toMatchObject({ ok: false, errors });
  });

  test('of 80 characters is kept, and two names differ by more than capitals', () => {
    expect(readExample(data({ name: 'x'.repeat(80) })).ok).toBe(true);
    expect(exampleKey({ name: ' US Hospital' })).toBe(exampleKey({ name: 'us hospital' }));
  });
});

describe('a check', () => {
  const entries = [
    entry('a', { values: { max_line: 9 }, renewal: true }),
    entry('b', { values: { max_line: 1_500_000, lead_share_cap: 30 }, overrides: { max_line: 1_250_000 } }),
  ];

  test('says of each expected value what is given, and by which dial', () => {
    const checked = checkExample(entries, example({ max_line: 1_500_000, lead_share_cap: 30, min_line: 'none' }));
    expect(checked.ok).toBe(false);
    expect(checked.values).toEqual([
      { value: 'lead_share_cap', expected: 30, given: 30, ok: true, dial_id: 'b', source: 'dial' },
      { value: 'max_line', expected: 1_500_000, given: 1_250_000, ok: false, dial_id: 'b', source: 'override' },
      { value: 'min_line', expected: 'none', given: 'none', ok: true, dial_id: null, source: null },
    ]);
  });

  test('breaks where a value is given that none should set, and where none is given', () => {
    expect(checkExample(entries, example({ max_line: 'none' })).ok).toBe(false);
    expect(checkExample(entries, example({ policy_share_cap: 5 })).values[0]).toMatchObject({
      given: 'none',
      ok: false,
    });
  });

  test('puts broken ones first, the furthest off before the others, then by name', () => {
    const checked = checkExamples(entries, [
      example({ lead_share_cap: 30 }, 'Zinc passes'),
      example({ lead_share_cap: 29 }, 'A little off'),
      example({ lead_share_cap: 30 }, 'Élan passes'),
      example({ lead_share_cap: 30, max_line: 3 }, 'Far off'),
      example({ min_line: 5 }, 'Not set at all'),
    ]);
    expect(checked.map(({ example: { name } }) => name)).toEqual([
      'Not set at all',
      'Far off',
      'A little off',
      'Élan passes',
      'Zinc passes',
    ]);
    expect(brokenOf(checked)).toHaveLength(3);
  });
});

test.each([
  ['dial 1 is overridden in this draft', [entry('a', { values: { max_line: 5 }, overrides: { max_line: 4 } })]],
  ['dial 1 is v2 in this draft, v1 live', [entry('a', { values: { max_line: 4 }, version: 2 })]],
  ['dial 1 is new in this draft', [entry('n', { values: { max_line: 4 } }), entry('a', { values: { max_line: 5 } })]],
  ['from dial 1: the dial that gives it live is removed in this draft', [entry('b', { values: { max_line: 3 } })]],
  [
    'from dial 1: the order is different in this draft',
    [entry('b', { values: { max_line: 3 } }), entry('a', { values: { max_line: 5 } })],
  ],
  [
    'dial 1 is v2 in this draft, v1 live',
    [entry('a', { values: { max_line: 5 }, version: 2, renewal: true }), entry('b', { values: { max_line: 3 } })],
  ],
  ['no dial sets it: the dial that gives it live is removed in this draft', []],
])('explains the effect of a draft on a value: %s', (text, draft) => {
  const live = [entry('a', { values: { max_line: 5 } }), entry('b', { values: { max_line: 3 } })];
  const one = example({ max_line: 5 });
  const [value] = checkExample(draft, one).values;
  if (value === undefined) throw new Error('one value is expected');
  expect(explainResult(live, draft, value, one)).toBe(text);
});

test('the dial is named where the draft is not the reason', () => {
  const list = [entry('a', { values: { max_line: 5 } })];
  const one = example({ max_line: 6, min_line: 7 });
  const explanations = checkExample(list, one).values.map((value) => explainResult(list, list, value, one));
  expect(explanations).toEqual(['from dial 1', 'no dial sets it']);
});

test('changes of an example since a moment are one change, with the last name; what is as before is left out', () => {
  const [one, two, three] = [1, 2, 3].map((max_line) => data({ expected: { max_line } }));
  const record = (id: string, was = null as ExampleData | null, became = null as ExampleData | null, by = 'Ann') => ({
    id,
    was,
    became,
    by,
    at: '2026-11-16T10:00:00.000Z',
  });
  expect(
    mergeExampleChanges([
      record('changed', one, two),
      record('back', one, two),
      record('gone', null, one),
      record('deleted', one, two),
      record('changed', two, three, 'Bob'),
      record('back', two, one, 'Bob'),
      record('gone', one, null),
      record('added', null, one),
      record('deleted', two, null, 'Bob'),
    ]),
  ).toEqual([record('changed', one, three, 'Bob'), record('deleted', one, null, 'Bob'), record('added', null, one)]);
});

test.each<[string, Expected]>([
  [
    'Maintains, max 1,000,000, policy 5%',
    { ignore_expiring_line: 'maintains', max_line: 1_000_000, policy_share_cap: 5 },
  ],
  ['Lead 30%, min none', { lead_share_cap: 30, min_line: 'none' }],
])('describes expectations briefly: %s', (text, expected) => {
  expect(describeBriefly(expected)).toBe(text);
});

test('describes a risk by its named dimensions', () => {
  const risk = {
    ...RISK,
    journey: 'renewal',
    dimensions: { is_primary: 'primary', cyber_sectors: ['healthcare'], revenue_ranges: 640_000_000 },
  } as const;
  expect(describeRisk(risk, (_list, code) => code)).toBe('Primary, healthcare, renewal');
});

test.each<[string, ExampleData | null, ExampleData | null]>([
  ['added; it expects max line 1,500,000', null, data()],
  ['deleted; it expected max line 1,500,000', data(), null],
  [
    'called “Old” before; max line 1,500,000 expected before, 1,250,000 now; min line none expected now',
    data({ name: 'Old' }),
    data({ expected: { max_line: 1_250_000, min_line: 'none' } }),
  ],
  [
    'max line 1,500,000 no longer expected; its risk has changed',
    data({ expected: { max_line: 1_500_000, lead_share_cap: 5 } }),
    data({ expected: { lead_share_cap: 5 }, risk: { ...RISK, date: '2026-11-17' } }),
  ],
])('describes the change of an example: %s', (text, was, became) => {
  expect(describeExampleChange(was, became)).toBe(text);
});

test('newly broken are examples that pass live and break in the draft', () => {
  const [live, draft] = [[entry('a', { values: { max_line: 1 } })], [entry('a', { values: { max_line: 2 } })]];
  const examples = [
    example({ max_line: 1 }, 'Newly'),
    example({ max_line: 2 }, 'Mended'),
    example({ max_line: 3 }, 'Always'),
  ];
  expect(findNewlyBroken(live, draft, examples).map(({ name }) => name)).toEqual(['Newly']);
});
