import { describe, expect, test } from 'vitest';
import { cellReader } from './cell.ts';
import { describeAskedColumns, findAskedColumns, guessTargets, listColumnKeys } from './columns.ts';
import { indexNames } from './names.ts';
import { PLAIN_READING } from './reading.ts';
import { checkTargets, rowReader } from './row.ts';
import type { Target } from './target.ts';
import { MATCHES, OPTIONS } from './testing.ts';

const names = indexNames(OPTIONS, MATCHES);
const TODAY = '2026-11-16';
const read = (target: Target, text: string, column = PLAIN_READING) => {
  const reading = cellReader(target, { names, reading: column, today: TODAY })(text);
  return reading.kind === 'value' ? reading.value : reading.kind === 'missing' ? 'missing' : `! ${reading.message}`;
};

describe('a cell is read', () => {
  test.each<[Target, string, unknown]>([
    ['revenue_ranges', '640000000', 640_000_000],
    ['revenue_ranges', '12.5m', 12_500_000],
    ['revenue_ranges', ' 12.5 M ', 12_500_000],
    ['revenue_ranges', '1,200,000', 1_200_000],
    ['revenue_ranges', '1 200 000', 1_200_000],
    ['revenue_ranges', 'USD 5m', 5_000_000],
    ['revenue_ranges', '5m USD', 5_000_000],
    ['revenue_ranges', '$2.5bn', 2_500_000_000],
    ['revenue_ranges', '3 million', 3_000_000],
    ['revenue_ranges', '12500000.0', 12_500_000],
    ['revenue_ranges', '1.5e+07', 15_000_000],
    ['revenue_ranges', '0.30000000000000004', 0.30000000000000004],
    ['revenue_ranges', '10234.333333333334', 10234.333333333334],
    ['revenue_ranges', '12500000.1234567890', 12500000.123456789],
    ['revenue_ranges', '0.1m', 100_000],
    ['revenue_ranges', '12,5m', 12_500_000],
    ['revenue_ranges', '2.500.000,00', 2_500_000],
    ['revenue_ranges', "1'200'000.50", 1_200_000.5],
    ['revenue_ranges', '1 200,5', 1200.5],
    ['revenue_ranges', '1,20,000', '! Not a number. Write 12.5m or 12500000'],
    ['revenue_ranges', '5 m m', '! Not a number. Write 12.5m or 12500000'],
    ['revenue_ranges', 'EUR 5m', '! Not in US dollars. Give the rate of EUR'],
    ['revenue_ranges', 'XXX 5m', '! Not a number. Write 12.5m or 12500000'],
    ['revenue_ranges', '=1+1', '! Not a number. Write 12.5m or 12500000'],
    ['revenue_ranges', '1e999', '! Too large for a number'],
    ['revenue_ranges', `1${'0'.repeat(2000)}`, '! Longer than 2,000 characters'],
    ['attachment_point_ranges', '-1', '! Must not be negative'],
    ['attachment_point_ranges', '(1,000)', '! Must not be negative'],
    ['company_bankruptcy_index_ranges', '-1.5', -1.5],
    ['company_size_change_ranges', '(12.5%)', -12.5],
    ['company_size_ranges', 'many', '! Not a number. Write 2500'],
    ['company_size_ranges', '2k', 2000],
    ['bi_cover_waiting_period_ranges', '12 hrs', 12],
    ['bi_cover_waiting_period_ranges', '30m', '! Not a number of hours. Write 12'],
    ['company_days_since_ipo_ranges', '6m', '! Not a number of days. Write 365'],
    ['company_days_since_ipo_ranges', '$6', '! Not a number of days. Write 365'],
    ['bi_cover_waiting_period_ranges', 'same day', '! Not a number of hours. Write 12'],
    ['premium', '1,234.56', 1235],
    ['premium', '-', 'missing'],
    ['risk_codes', 'CY;CZ', ['CY', 'CZ']],
    ['risk_codes', 'cy | f4 | CY', ['CY', 'F4']],
    ['risk_codes', 'CY,CZ', ['CY', 'CZ']],
    ['risk_codes', 'QQ', '! There is no such risk code'],
    ['brokers', 'keystone  re', ['KEY']],
    ['brokers', 'key stone', ['KEY']],
    ['brokers', 'Gone', '! There is no such broker'],
    ['brokers', 'none', 'missing'],
    ['domicile_countries', 'Untied States', '! There is no such country'],
    ['domicile_countries', 'Korea, Republic of', ['KR']],
    ['domicile_countries', 'NA', ['NA']],
    ['domicile_countries', 'n/a', 'missing'],
    ['is_primary', 'P', 'primary'],
    ['is_primary', 'xs', 'excess'],
    ['is_primary', 'E', 'excess'],
    ['is_primary', 'Q', '! Neither P nor XS'],
    ['energy_asset_location_type', 'O', '! None of Onshore, Offshore, Both'],
    ['company_listed_statuses', 'Listed; F', ['listed', 'failed']],
    ['company_listed_statuses', 'P', '! None of Listed, Private, Failed'],
    ['company_listed_statuses', 'Public', ['listed']],
    ['fi_is_pi_coverage', 'Y', true],
    ['fi_is_pi_coverage', '0', false],
    ['fi_is_pi_coverage', 'perhaps', '! Neither yes nor no'],
    ['cob', 'Cyber', 'cyber-privacy-and-tech'],
    ['cob', 'D&O WW', 'd-and-o-ww'],
    ['cob', 'd and o ww', 'd-and-o-ww'],
    ['cob', 'Zeppelins', '! There is no such class of business'],
    ['cob', '', '! There is no class of business'],
    ['journey', 'New Business', 'new_business'],
    ['journey', '', 'missing'],
    ['reference', '', '! There is no reference'],
    ['reference', 'x'.repeat(61), '! Longer than 60 characters'],
    ['kept', '-', '-'],
    ['date', '2025-01-31 00:00:00', '2025-01-31'],
    ['date', '31/01/2025', '2025-01-31'],
    ['date', '20250131', '2025-01-31'],
    ['date', '2025/1/31', '2025-01-31'],
    ['date', '45688', '! Not a date. Write 2025-01-31 or 31/01/2025'],
    ['date', '31/12/99', '1999-12-31'],
    ['date', '31 Dec 99', '1999-12-31'],
    ['date', '31/12/26', '2026-12-31'],
    ['date', '31-12-99', '1999-12-31'],
    ['date', '26-03-04', '! Not a date. Write 2025-01-31 or 31/01/2025'],
    ['date', '2025-12-31T23:30:00-05:00', '2026-01-01'],
    ['date', '2026-01-01 04:30:00+00', '2026-01-01'],
    ['date', '2026-01-01T00:30+0100', '2025-12-31'],
    ['date', '31/12/2025 11:30 PM', '2025-12-31'],
    ['date', '31/12/2025 25:00', '! Not a date. Write 2025-01-31 or 31/01/2025'],
    ['date', '13/13/2025', '! Not a date. Write 2025-01-31 or 31/01/2025'],
    ['date', '', '! There is no date'],
  ])('%s “%s” as %j', (target, text, expected) => {
    expect(read(target, text)).toEqual(expected);
  });
});

describe('a column is recognised', () => {
  const guess = (columns: Record<string, readonly string[]>, remembered: readonly (readonly [string, Target])[] = []) =>
    guessTargets(
      Object.entries(columns).map(([name, values]) => ({ name, values })),
      names,
      new Map(remembered),
    );

  test.each<[string, Target]>([
    ['cob', 'cob'],
    ['Class of Business', 'cob'],
    ['risk_cd', 'risk_codes'],
    ['annual_revenue', 'revenue_ranges'],
    ['LAYER', 'is_primary'],
    ['attachment', 'attachment_point_ranges'],
    ['domicile', 'domicile_countries'],
    ['altman_z', 'company_bankruptcy_index_ranges'],
    ['bi_wait_hrs', 'bi_cover_waiting_period_ranges'],
    ['producing-broker', 'brokers'],
    ['Inception date', 'date'],
    ['company_first_year_issuance', 'company_first_year_issuance'],
    ['UMR / Ref No.', 'reference'],
    ['Insured Domicile', 'domicile_countries'],
    ['Attach. Pt', 'attachment_point_ranges'],
    ['GWP £', 'premium'],
    ['Annual revenue (GBP)', 'revenue_ranges'],
    ['uw_notes', 'unused'],
  ])('%s by its name as %s', (name, target) => {
    expect(guess({ [name]: [] })).toEqual([target]);
  });

  test.each<[string, readonly string[], Target]>([
    ['countries', ['United States', 'US', '', 'NA'], 'domicile_countries'],
    ['classes', ['Cyber', 'Cargo', 'D&O WW'], 'cob'],
    ['dates', ['31/01/2025', '2025-02-28'], 'date'],
    ['plain numbers', ['12', '13'], 'unused'],
    ['half of them known', ['US', 'Elsewhere'], 'unused'],
  ])('by its values: %s', (_what, values, target) => {
    expect(guess({ col7: values })).toEqual([target]);
  });

  test('no two as the same, and as in earlier files before anything else', () => {
    expect(guess({ revenue: [], turnover: [] })).toEqual(['revenue_ranges', 'unused']);
    expect(guess({ revenue: [], Turnover: [] }, [['turnover', 'revenue_ranges']])).toEqual([
      'unused',
      'revenue_ranges',
    ]);
    expect(guess({ office: [] }, [['office', 'kept']])).toEqual(['kept']);
  });
});

describe('columns of one name', () => {
  const guess = (columnNames: readonly string[], known: readonly (readonly [string, Target])[] = []) => ({
    targets: guessTargets(
      columnNames.map((name) => ({ name, values: ['GB', 'US'] })),
      names,
      new Map(known),
    ),
    undecided: findAskedColumns(columnNames, new Map(known)),
  });

  test('have the name and the place as their keys; other keys are names', () => {
    expect(listColumnKeys(['Revenue', 'a b', 'REVENUE', '', '', 'revenue#1'])).toEqual([
      'revenue#1/2',
      'ab',
      'revenue#2/2',
      '',
      '',
      'revenue1',
    ]);
  });

  test('are not guessed but asked, unless as many of the name are known', () => {
    expect(guess(['ref', 'Revenue', 'revenue'])).toEqual({
      targets: ['reference', 'unused', 'unused'],
      undecided: [1, 2],
    });
    expect(guess(['Revenue', 'revenue'], [['revenue', 'revenue_ranges']]).undecided).toEqual([0, 1]);
    expect(guess(['Revenue', 'revenue'], [['revenue#1/2', 'revenue_ranges']]).undecided).toEqual([0, 1]);
    const both = [['revenue#1/2', 'kept'] as const, ['revenue#2/2', 'revenue_ranges'] as const];
    expect(guess(['Revenue', 'revenue'], both)).toEqual({ targets: ['kept', 'revenue_ranges'], undecided: [] });
    expect(guess(['Revenue', 'revenue', 'revenue'], both).undecided).toEqual([0, 1, 2]);
    expect(guess(['Revenue'], both).targets).toEqual(['revenue_ranges']);
  });

  test('without a name are told apart by their values', () => {
    expect(guess(['', '']).undecided).toEqual([]);
  });

  test('are named by their letters', () => {
    const sentence = 'The columns A, C and D have the same name, “Revenue”. Choose what each of them is.';
    expect(describeAskedColumns([' Revenue', 'x', 'revenue', 'REVENUE'], [0, 2, 3])).toBe(sentence);
    expect(describeAskedColumns(['a', 'b'], [])).toBeUndefined();
  });
});

describe('the rows of a file', () => {
  test.each<[readonly Target[], string | undefined]>([
    [['cob'], 'No column is the reference. Choose the one that is, or add it to the file.'],
    [['reference'], 'No column is the class of business. Choose the one that is, or add it to the file.'],
    [['reference', 'cob', 'brokers', 'brokers'], 'Two columns are “Brokers”. Choose one of them.'],
    [['reference', 'cob', ...Array<Target>(9).fill('kept')], 'At most 8 columns can be kept for grouping.'],
    [['reference', 'cob', 'unused', 'unused', 'kept', 'kept'], undefined],
  ])('checks the targets %j', (targets, sentence) => {
    expect(checkTargets(targets)).toBe(sentence);
  });

  test('a name is whole where it is matched, however long it is, and cut where it is only shown', () => {
    const name = `${'Brokers of the Northern Counties '.repeat(5)}Ltd`;
    const reader = rowReader({
      targets: ['reference', 'cob', 'brokers'],
      names,
      today: TODAY,
      readingOf: () => PLAIN_READING,
      textsOf: () => undefined,
    });
    const { wrong } = reader.read([['R1'], ['Cargo'], [name]]);
    expect(wrong.get(0)).toMatchObject([{ text: `${name.slice(0, 79)}…` }]);
    expect(reader.tally()[2]?.causes).toMatchObject([{ kind: 'name', text: name, rows: 1 }]);
  });

  test.each([true, false])(
    'have values, or everything that is wrong with them, and are counted; texts known: %s',
    (isKnown) => {
      const targets: Target[] = ['reference', 'cob', 'unused', 'brokers', 'is_primary', 'kept', 'premium'];
      const cells = [
        ['R1', 'R2', 'R3'],
        ['Cyber', 'Cargo', 'Zeppelins'],
        ['Holdfast; KEY', '', 'Nobody; KEY'],
        ['P', 'n/a', 'E'],
        ['Leeds', '', 'Leeds'],
        ['1000', '', 'x'],
      ];
      const read = [0, 1, 3, 4, 5, 6];
      const textsOf = (column: number) => (isKnown ? [...new Set(cells[read.indexOf(column)])] : undefined);
      const reader = rowReader({ targets, names, today: TODAY, readingOf: () => PLAIN_READING, textsOf });
      expect(reader.columns.map(({ column }) => column)).toEqual(read);
      const { wrong, isFixed } = reader.read(
        cells.map((texts, at) => texts.map((text) => textsOf(read[at] ?? 0)?.indexOf(text) ?? text) as string[]),
      );
      expect([...wrong]).toEqual([
        [
          2,
          [
            { column: 1, text: 'Zeppelins', message: 'There is no such class of business', isNeeded: true },
            { column: 3, text: 'Nobody; KEY', message: 'There is no such broker', isNeeded: false },
            { column: 6, text: 'x', message: 'Not a number. Write 12.5m or 12500000', isNeeded: false },
          ],
        ],
      ]);
      const valuesAt = (row: number) => reader.columns.map(({ places, values }) => values[(places[row] ?? 0) - 1]);
      expect(valuesAt(0)).toEqual(['R1', 'cyber-privacy-and-tech', ['HOLDFAST', 'KEY'], 'primary', 'Leeds', 1000]);
      expect(valuesAt(1)).toEqual(['R2', 'cargo', undefined, undefined, undefined, undefined]);
      // A person’s answer decides what “Cyber” means.
      expect([0, 1, 2].map(isFixed)).toEqual([true, false, false]);
      const [, cob, notes, broker, layer] = reader.tally();
      expect(cob).toMatchObject({ filled: 2, wrong: 1 });
      expect(cob?.causes.toSorted((a, b) => (a.text < b.text ? -1 : 1))).toEqual([
        { kind: 'name', text: 'Cyber', fix: 'cyber-privacy-and-tech', example: 'Cyber', message: '', rows: 1 },
        {
          kind: 'name',
          text: 'Zeppelins',
          example: 'Zeppelins',
          message: 'There is no such class of business',
          rows: 1,
        },
      ]);
      expect(notes).toBeNull();
      expect(broker).toMatchObject({
        filled: 1,
        empty: 1,
        wrong: 1,
        causes: [{ kind: 'name', text: 'Nobody', rows: 1 }],
      });
      expect(layer).toMatchObject({
        empties: ['n/a'],
        readAs: [
          { text: 'P', as: 'Primary' },
          { text: 'E', as: 'Excess' },
        ],
      });
    },
  );
});
