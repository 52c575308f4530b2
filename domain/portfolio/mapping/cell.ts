import { findClass } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { labelOf } from '#domain/dimension/dimension.ts';
import { grouped } from '#domain/dimension/format.ts';
import {
  cellError,
  type CellReading,
  cellValue,
  type ColumnReading,
  isEmptyCell,
  MISSING,
  readNames,
} from '#domain/dimension/kind/cell.ts';
import { cellReaderOf } from '#domain/dimension/kind/cell-readers.ts';
import { isPlain, readNumberCell } from '#domain/dimension/kind/number-cell.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { readDate } from './date.ts';
import { type Names, NO_VALUE } from './names.ts';
import { isDimension, matchedAgainst, type Target } from './target.ts';

export type CellOptions = Readonly<{ names: Names; reading: ColumnReading; today: string }>;
type ReadText = (text: string) => CellReading;

/** Creates the cell parser of a target. */
export function cellReader(target: Target, options: CellOptions): ReadText {
  const read = withMatches(target, plainReader(target, options), options.names);
  const { cell } = PORTFOLIO_LIMITS;
  return (text) => (text.length > cell ? cellError(`Longer than ${grouped(cell)} characters`) : read(text));
}

function plainReader(target: Target, { names, reading, today }: CellOptions): ReadText {
  if (isDimension(target)) {
    const readCell = cellReaderOf(dimensionOf(target));
    const context = { findName: names.find, reading };
    return (text) => readCell(text, context);
  }
  switch (target) {
    case 'reference':
      return (text) =>
        isEmptyCell(text) ? cellError('There is no reference') : textWithin(text, PORTFOLIO_LIMITS.reference);
    case 'cob':
      return (text) =>
        isEmptyCell(text)
          ? cellError('There is no class of business')
          : readName(text, names, 'cob', 'class of business');
    case 'journey':
      return (text) => (isEmptyCell(text) ? MISSING : readName(text, names, 'journey', 'journey'));
    case 'date':
      return (text) => (isEmptyCell(text) ? cellError('There is no date') : dateOf(text, reading, today));
    case 'premium':
      return (text) =>
        isPlain(text) || !isEmptyCell(text)
          ? wholeDollars(readNumberCell(text, { unit: 'usd', negative: true }, reading))
          : MISSING;
    case 'kept':
      return (text) => (text.trim() === '' ? MISSING : textWithin(text, PORTFOLIO_LIMITS.keptText));
    case 'unused':
      return () => MISSING;
  }
}

/** A person’s answer replaces a value that cannot be read. Names are matched one by one, where they are read. */
function withMatches(target: Target, read: ReadText, names: Names): ReadText {
  if (matchedAgainst(target) !== undefined) return read;
  return (text) => {
    const reading = read(text);
    if (reading.kind !== 'wrong' || reading.causes !== undefined) return reading;
    const found = names.find(target, text);
    if (found === undefined || 'several' in found) return reading;
    const fixes = [{ kind: 'value', text: text.trim(), fix: found.code } as const];
    if (found.code === NO_VALUE) return { kind: 'missing', fixes };
    const matched = read(found.code);
    return matched.kind === 'value' ? { ...matched, fixes } : reading;
  };
}

function textWithin(text: string, most: number): CellReading {
  const trimmed = text.trim();
  return trimmed.length > most ? cellError(`Longer than ${most} characters`) : cellValue(trimmed);
}

function dateOf(text: string, { dates: order, answers }: ColumnReading, today: string): CellReading {
  const date = readDate(text, today);
  if (date === undefined) return cellError('Not a date. Write 2025-01-31 or 31/01/2025');
  if ('day' in date) return cellValue(date.day);
  const cause = { kind: 'dates', text: '' } as const;
  if (order === undefined)
    return { kind: 'wrong', message: 'Say whether the day or the month comes first', causes: [cause] };
  return { kind: 'value', value: date[order], ...(answers.has('dates') && { fixes: [{ ...cause, fix: order }] }) };
}

function readName(text: string, names: Names, against: string, noun: string): CellReading {
  const reading = readNames([text.trim()], (name) => names.find(against, name), noun);
  if (reading.kind !== 'value') return reading;
  const [code = ''] = reading.value as readonly string[];
  return { ...reading, value: code, as: findClass(code)?.label ?? labelOf(JOURNEYS, code) };
}

const wholeDollars = (reading: CellReading): CellReading =>
  reading.kind === 'value' ? { ...reading, value: Math.round(reading.value as number) } : reading;
