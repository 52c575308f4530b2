import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { encodeChunk, openChunk, type RiskColumns, writeColumns } from '#domain/portfolio/chunk/chunk.ts';
import { cellReader } from '#domain/portfolio/mapping/cell.ts';
import { indexNames, type Options } from '#domain/portfolio/mapping/names.ts';
import { PLAIN_READING } from '#domain/portfolio/mapping/reading.ts';
import { type CellError, rowReader } from '#domain/portfolio/mapping/row.ts';
import { isDimension, isNeeded, type Target } from '#domain/portfolio/mapping/target.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { temporaryFolder } from '#server/testing/data-folder.ts';
import { findTexts, readBlocks } from './reader.blocks.ts';
import { openFile } from './reader.duck.ts';
import { UPLOAD_FILE } from './reader.protocol.ts';
import { waitingRisks } from './reader.waiting.ts';

test('columns with few texts are read as indexes, those with many as texts', async () => {
  const file = join(await temporaryFolder(), UPLOAD_FILE);
  const rows = [
    ['R1', 'b', 'ä', ''],
    ['R2', 'a', '"', ''],
    ['R3', '', 'ü', ''],
    ['R4', 'b', '😀', ''],
  ];
  await writeFile(
    file,
    `r,s,t,u\n${rows.map((row) => row.map((c) => `"${c.replace('"', '""')}"`).join()).join('\n')}\n`,
  );
  const opened = await openFile(file, 'csv');
  const texts = await findTexts(opened, [1, 2, 3], 3);
  expect([...texts]).toEqual([
    [1, ['b', 'a', '']],
    [3, ['']],
  ]);
  const columns = [3, 0, 1, 2].map((column) => ({ column, isKnown: texts.has(column) }));
  const blocks = [];
  for await (const block of readBlocks(opened, columns)) blocks.push(block);
  expect(blocks).toEqual([
    {
      places: [2, 3, 4, 5],
      cells: [
        [0, 0, 0, 0],
        ['R1', 'R2', 'R3', 'R4'],
        [0, 1, 2, 0],
        ['ä', '"', 'ü', '😀'],
      ],
    },
  ]);
});

const list = (...codes: string[]) => codes.map((code) => ({ code, label: `${code} of London` }));
const OPTIONS: Options = {
  ...(Object.fromEntries(REFERENCE_LISTS.map((name) => [name, []])) as unknown as Options),
  brokers: list('A', 'B', 'C'),
};
const context = { names: indexNames(OPTIONS, []), today: '2026-11-16' };
const DAY = '2026-01-01';
/** Column values: single, several, none, and errors. */
const COLUMNS: readonly (readonly [target: Target, texts: readonly string[]])[] = [
  ['cob', ['Cargo', 'cargo', 'Hull', 'Specie', 'Zeppelins', '']],
  ['brokers', ['A', 'a of london', 'A;B', 'B|A', 'A, B', 'n/a', '', 'Nobody', 'Nobody; A']],
  ['is_primary', ['P', 'XS', 'primary', '', 'Q']],
  ['revenue_ranges', ['1', '1.0', '2500000', '2.5m', '0', '', 'n/a', '-1', '4294967295', '0.125']],
  ['date', ['2025-02-01', '01/02/2025', '31/12/2024', '', 'soon']],
  ['journey', ['New business', 'Renewal', '', 'else']],
  ['premium', ['1000', '1,000', '-5', '', 'much', '70000.4']],
  ['unused', ['x', '']],
  ['kept', ['Leeds', 'York', '', ' Leeds']],
  ['kept', ['2025', '']],
];
const nameColumns = (isSame: boolean): string[] => [
  'reference',
  ...COLUMNS.map(([target], at) => (isSame && target === 'kept' ? 'office' : `${target} ${at}`)),
];

type Row = readonly string[];
const files = fc.record({
  rows: fc.array(fc.tuple(...COLUMNS.map(([, texts]) => fc.constantFrom(...texts))), { minLength: 1, maxLength: 30 }),
  /** The columns that are left out, and those that are dictionary-encoded. */
  unused: fc.array(fc.boolean(), { minLength: COLUMNS.length, maxLength: COLUMNS.length }),
  encoded: fc.array(fc.boolean(), { minLength: COLUMNS.length + 1, maxLength: COLUMNS.length + 1 }),
  together: fc.integer({ min: 1, max: 8 }),
  /** Both kept columns have the same name: the last one with a value counts. */
  isSame: fc.boolean(),
});

/** The reference implementation: row by row and cell by cell. */
function readByCells(row: Row, targets: readonly Target[], names: readonly string[]): PortfolioRisk | CellError[] {
  const errors: CellError[] = [];
  const dimensions: Record<string, unknown> = {};
  const facts: Record<string, unknown> = { date: DAY, journey: null, premium: null };
  const kept: Record<string, string> = {};
  for (const [column, target] of targets.entries()) {
    const text = row[column] ?? '';
    const reading = cellReader(target, { ...context, reading: PLAIN_READING })(text);
    if (reading.kind === 'wrong') errors.push({ column, text, message: reading.message, isNeeded: isNeeded(target) });
    if (reading.kind !== 'value') continue;
    if (isDimension(target)) dimensions[target] = reading.value;
    else if (target === 'kept') kept[names[column] ?? ''] = reading.value as string;
    else facts[target] = reading.value;
  }
  const { reference, cob, date, journey, premium } = facts;
  return errors.length > 0
    ? errors
    : ({ reference, cob, risk: { date, journey, dimensions }, premium, kept } as PortfolioRisk);
}

test('the rows of any file become what their cells say, by class in file order, even beyond memory', async () => {
  const folder = await temporaryFolder();
  fc.assert(
    fc.property(files, ({ rows: some, unused, encoded, together, isSame }) => {
      const names = nameColumns(isSame);
      const rows: Row[] = some.map((cells, at) => [`R${at}`, ...cells]);
      const targets: Target[] = [
        'reference',
        ...COLUMNS.map(([target], at) => (target !== 'cob' && unused[at] ? 'unused' : target)),
      ];
      const textsOf = (column: number) =>
        encoded[column] && column > 0 ? [...new Set(rows.map((row) => row[column] ?? ''))] : undefined;
      const reader = rowReader({ targets, textsOf, readingOf: () => PLAIN_READING, ...context });
      const plain = rowReader({ targets, textsOf: () => undefined, readingOf: () => PLAIN_READING, ...context });
      const given: RiskColumns[] = [];
      const onFull = (columns: RiskColumns) => void given.push(columns);
      const waiting = waitingRisks({ columns: reader.columns, names, day: DAY, onFull, folder, mostWaiting: 3 });
      const errors: CellError[][] = [];
      for (let from = 0; from < rows.length; from += together) {
        const block = rows.slice(from, from + together);
        const cells = reader.columns.map(({ column }) => block.map((row) => row[column] ?? ''));
        const byPlace = cells.map((texts, at) => {
          const all = textsOf(reader.columns[at]?.column ?? 0);
          return all === undefined ? texts : texts.map((text) => all.indexOf(text));
        });
        const { wrong } = reader.read(byPlace);
        plain.read(cells);
        for (const at of block.keys())
          if (wrong.has(at)) errors.push([...(wrong.get(at) ?? [])]);
          else waiting.add(at);
        expect(reader.tally()).toEqual(plain.tally());
      }
      waiting.giveAll();

      const read = rows.map((row) => readByCells(row, targets, names));
      expect(errors).toEqual(read.filter((one) => Array.isArray(one)));
      const risks = read.flatMap((one) => (Array.isArray(one) ? [] : [one]));
      expect(given.map(({ cob }) => cob).toSorted()).toEqual([...new Set(risks.map(({ cob }) => cob))].toSorted());
      for (const columns of given) {
        const own = risks.filter(({ cob }) => cob === columns.cob);
        const bytes = writeColumns(columns);
        expect(own.map((_risk, row) => openChunk(bytes).riskAt(row))).toEqual(own);
        if (!isSame) expect(bytes).toEqual(encodeChunk(own));
      }
    }),
    { numRuns: 100 },
  );
  expect(await readdir(folder)).toEqual([]);
});
