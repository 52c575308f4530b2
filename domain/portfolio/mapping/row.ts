import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import type { Journey } from '#domain/dial/dial.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { type CellContext, type CellReading, cellReader, isPlain } from './cell.ts';
import { isDimension, isSingle, REQUIRED_TARGETS, type Target, targetLabel } from './target.ts';

/** What a person has to put right before the rows can be read; nothing where they can. */
export function checkTargets(targets: readonly Target[]): string | undefined {
  const missing = REQUIRED_TARGETS.find((target) => !targets.includes(target));
  if (missing !== undefined)
    return `No column is the ${targetLabel(missing).toLowerCase()}. Choose the one that is, or add it to the file.`;
  const twice = targets.find((target, index) => isSingle(target) && targets.indexOf(target) !== index);
  if (twice !== undefined) return `Two columns are “${targetLabel(twice)}”. Choose one of them.`;
  const { keptColumns } = PORTFOLIO_LIMITS;
  if (targets.filter((target) => target === 'kept').length > keptColumns)
    return `At most ${keptColumns} columns can be kept for grouping.`;
  return undefined;
}

export type CellError = Readonly<{ column: number; text: string; message: string }>;
/** A risk, or everything that is wrong with its row. */
export type RowReading = Readonly<{ risk: PortfolioRisk }> | Readonly<{ errors: readonly CellError[] }>;

/** What was found in a column so far. */
export type ColumnTally = Readonly<{
  filled: number;
  empty: number;
  wrong: number;
  /** Of a column of names: how many different ones there are, and which of them nothing is called. */
  names: number;
  unknownNames: number;
  unknown: readonly Readonly<{ text: string; rows: number }>[];
  /** What was taken for an empty cell, other than an empty one: “n/a”. */
  empties: readonly string[];
  /** What was taken for what, where there are few: P for Primary. */
  readAs: readonly Readonly<{ text: string; as: string }>[];
}>;

const MAX_MEMORISED = 20_000;
const MAX_NAMES = 10_000;
const MAX_UNKNOWN = 100;
const MAX_SHOWN = 6;
const MAX_SHOWN_TEXT = 80;

const cut = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most - 1)}…` : text).toWellFormed();
export const cutText = (text: string): string => cut(text, MAX_SHOWN_TEXT);
/** Names come back to be matched, so that they are whole. */
export const cutName = (text: string): string => cut(text, PORTFOLIO_LIMITS.matchedName);

/** Columns of numbers: those in plain digits are read as quickly as they could be looked up. */
const isNumeric = (target: Target): boolean =>
  target === 'premium' || (isDimension(target) && dimensionOf(target).kind === 'intervals');

/** Reads one column, and counts what it finds. */
class ColumnReader {
  readonly target: Target;
  readonly column: number;
  readonly isDimension: boolean;
  readonly #isNumeric: boolean;
  readonly #read: (text: string) => CellReading;
  readonly #memory = new Map<string, CellReading>();
  readonly #names = new Set<string>();
  readonly #unknown = new Map<string, number>();
  readonly #empties = new Set<string>();
  readonly #readAs = new Map<string, string>();
  #counts = { filled: 0, empty: 0, wrong: 0 };

  constructor(column: number, target: Target, context: CellContext) {
    this.column = column;
    this.target = target;
    this.isDimension = isDimension(target);
    this.#isNumeric = isNumeric(target);
    this.#read = cellReader(target, context);
  }

  read(text: string): CellReading {
    // No two references are the same.
    const isNew = this.target === 'reference' || (this.#isNumeric && isPlain(text));
    const reading = isNew ? this.#read(text) : this.#recall(text);
    if (reading.kind === 'value') this.#counts.filled += 1;
    else if (reading.kind === 'missing') this.#counts.empty += 1;
    else {
      this.#counts.wrong += 1;
      for (const name of reading.unknown ?? []) this.#count(cutName(name));
    }
    return reading;
  }

  #recall(text: string): CellReading {
    const known = this.#memory.get(text);
    if (known !== undefined) return known;
    const reading = this.#read(text);
    this.#learn(text, reading);
    if (this.#memory.size >= MAX_MEMORISED) this.#memory.clear();
    this.#memory.set(text, reading);
    return reading;
  }

  #learn(text: string, reading: CellReading): void {
    const shown = cutText(text.trim());
    if (reading.kind === 'missing' && shown !== '' && this.#empties.size < MAX_SHOWN) this.#empties.add(shown);
    if (reading.kind === 'value' && reading.as !== undefined && this.#readAs.size < MAX_SHOWN)
      this.#readAs.set(shown, reading.as);
    if (reading.kind !== 'missing')
      for (const name of reading.names ?? []) if (this.#names.size < MAX_NAMES) this.#names.add(name.toLowerCase());
  }

  #count(name: string): void {
    const rows = this.#unknown.get(name);
    if (rows !== undefined || this.#unknown.size < MAX_NAMES) this.#unknown.set(name, (rows ?? 0) + 1);
  }

  tally(): ColumnTally {
    const unknown = [...this.#unknown].map(([text, rows]) => ({ text, rows })).toSorted((a, b) => b.rows - a.rows);
    return {
      ...this.#counts,
      names: this.#names.size,
      unknownNames: unknown.length,
      unknown: unknown.slice(0, MAX_UNKNOWN),
      empties: [...this.#empties],
      readAs: [...this.#readAs].map(([text, as]) => ({ text, as })),
    };
  }
}

export type RowOptions = CellContext &
  Readonly<{
    /** What each column is. */
    targets: readonly Target[];
    /** What the columns are called, for those that are kept. */
    columns: readonly string[];
    /** The date of every risk, where no column has one. */
    day: string;
  }>;

/** Reads the rows of a file one by one, and counts what it finds in each column. */
export function rowReader({ targets, columns, day, ...context }: RowOptions) {
  const readers = targets.flatMap((target, column) =>
    target === 'unused' ? [] : [new ColumnReader(column, target, context)],
  );
  return {
    /** The columns that are read, in the order in which `read` is given their cells. */
    columns: readers.map(({ column }) => column),

    read(cells: readonly (string | null)[]): RowReading {
      const errors: CellError[] = [];
      const facts: { reference: string; cob: string; journey: Journey | null; date: string; premium: number | null } = {
        reference: '',
        cob: '',
        journey: null,
        date: day,
        premium: null,
      };
      const dimensions: Record<string, unknown> = {};
      const kept: Record<string, string> = {};
      for (let at = 0; at < readers.length; at += 1) {
        const reader = readers[at] as ColumnReader;
        const text = cells[at] ?? '';
        const reading = reader.read(text);
        if (reading.kind === 'missing') continue;
        const { target, column } = reader;
        if (reading.kind === 'wrong') errors.push({ column, text: cutText(text), message: reading.message });
        else if (reader.isDimension) dimensions[target] = reading.value;
        else if (target === 'kept') kept[columns[column] ?? ''] = reading.value as string;
        else (facts as Record<string, unknown>)[target] = reading.value;
      }
      if (errors.length > 0) return { errors };
      const { reference, cob, journey, date, premium } = facts;
      return { risk: { reference, cob, risk: { date, journey, dimensions }, premium, kept } };
    },

    /** What was found in each column of the file; nothing of those that are not used. */
    tally(): (ColumnTally | null)[] {
      const byColumn = new Map(readers.map((reader) => [reader.column, reader]));
      return targets.map((_target, column) => byColumn.get(column)?.tally() ?? null);
    },
  };
}
export type RowReader = ReturnType<typeof rowReader>;
