import { describe, expect, test } from 'vitest';
import type { DialValues } from '#domain/value/registry.ts';
import { evaluate, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { type Finding, verifySync } from './verify.ts';
import { countFindings, describeFinding, describeGaps } from './words.ts';

const TODAY = '2026-11-16';
type Scope = RatedEntry['dial']['dimensions'];
type Rest = Partial<Omit<RatedEntry['dial'], 'dimensions' | 'values'>> & { overrides?: DialValues };

/** A dial that sets a max line by default. */
function dial(dial_id: string, dimensions: Scope, values: DialValues = { max_line: 1 }, rest: Rest = {}): RatedEntry {
  const { overrides = {}, ...scope } = rest;
  return {
    dial_id,
    overrides,
    dial: { dimensions, journeys: [], active_from: null, active_until: null, values, ...scope },
  };
}
const verify = (entries: readonly RatedEntry[], live: readonly RatedEntry[] = []) => verifySync(entries, live, TODAY);

/** "c covered by 1, 2" of each dial that never decides. */
const dead = (entries: readonly RatedEntry[]) =>
  verify(entries).dials.flatMap((one) =>
    one.kind === 'never_decides' ? [`${one.dial_id} by ${one.coveredBy.join(' ')}`] : [],
  );
/** "a 3 max_line" of each dial that overlaps. */
const overlaps = (entries: readonly RatedEntry[], live?: readonly RatedEntry[]) =>
  verify(entries, live).dials.flatMap((one) =>
    one.kind === 'overlap' && one.isNew ? [`${one.dial_id} ${one.position} ${one.value}`] : [],
  );

const line = (max_line: number) => ({ max_line });
const primary: Scope = { is_primary: 'primary' };
const countries = (...domicile_countries: string[]): Scope => ({ domicile_countries });
const revenue = (revenue_ranges: string): Scope => ({ revenue_ranges });

describe('a dial never decides', () => {
  /*
   * revenue   0        5        10
   * a         [--------]
   * b                  (--------)
   * c            [----------]       lies in a and b together, in neither alone
   */
  test.each<[why: string, entries: readonly RatedEntry[], dead: readonly string[]]>([
    [
      'when an earlier one matches all that it does',
      [dial('a', primary), dial('b', { ...primary, ...countries('US') })],
      ['b by 1'],
    ],
    ['not by a code named twice', [dial('a', countries('US', 'US')), dial('b', {}), dial('c', {})], ['c by 2']],
    [
      'but does when it comes before the wider one',
      [dial('b', { ...primary, ...countries('US') }), dial('a', primary)],
      [],
    ],
    [
      'when two earlier ones cover it together',
      [dial('a', revenue('[0,5]')), dial('b', revenue('(5,10)')), dial('c', revenue('[3,8]'))],
      ['c by 1 2'],
    ],
    [
      'but does for the one number they leave out',
      [dial('a', revenue('[0,5)')), dial('b', revenue('(5,10)')), dial('c', revenue('[3,8]'))],
      [],
    ],
    [
      'when yes and no are both taken, by those who say whether',
      [
        dial('a', { company_first_year_issuance: true }),
        dial('b', { company_first_year_issuance: false }),
        dial('c', { company_first_year_issuance: true, ...primary }),
      ],
      ['c by 1'],
    ],
    [
      'but does for risks of which the answer is not known',
      [
        dial('a', { company_first_year_issuance: true }),
        dial('b', { company_first_year_issuance: false }),
        dial('c', primary),
      ],
      [],
    ],
    [
      'but does for the one country that nobody took',
      [dial('a', countries('US')), dial('b', countries('GB', 'FR')), dial('c', countries('US', 'FR', 'DE'))],
      [],
    ],
    [
      'when every country of it is taken',
      [dial('a', countries('US')), dial('b', countries('GB', 'FR')), dial('c', countries('US', 'FR'))],
      ['c by 1 2'],
    ],
    [
      'and the fewest are named that cover it',
      [
        dial('a', revenue('[0,5]')),
        dial('b', revenue('(5,10)')),
        dial('c', revenue('[0,9]')),
        dial('d', revenue('[3,8]')),
      ],
      ['c by 1 2', 'd by 3'],
    ],
    [
      'when each of its values is decided by another one',
      [
        dial('a', primary, line(1)),
        dial('b', primary, { min_line: 1 }),
        dial('c', primary, { max_line: 2, min_line: 2 }),
      ],
      ['c by 1 2'],
    ],
    [
      'but does when one of its values is left',
      [dial('a', primary, line(1)), dial('c', primary, { max_line: 2, min_line: 2 })],
      [],
    ],
    [
      'when it is an override that takes its value away',
      [dial('a', primary, { min_line: 1 }, { overrides: line(5) }), dial('c', primary)],
      ['c by 1'],
    ],
    [
      'when its journey is taken',
      [
        dial('a', {}, line(1), { journeys: ['renewal', 'facility'] }),
        dial('b', primary, line(2), { journeys: ['renewal'] }),
      ],
      ['b by 1'],
    ],
    ['but does for the other journeys', [dial('a', {}, line(1), { journeys: ['renewal'] }), dial('b', primary)], []],
    [
      'when the days from now on are taken, whatever was before',
      [dial('a', {}, line(1), { active_from: '2026-11-01' }), dial('b', primary)],
      ['b by 1'],
    ],
    [
      'but does after the earlier one ends',
      [dial('a', {}, line(1), { active_until: '2027-01-01' }), dial('b', primary)],
      [],
    ],
    [
      'when one earlier dial follows another without a day between',
      [
        dial('a', {}, line(1), { active_until: '2027-01-01' }),
        dial('b', {}, line(2), { active_from: '2027-01-01' }),
        dial('c', primary),
      ],
      ['c by 1 2'],
    ],
    ['when no risk can match it', [dial('a', revenue('(,0)'))], ['a by ']],
    ['but one that starts later is not called dead', [dial('a', primary, line(1), { active_from: '2027-01-01' })], []],
    [
      'and one that has ended is not either, nor does it cover anything',
      [dial('a', {}, line(1), { active_until: TODAY }), dial('b', primary)],
      [],
    ],
  ])('%s', (_why, entries, expected) => {
    const found = dead(entries);
    expect(found).toEqual(expected);
  });

  test('shows a risk that it matches and others decide; none where no risk can match it', () => {
    const entries = [dial('a', revenue('[0,5]')), dial('b', revenue('(5,10)')), dial('c', revenue('[3,8]'))];
    const witness = verify(entries).dials[0]?.witness as Risk;
    expect(evaluate(entries, witness).dials[2]).toEqual({ dial_id: 'c', miss: null });
    expect(evaluate(entries, witness).values.max_line?.winner.dial_id).not.toBe('c');
    expect(verify([dial('a', revenue('(,0)'))]).dials[0]?.witness).toBeNull();
  });

  test('is new unless it never did in the live version', () => {
    const [wide, narrow] = [dial('a', primary), dial('b', { ...primary, ...countries('US') })];
    const isNew = (live: readonly RatedEntry[]) => verify([wide, narrow], live).dials.map((one) => one.isNew);
    expect([isNew([narrow, wide]), isNew([wide, narrow]), isNew([wide])]).toEqual([[true], [false], [true]]);
  });
});

test('dials whose window has ended or starts later are named', () => {
  const { expired, upcoming } = verify([
    dial('now', primary),
    dial('past', primary, line(1), { active_until: TODAY }),
    dial('later', primary, line(1), { active_from: '2026-11-17' }),
  ]);
  expect({ expired, upcoming }).toEqual({ expired: ['past'], upcoming: ['later'] });
});

describe('two dials overlap', () => {
  const [us, excess] = [countries('US'), { is_primary: 'excess' } as const];
  test.each<[why: string, entries: readonly RatedEntry[], expected: readonly string[]]>([
    [
      'when a risk matches both and they set a value differently',
      [dial('a', primary), dial('b', us, line(2))],
      ['a 2 max_line'],
    ],
    ['not when they set the same', [dial('a', primary), dial('b', us)], []],
    ['not when they set different values', [dial('a', primary), dial('b', us, { min_line: 2 })], []],
    ['not when one contains the other', [dial('a', { ...primary, ...us }), dial('b', us, line(2))], []],
    [
      'not when no risk matches both',
      [dial('a', { ...primary, ...us }), dial('b', { ...excess, ...revenue('[0,)') }, line(2))],
      [],
    ],
    [
      'once for a dial, with the nearest',
      [dial('a', primary), dial('b', us, line(2)), dial('c', revenue('[1,2]'), line(2))],
      ['a 2 max_line'],
    ],
    [
      'by what this bucket overrides',
      [dial('a', primary), dial('b', us, line(1), { overrides: line(2) })],
      ['a 2 max_line'],
    ],
  ])('%s', (_why, entries, expected) => {
    expect(overlaps(entries)).toEqual(expected);
  });

  test('is shown at the changed dial, and only if the live version does not have it', () => {
    const [a, b] = [dial('a', primary), dial('b', us, line(2))];
    expect(overlaps([a, b], [a])).toEqual(['b 1 max_line']);
    expect(overlaps([a, b], [b])).toEqual(['a 2 max_line']);
    expect(overlaps([b, a], [a, b])).toEqual([]);
    const c = dial('c', revenue('[1,2]'), { min_line: 2 });
    expect(overlaps([dial('a', primary, { max_line: 1, min_line: 1 }), b, c], [a, b, c])).toEqual(['a 3 min_line']);
  });

  test('is not shown by default where only a risk with several countries demonstrates it', () => {
    const entries = [dial('a', { ...primary, ...us }), dial('b', { ...countries('GB'), ...revenue('[0,)') }, line(2))];
    const [finding] = verify(entries).dials;
    expect(finding).toMatchObject({
      kind: 'overlap',
      isNew: false,
      witness: { dimensions: { domicile_countries: ['US', 'GB'] } },
    });
    expect(evaluate(entries, finding?.witness as Risk).dials.map(({ miss }) => miss)).toEqual([null, null]);
  });
});

describe('a gap', () => {
  const gaps = (entries: readonly RatedEntry[], live?: readonly RatedEntry[]) =>
    verify(entries, live).gaps.map(({ value, witness, isNew }) => ({ value, isNew, ...witness.dimensions }));

  test('is a risk without a value that some dial sets; what is known is preferred to what is not', () => {
    expect(gaps([dial('a', primary)])).toEqual([{ value: 'max_line', isNew: false, is_primary: 'excess' }]);
    const excessInUs = dial('b', { is_primary: 'excess', ...countries('US') });
    expect(gaps([dial('a', primary), excessInUs])).toEqual([{ value: 'max_line', isNew: false, is_primary: 'excess' }]);
    expect(gaps([dial('a', {})])).toEqual([]);
    expect(gaps([dial('a', primary), dial('b', { is_primary: 'excess' })])).toEqual([
      { value: 'max_line', isNew: false },
    ]);
  });

  test('is new where the live version sets the value, and then comes first', () => {
    const [a, b] = [dial('a', primary), dial('b', countries('US'))];
    expect(gaps([a], [a, b])[0]).toEqual({ value: 'max_line', isNew: true, domicile_countries: ['US'] });
    expect(gaps([a], [a])).toEqual([{ value: 'max_line', isNew: false, is_primary: 'excess' }]);
  });

  test('is reported at most ten times per value', () => {
    const many = Array.from({ length: 12 }, (_, n) => dial(`d${n}`, { ...revenue(`[0,${n}]`), ...countries(`C${n}`) }));
    expect(gaps(many)).toHaveLength(10);
  });
});

test('is incomplete when the budget runs out', () => {
  const entries = [dial('a', revenue('[0,5]')), dial('b', revenue('(5,10)')), dial('c', revenue('[3,8]'))];
  expect(verify(entries).isComplete).toBe(true);
  const { dials, isComplete } = verifySync(entries, [], TODAY, { question: 1, all: 100, others: 0 });
  expect([isComplete, dials]).toEqual([false, []]);
});

describe('in words', () => {
  const common = { dial_id: 'a', isNew: true, witness: { date: TODAY, journey: null, dimensions: {} } };
  const never = (...coveredBy: number[]): Finding => ({ kind: 'never_decides', coveredBy, ...common });
  const overlap: Finding = {
    kind: 'overlap',
    position: 8,
    value: 'policy_share_cap',
    pair: ['a', 'b'],
    others: [],
    ...common,
  };
  test.each<[finding: Finding, words: string]>([
    [never(11), 'Never decides: dial 11 covers it'],
    [never(3, 7), 'Never decides: dials 3 and 7 cover it'],
    [never(3, 7, 9), 'Never decides: dials 3, 7 and 9 cover it'],
    [never(), 'Never decides: earlier dials cover it'],
    [{ ...never(), witness: null } as Finding, 'Never decides: no risk can match it'],
    [overlap, 'Overlaps dial 8 with another policy share cap'],
  ])('a finding names dials by their position', (finding, words) => {
    expect(describeFinding(finding)).toBe(words);
  });

  test('findings are counted by kind', () => {
    expect(countFindings([overlap, never(1), overlap])).toBe('1 never decides, 2 overlaps');
    expect(countFindings([])).toBe('');
    expect(describeGaps('max_line')).toBe('Some risks get no max line');
  });
});
