import { findClass } from '#domain/cob/class-of-business.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { labelOf } from '#domain/dimension/dimension.ts';
import {
  cellError,
  type CellReading,
  cellValue,
  isEmptyCell,
  isPlain,
  MISSING,
  readNumberCell,
} from '#domain/dimension/kind/cell.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { type DateOrder, readDate } from './date.ts';
import type { Names } from './names.ts';
import { isDimension, type Target } from './target.ts';

export type CellContext = Readonly<{ names: Names; dates: DateOrder }>;

/** Creates the cell parser of a target. */
export function cellReader(target: Target, { names, dates }: CellContext): (text: string) => CellReading {
  if (isDimension(target)) {
    const { readCell } = kindOf(dimensionOf(target));
    return (text) => readCell(text, names.findOption);
  }
  switch (target) {
    case 'reference':
      return (text) =>
        isEmptyCell(text) ? cellError('There is no reference') : textWithin(text, PORTFOLIO_LIMITS.reference);
    case 'cob':
      return (text) =>
        isEmptyCell(text)
          ? cellError('There is no class of business')
          : readName(text, names.findClass, 'class of business');
    case 'journey':
      return (text) => (isEmptyCell(text) ? MISSING : readName(text, names.findJourney, 'journey'));
    case 'date':
      return (text) => (isEmptyCell(text) ? cellError('There is no date') : dateOf(text, dates));
    case 'premium':
      return (text) =>
        isPlain(text) || !isEmptyCell(text)
          ? wholeDollars(readNumberCell(text, { unit: 'usd', negative: true }))
          : MISSING;
    case 'kept':
      return (text) => (text.trim() === '' ? MISSING : textWithin(text, PORTFOLIO_LIMITS.keptText));
    case 'unused':
      return () => MISSING;
  }
}

function textWithin(text: string, most: number): CellReading {
  const trimmed = text.trim();
  return trimmed.length > most ? cellError(`Longer than ${most} characters`) : cellValue(trimmed);
}

function dateOf(text: string, order: DateOrder): CellReading {
  const day = readDate(text, order);
  return day === undefined ? cellError('Not a date. 31/01/2025 or 2025-01-31 is') : cellValue(day);
}

function readName(text: string, find: (text: string) => string | undefined, noun: string): CellReading {
  const names = [text.trim()];
  const code = find(text);
  if (code === undefined) return { kind: 'wrong', message: `There is no such ${noun}`, names, unknown: names };
  return { kind: 'value', value: code, as: findClass(code)?.label ?? labelOf(JOURNEYS, code), names };
}

const wholeDollars = (reading: CellReading): CellReading =>
  reading.kind === 'value' ? cellValue(Math.round(reading.value as number)) : reading;
