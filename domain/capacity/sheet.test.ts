import { expect, test } from 'vitest';
import { type Limit, MAX_LIMITS } from './limit.ts';
import { describeSheetError, LIMIT_COLUMNS, type LimitNames, readLimits, writeLimits } from './sheet.ts';

const NAMES: LimitNames = {
  hasPartner: (number) => number === 9101,
  findCountry: (text) => (/^(us|united states)$/i.test(text) ? 'US' : undefined),
  today: '2026-11-18',
};
const ROW = ['US cyber', '', 'US', 'Cyber Privacy & Tech', '400m', '248,000,000', 'USD', '2026-10-31', 'Exposure desk'];
const read = (...rows: readonly (readonly string[])[]) => readLimits([LIMIT_COLUMNS, ...rows], NAMES);
const errorsOf = (...rows: readonly (readonly string[])[]) => read(...rows).errors.map(describeSheetError);
const withCell = (place: number, text: string, row: readonly string[] = ROW) => row.with(place, text);

const US_CYBER: Limit = {
  name: 'US cyber',
  partner: null,
  country: 'US',
  cob: 'cyber-privacy-and-tech',
  limit: 400_000_000,
  used: 248_000_000,
  as_of: '2026-10-31',
  source: 'Exposure desk',
};

test('a sheet is read as people write it, and blank rows are skipped', () => {
  const partner = ['9101, all', '9101 Alder', '', '', '$1.25bn', '0', '', '31 Oct 2026', ''];
  const { limits, errors } = read(ROW, ['', '  '], partner);
  expect(errors).toEqual([]);
  expect(limits).toEqual([
    US_CYBER,
    { ...US_CYBER, name: '9101, all', partner: 9101, country: null, cob: null, limit: 1.25e9, used: 0, source: '' },
  ]);
});

test('columns may stand in any order under other names', () => {
  const heads = ['as at', 'Used', 'LIMIT', 'limit_name', 'territory'];
  const { limits } = readLimits([heads, ['31/10/2026', '1', '2', 'US', 'united states']], NAMES);
  expect(limits).toMatchObject([{ name: 'US', country: 'US', cob: null, limit: 2, used: 1, as_of: '2026-10-31' }]);
});

test('each wrong cell gets one sentence with its address and what to write', () => {
  expect(
    errorsOf(
      withCell(4, 'sixty'),
      withCell(5, '400.000', withCell(0, 'B')),
      withCell(4, '0', withCell(0, 'C')),
      withCell(4, '£60m', withCell(0, 'D')),
      withCell(7, '2026-13-01', withCell(0, 'E')),
      withCell(7, '2027-01-01', withCell(0, 'F')),
      withCell(6, 'GBP', withCell(0, 'G')),
      withCell(1, '9199', withCell(0, 'H')),
      withCell(2, 'Atlantis', withCell(0, 'I')),
      withCell(3, 'Cybre', withCell(0, 'J')),
      withCell(0, ' us  CYBER'),
      withCell(0, ''),
      ['L', '', '', '', '1', '1', '', '2026-10-31', ''],
      withCell(8, 'x'.repeat(201), withCell(0, 'M')),
    ),
  ).toEqual([
    'E2: “sixty” is no amount in US dollars, write it as 400000000.',
    'F3: “400.000” is no amount in US dollars, write it as 248000000.',
    'E4: “0” is no amount in US dollars, write it as 400000000.',
    'E5: “£60m” is no amount in US dollars, write it as 400000000.',
    'H6: “2026-13-01” is no day, write it as 2026-10-31.',
    'H7: 1 Jan 2027 is in the future.',
    'G8: GBP cannot be compared with max lines, convert limit and used and write USD.',
    'B9: there is no partner 9199.',
    'C10: “Atlantis” is no country, write it as US or United States.',
    expect.stringMatching(/^D11: “Cybre” is no class of business, write it as /),
    'A12: row 2 has this name already, give each limit its own.',
    'A13: empty, give the limit a name.',
    'B14: give a partner, a country or a class.',
    'I15: longer than 200 characters, shorten it.',
  ]);
  expect(read(ROW, withCell(4, '', withCell(0, 'B')))).toMatchObject({ limits: [] });
});

test('a sheet with other columns, or without limits, is refused as a whole', () => {
  const errors = (lines: readonly (readonly string[])[]) => readLimits(lines, NAMES).errors.map(describeSheetError);
  expect(errors([['Name', 'Region', 'name', 'Limit', 'Used'], ['A']])).toEqual([
    expect.stringMatching(/^B1: “Region” is no column of limits, remove it or name it Name, .* or Source\.$/),
    'C1: there is a column Name already.',
    'There is no column As of.',
  ]);
  expect(errors([LIMIT_COLUMNS])).toEqual(['There is no limit below the heads.']);
  const many = Array.from({ length: MAX_LIMITS + 1 }, (_, index) => ROW.with(0, `L${index}`));
  expect(errors([LIMIT_COLUMNS, ...many])).toEqual(['There are 501 limits, at most 500 can be imported.']);
});

test('what is written is read again', () => {
  const limits = [
    { ...US_CYBER, name: '=US, "cyber"' },
    { ...US_CYBER, name: 'Alder', partner: 9101, country: null },
  ];
  const lines = writeLimits(limits)
    .replace('\uFEFF', '')
    .split('\r\n')
    .map((line) =>
      line
        .slice(1, -1)
        .split('","')
        .map((cell) => cell.replaceAll('""', '"')),
    );
  expect(lines[1]?.[0]).toBe(`'=US, "cyber"`);
  expect(readLimits(lines, NAMES)).toEqual({ limits, errors: [] });
});
