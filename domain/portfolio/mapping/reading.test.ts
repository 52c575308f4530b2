import { describe, expect, test } from 'vitest';
import { cellReader } from './cell.ts';
import { findDateOrder } from './date.ts';
import { indexNames, type Match, NO_VALUE } from './names.ts';
import { type Answer, inferReading, PLAIN_READING } from './reading.ts';
import type { Target } from './target.ts';
import { MATCHES, OPTIONS } from './testing.ts';

const names = indexNames(OPTIONS, MATCHES);
const TODAY = '2026-11-16';
const read = (target: Target, text: string, column = PLAIN_READING) => {
  const reading = cellReader(target, { names, reading: column, today: TODAY })(text);
  return reading.kind === 'value' ? reading.value : reading.kind === 'missing' ? 'missing' : `! ${reading.message}`;
};

/** How the texts of a column are read: a value each, or the question that has to be answered first. */
function readColumn(target: Target, texts: readonly string[], answers: readonly Answer[] = [], name = 'column') {
  const column = inferReading(target, { name, texts, isNumeric: false }, answers);
  const readCell = cellReader(target, { names, reading: column, today: TODAY });
  return texts.map((text) => {
    const reading = readCell(text);
    if (reading.kind === 'wrong')
      return reading.causes?.map((cause) => `${cause.kind}? ${cause.text}`.trim()).join() ?? '!';
    return reading.kind === 'value' ? reading.value : 'missing';
  });
}

describe('a column is read by all of its values', () => {
  test.each<[what: string, target: Target, texts: readonly string[], values: readonly unknown[]]>([
    ['a decimal comma', 'revenue_ranges', ['1.500', '2.500.000,00'], [1500, 2_500_000]],
    ['a decimal point', 'revenue_ranges', ['1.500', '1,500', '12.5'], [1.5, 1500, 12.5]],
    ['no sign of either', 'revenue_ranges', ['1.500', '750', '2,500'], ['decimal?', 750, 'decimal?']],
    ['signs of both', 'revenue_ranges', ['1.500', '12,5', '12.5'], ['decimal?', 12.5, 12.5]],
    ['only dates that show it', 'date', ['31/01/2025', '2025-02-03'], ['2025-01-31', '2025-02-03']],
    ['day first', 'date', ['03/04/2025', '13/04/2025'], ['2025-04-03', '2025-04-13']],
    ['month first', 'date', ['03/04/2025', '04/13/2025'], ['2025-03-04', '2025-04-13']],
    ['no sign of the order', 'date', ['03/04/2025', '05/05/2025'], ['dates?', '2025-05-05']],
    ['both orders', 'date', ['03/04/2025', '13/04/2025', '04/13/2025'], ['dates?', '2025-04-13', '2025-04-13']],
    ['fractions and percentages', 'nominated_syndicate_line_ranges', ['0.12', '12%', '0'], ['percent?', 12, 0]],
    ['fractions beside numbers', 'nominated_syndicate_line_ranges', ['0.5', '25'], [0.5, 25]],
    ['percentages', 'nominated_syndicate_line_ranges', ['1', '25', '7.5%'], [1, 25, 7.5]],
    ['changes of any size', 'company_size_change_ranges', ['-0.5', '28.5'], [-0.5, 28.5]],
    ['small changes', 'company_size_change_ranges', ['-0.5', '1.5'], ['percent?', 'percent?']],
    ['a sign beside a fraction', 'company_size_change_ranges', ['-0.5', '28', '3%'], ['percent?', 'percent?', 3]],
    ['one alone', 'nominated_syndicate_line_ranges', ['1', '0'], ['percent?', 0]],
    ['dollars and pounds', 'revenue_ranges', ['$5m', '£1.2m', '7'], [5e6, 'currency? GBP', 7]],
    ['pounds and bare amounts', 'premium', ['£5', '7'], ['currency? GBP', 'currency?']],
    [
      'pounds by sign and code',
      'premium',
      ['£5', 'GBP 7', '7 GBP'],
      ['currency? GBP', 'currency? GBP', 'currency? GBP'],
    ],
    ['two questions about a cell', 'premium', ['£1.500'], ['decimal?,currency? GBP']],
  ])('%s', (_what, target, texts, values) => {
    expect(readColumn(target, texts)).toEqual(values);
  });

  test('and by what a person says about it', () => {
    const decimal = { column: 0, question: 'decimal', answer: ',' } as const;
    expect(readColumn('revenue_ranges', ['1.500', '2,500'], [decimal])).toEqual([1500, 2.5]);
    expect(readColumn('revenue_ranges', ['1.500'], [decimal, { ...decimal, answer: null }])).toEqual(['decimal?']);
    const dates = { column: 0, question: 'dates', answer: 'month first' } as const;
    expect(readColumn('date', ['03/04/26', '13/04/2025'], [dates])).toEqual(['2026-03-04', '2025-04-13']);
    const percent = { column: 0, question: 'percent', answer: 'fraction' } as const;
    expect(readColumn('nominated_syndicate_line_ranges', ['0.07', '12%', '25', '1'], [percent])).toEqual([
      7,
      12,
      '!',
      100,
    ]);
    const pounds = { column: 0, question: 'currency', mark: 'GBP', answer: { currency: 'GBP', usd: 1.27 } } as const;
    expect(readColumn('revenue_ranges', ['£1,200,000', '$5'], [pounds])).toEqual([1_524_000, 5]);
    const bare = { ...pounds, mark: '' };
    expect(readColumn('premium', ['1000'], [], 'GWP £')).toEqual(['currency?']);
    expect(readColumn('premium', ['1000', '$7'], [bare], 'GWP £')).toEqual([1270, 7]);
    expect(readColumn('premium', ['1000'], [], 'premium_usd')).toEqual([1000]);
  });

  test.each<[Target, readonly string[], string | undefined]>([
    ['revenue_ranges', ['750,000', '250'], '.'],
    ['company_size_ranges', ['1,200'], '.'],
    ['company_size_ranges', ['1,200', '1.200'], undefined],
    ['company_bankruptcy_index_ranges', ['2,500'], undefined],
  ])('%s of %j: the decimal mark is likely %s', (target, texts, mark) => {
    const column = inferReading(target, { name: 'c', texts, isNumeric: false }, []);
    expect([column.decimal, column.likelyDecimal]).toEqual([undefined, mark]);
  });

  test('numbers of a typed file are never in question', () => {
    const column = inferReading('revenue_ranges', { name: 'r', texts: ['1.500'], isNumeric: true }, []);
    expect(read('revenue_ranges', '1.500', column)).toBe(1.5);
  });

  test('the order of dates is that of all of them', () => {
    expect(findDateOrder(['03/04/2025', '04/13/2025 10:00'])).toBe('month first');
    expect(findDateOrder(['2025-04-03'])).toBeUndefined();
  });
});

describe('answers of a person', () => {
  test.each<[Target, Match, string, unknown]>([
    ['premium', { against: 'premium', text: 'TBA', code: NO_VALUE }, 'tba!', '! Not a number. Write 12.5m or 12500000'],
    ['premium', { against: 'premium', text: 'on request', code: NO_VALUE }, 'On Request', 'missing'],
    ['is_primary', { against: 'is_primary', text: 'ground up', code: 'primary' }, 'Ground up', 'primary'],
    ['fi_is_pi_coverage', { against: 'fi_is_pi_coverage', text: 'incl.', code: 'yes' }, 'incl.', true],
    ['brokers', { against: 'brokers', text: 'direct', code: NO_VALUE }, 'direct; KEY', ['KEY']],
    ['brokers', { against: 'brokers', text: 'direct', code: NO_VALUE }, 'direct', 'missing'],
    ['cob', { against: 'cob', text: 'misc', code: NO_VALUE }, 'misc', '! There is no such class of business'],
    ['journey', { against: 'journey', text: 'RNL', code: 'renewal' }, 'rnl', 'renewal'],
  ])('%s: %j reads “%s” as %j', (target, match, text, expected) => {
    const reading = cellReader(target, { names: indexNames(OPTIONS, [match]), reading: PLAIN_READING, today: TODAY })(
      text,
    );
    expect(
      reading.kind === 'value' ? reading.value : reading.kind === 'wrong' ? `! ${reading.message}` : 'missing',
    ).toEqual(expected);
  });

  test.each([
    ['journey', 'NB', 'new_business'],
    ['journey', 'RNL', 'renewal'],
    ['journey', 'MTA', 'mid_term_adjustment'],
    ['countries', 'U.S.A.', 'US'],
    ['countries', 'UK', undefined],
    ['brokers', 'Key-stone Re.', 'KEY'],
    ['brokers', 'Key', 'KEY'],
    ['brokers', 'Lighthouse', undefined],
  ])('%s: %s is offered as %s', (against, text, code) => {
    expect(names.suggest(against, text)).toBe(code);
  });
});

test('a cell means either of two options with the same name only after a person chose one', () => {
  const brokers = [
    { code: 'A1', label: 'Holdfast' },
    { code: 'A2', label: 'HOLDFAST' },
  ];
  const reading = (matches: readonly Match[], text: string) =>
    cellReader('brokers', {
      names: indexNames({ ...OPTIONS, brokers }, matches),
      reading: PLAIN_READING,
      today: TODAY,
    })(text);
  expect(reading([], 'Holdfast')).toMatchObject({
    kind: 'wrong',
    message: 'It can mean Holdfast (A1) or HOLDFAST (A2)',
  });
  expect(reading([], 'a2')).toMatchObject({ kind: 'value', value: ['A2'] });
  const match = { against: 'brokers', text: 'holdfast', code: 'A2' };
  expect(reading([match], 'Holdfast')).toMatchObject({ kind: 'value', value: ['A2'] });
  expect(reading([match, { ...match, code: null }], 'Holdfast').kind).toBe('wrong');
});
