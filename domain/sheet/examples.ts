import { bareCell } from '#domain/csv/cell.ts';
import { isDay } from '#domain/day/day.ts';
import { dateLike } from '#domain/dial/check.ts';
import { type Journey, JOURNEYS } from '#domain/dial/dial.ts';
import { oneOf, type Reading, textKey } from '#domain/dimension/codec.ts';
import { isForClass, labelOf, type RiskValue } from '#domain/dimension/dimension.ts';
import { unitFacts } from '#domain/dimension/format.ts';
import { readNumber } from '#domain/dimension/kind/intervals/interval.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { uncapitalise } from '#domain/dimension/words.ts';
import { sameExample } from '#domain/example/change.ts';
import { type Example, type ExampleData, exampleKey, NONE, readExample } from '#domain/example/example.ts';
import { isAmountKey, VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';
import type { CellError, SheetOptions } from './bucket-sheet.ts';
import {
  choicesOf,
  exampleOf,
  findMisreading,
  formatOf,
  guardText,
  hasNumber,
  headOf,
  isTinyShare,
  nameOptions,
  type OptionNames,
  readDimensionCell,
  readValueCell,
  showDimension,
  showValue,
  textOf,
} from './column.ts';
import { dataOf, mergeExample } from './merge-example.ts';
import { readHiddenJson, writeHiddenJson } from './origin.ts';
import { readTable } from './table.ts';
import { describeErrorCell } from './words.ts';
import { addressOf, type ReadCell, type ReadWorkbook, type Workbook, type WorkbookCell } from './workbook.ts';

type ExampleColumn = 'name' | 'date' | 'journey' | 'id' | DimensionKey | ValueKey;
const HEADS = { name: 'Name', date: 'Date', journey: 'Journey', id: 'Id' } as const;
const isValue = (key: ExampleColumn): key is ValueKey => (VALUE_KEYS as readonly string[]).includes(key);
const isOwn = (key: ExampleColumn): key is keyof typeof HEADS => key in HEADS;

/** "Expected max line, USD". */
const exampleHead = (key: ExampleColumn): string => {
  if (isOwn(key)) return HEADS[key];
  return isValue(key) ? `Expected ${uncapitalise(headOf(key))}` : headOf(key);
};
const BY_HEAD = new Map(
  (['name', 'date', 'journey', ...DIMENSION_KEYS, ...VALUE_KEYS, 'id'] as const).map((key) => [
    textKey(exampleHead(key)),
    key,
  ]),
);

/** One row per example: its risk, and the values it should get. */
export function writeExampleSheet(examples: readonly Example[], cob: string, options: SheetOptions): Workbook {
  const names = nameOptions(options);
  const used = new Set(examples.flatMap(({ risk }) => Object.keys(risk.dimensions)));
  const others = DIMENSION_KEYS.filter((key) => !used.has(key) && isForClass(dimensionOf(key), cob));
  const columns: readonly ExampleColumn[] = [
    'name',
    'date',
    'journey',
    ...DIMENSION_KEYS.filter((key) => used.has(key)),
    ...VALUE_KEYS,
    ...others,
    'id',
  ];
  const folded = new Set<ExampleColumn>(others);
  return {
    sheets: [
      {
        name: 'Examples',
        frozenColumns: 1,
        hasFilter: true,
        columns: columns.map((key) => {
          const choices = listChoices(key, names);
          return {
            width: key === 'name' ? 40 : Math.max(16, exampleHead(key).length + 3),
            format: isValue(key) ? formatOf(key) : ('text' as const),
            ...(choices.length > 0 && { choices }),
            ...(folded.has(key) && { isFolded: true }),
            ...(key === 'id' && { isHidden: true }),
          };
        }),
        rows: [
          columns.map((key): WorkbookCell => ({ value: exampleHead(key), tone: 'head' })),
          ...examples.map((example) => columns.map((key): WorkbookCell => ({ value: writeCell(example, key, names) }))),
        ],
      },
      writeHiddenJson({ examples: examples.map(({ id, name, risk, expected }) => ({ id, name, risk, expected })) }),
    ],
  };
}

function listChoices(key: ExampleColumn, names: OptionNames): readonly string[] {
  if (key === 'journey') return JOURNEYS.map(({ label }) => label);
  if (isOwn(key)) return [];
  return isValue(key) && !isAmountKey(key) ? [...choicesOf(key, names), NONE] : choicesOf(key, names);
}

function writeCell(
  { id, name, risk, expected }: Example,
  key: ExampleColumn,
  names: OptionNames,
): string | number | null {
  if (key === 'name') return guardText(name);
  if (key === 'id') return id;
  if (key === 'date') return risk.date;
  if (key === 'journey') return risk.journey === null ? null : labelOf(JOURNEYS, risk.journey);
  if (isValue(key)) {
    const value = expected[key];
    return typeof value === 'string' && value !== NONE ? showValue(key, value) : (value ?? null);
  }
  const value: unknown = risk.dimensions[key];
  if (value === undefined) return null;
  return guardText(typeof value === 'number' ? String(value) : showDimension(key, value, names));
}

export type ExampleSheetChange<E extends Example = Example> = Readonly<{
  example: E;
  data: ExampleData;
  /** Others changed the same field differently since the export. */
  isAsked: boolean;
  /** An expected share fell so low that its percent sign may have been lost. */
  hasTinyShare: boolean;
}>;

export type ExampleSheetChanges<E extends Example = Example> = Readonly<{
  added: readonly ExampleData[];
  changed: readonly ExampleSheetChange<E>[];
  /** Exported, and without a row: removed, or only filtered out. */
  missing: readonly E[];
  errors: readonly CellError[];
  notices: readonly string[];
}>;

/** What the sheet would change; undefined where no sheet has examples. Rows with a wrong cell change nothing. */
export function readExampleSheet<E extends Example>(
  workbook: ReadWorkbook,
  stored: readonly E[],
  options: SheetOptions,
): ExampleSheetChanges<E> | undefined {
  const table = readTable(workbook, { isHead: (text) => BY_HEAD.get(textKey(text)) === 'name', isDate: () => true });
  if (table === undefined) return undefined;
  const names = nameOptions(options);
  const [head = [], ...lines] = table.cells;
  const columns = head.map((cell) => BY_HEAD.get(textKey(textOf(cell))));
  const unknown = head.filter((cell, column) => textOf(cell) !== '' && columns[column] === undefined).map(textOf);
  const exported = readExported(workbook);
  const [byId, byName] = [
    new Map(stored.map((example) => [example.id, example])),
    new Map(stored.map((example) => [exampleKey(example), example])),
  ];
  const added: ExampleData[] = [];
  const changed: ExampleSheetChange<E>[] = [];
  const errors: CellError[] = [];
  const seen = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    if (line.every((cell) => textOf(cell) === '')) continue;
    const row = table.firstRow + index;
    const at = (key: ExampleColumn) => Math.max(0, columns.indexOf(key));
    const cellOf = (key: ExampleColumn) => (columns.includes(key) ? line[at(key)] : undefined);
    const addError = (key: ExampleColumn, message: string) =>
      errors.push({ cell: addressOf(row, at(key)), text: textOf(cellOf(key)), message });
    const name = textOf(cellOf('name')).trim();
    const example = byId.get(textOf(cellOf('id')).trim()) ?? byName.get(exampleKey({ name }));
    const key = example?.id ?? exampleKey({ name });
    const first = seen.get(key);
    if (first !== undefined) {
      addError('name', `Row ${row + 1} is the same example as row ${first}. Give it another name and clear its id.`);
      continue;
    }
    seen.set(key, row + 1);
    const before = errors.length;
    const base = exported.get(example?.id ?? '') ?? example;
    const data = readRow(columns, cellOf, base, names, addError);
    const reading = readExample(data);
    if (!reading.ok && errors.length === before)
      for (const { path, message } of reading.errors) addError(columnOf(path), message);
    if (!reading.ok || errors.length > before) continue;
    if (example === undefined) added.push(reading.example);
    else {
      const { data: merged, isAsked } = mergeExample(base ?? example, reading.example, example);
      const hasTinyShare = VALUE_KEYS.some((value) =>
        isTinyShare(value, example.expected[value], merged.expected[value]),
      );
      if (!sameExample(dataOf(merged), dataOf(example))) changed.push({ example, data: merged, isAsked, hasTinyShare });
    }
  }
  return {
    added,
    changed,
    missing: stored.filter(({ id }) => exported.has(id) && !seen.has(id)),
    errors,
    notices: [
      ...(unknown.length > 0 ? [`Columns with other names were not read: ${unknown.join(', ')}.`] : []),
      ...table.notices,
    ],
  };
}

/** "risk.dimensions.revenue_ranges" is the column of Revenue. */
function columnOf(path: string): ExampleColumn {
  const last = path.split('.').at(-1) ?? '';
  return [...BY_HEAD.values()].find((key) => key === last) ?? 'name';
}

type CellOf = (key: ExampleColumn) => ReadCell | undefined;

/** Columns that are gone keep what was exported. */
function readRow(
  columns: readonly (ExampleColumn | undefined)[],
  cellOf: CellOf,
  base: ExampleData | undefined,
  names: OptionNames,
  addError: (key: ExampleColumn, message: string) => void,
): ExampleData {
  let [name, date, journey] = [base?.name ?? '', base?.risk.date ?? '', base?.risk.journey ?? null];
  const dimensions: Record<string, unknown> = { ...base?.risk.dimensions };
  const expected: Record<string, unknown> = { ...base?.expected };
  for (const key of new Set(columns)) {
    if (key === undefined || key === 'id') continue;
    const cell = cellOf(key);
    const text = textOf(cell).trim();
    const exported = base && writeCell({ ...base, id: '' }, key, names);
    if (cell?.kind === 'error') {
      addError(key, describeErrorCell(cell, isOwn(key) ? '' : exampleOf(key, names)));
      continue;
    }
    if (exported !== undefined && bareCell(String(exported ?? '')) === textOf(cell)) continue;
    if (typeof exported === 'number' && cell !== undefined && hasNumber(cell, exported)) continue;
    if (key === 'name') name = text;
    else if (key === 'date') date = text;
    else if (cell === undefined || text === '') {
      if (key === 'journey') journey = null;
      else delete (isValue(key) ? expected : dimensions)[key];
    } else {
      const reading = readField(cell, key, base, names);
      if (!('value' in reading)) addError(key, reading.message);
      else if (key === 'journey') journey = reading.value as Journey;
      else (isValue(key) ? expected : dimensions)[key] = reading.value;
    }
  }
  if (!isDay(date)) addError('date', dateLike('2026-11-16'));
  return { name, risk: { date, journey, dimensions: dimensions }, expected: expected };
}

function readField(
  cell: ReadCell,
  key: 'journey' | DimensionKey | ValueKey,
  base: ExampleData | undefined,
  names: OptionNames,
): Reading<RiskValue> {
  if (key === 'journey') return oneOf(JOURNEYS).read(textOf(cell), names.find);
  if (isValue(key)) return textKey(textOf(cell)) === NONE ? { value: NONE } : readValueCell(cell, key, names);
  const dimension = dimensionOf(key);
  const before: unknown = base?.risk.dimensions[key];
  if (dimension.kind !== 'intervals') return readDimensionCell(cell, key, before, names);
  const message = findMisreading(cell, key, names);
  if (message !== undefined)
    return { message: message.replace(unitFacts(dimension.unit).example, unitFacts(dimension.unit).numbers[0]) };
  return kindOf(dimension).readRisk(readAmount(cell, unitFacts(dimension.unit).suffix));
}

/** Undefined is no number. */
function readAmount(cell: ReadCell, suffix: RegExp | undefined): number | undefined {
  if (cell.number !== null) return cell.number;
  const text = textOf(cell).trim();
  const { value, hint } = readNumber(suffix === undefined ? text : text.replace(suffix, ''), { negative: true });
  return hint === null ? (value ?? undefined) : undefined;
}

function readExported(workbook: ReadWorkbook): ReadonlyMap<string, Example> {
  const content = readHiddenJson(workbook) as { examples?: unknown } | null | undefined;
  const examples = Array.isArray(content?.examples) ? (content.examples as readonly Example[]) : [];
  return new Map(examples.map((example) => [example.id, example]));
}
