import { COLUMNS, type ExchangedDial, findColumn, toCells } from '#domain/dial/exchange.ts';
import type { FindOption } from '#domain/dimension/codec.ts';
import { writeCsv } from '#domain/csv/write.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { readCells } from '#web/kit/csv.ts';
import { type DialFile, refuse } from './importFile.ts';
import { readDialLines } from './readDialLines.ts';

/** One dial per row, below a header line. */
export function readCsvDials(text: string, findOption: FindOption): DialFile {
  const { lines, brokenLine } = readDialsCsv(text);
  if (brokenLine !== undefined)
    return refuse(`A quotation mark is not closed, or stands in the wrong place, in row ${brokenLine}.`);
  return readDialLines(lines, findOption);
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Cells by line. Detects the separator by the header line: the one that yields most known columns. */
function readDialsCsv(text: string) {
  const [best = ','] = SEPARATORS.toSorted((a, b) => countKnownColumns(text, b) - countKnownColumns(text, a));
  return readCells(text, best);
}

const countKnownColumns = (text: string, separator: string): number =>
  (readCells(text, separator, 1).lines[0] ?? []).filter((head) => findColumn(head) !== undefined).length;

export const writeDialsCsv = (dials: readonly ExchangedDial[]): string =>
  writeCsv(
    COLUMNS.map(({ key }) => key),
    dials.map(toCells),
  );

/** Rows of the table to begin with: a usual case and a narrow exception. Without an id they are new dials. */
export const EXAMPLE_DIALS: readonly ExchangedDial[] = [
  {
    id: '',
    version: 1,
    data: {
      ...EMPTY_DIAL,
      name: 'Example: Cyber base',
      description: 'Replace it with a rule of your own.',
      tags: ['Example'],
      dimensions: { risk_codes: ['CY'], revenue_ranges: '[0,1000000000)' },
      values: { max_line: 2_500_000, policy_share_cap: 10 },
    },
  },
  {
    id: '',
    version: 1,
    data: {
      ...EMPTY_DIAL,
      name: 'Example: Cyber US excess of $10m',
      description: 'Narrow exceptions stand above the usual cases in a bucket.',
      tags: ['Example'],
      dimensions: {
        risk_codes: ['CY'],
        domicile_countries: ['US'],
        is_primary: 'excess',
        attachment_point_ranges: '[10000000,)',
      },
      values: { max_line: 1_000_000, policy_share_cap: 7.5 },
    },
  },
];
