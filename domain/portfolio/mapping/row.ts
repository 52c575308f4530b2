import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import type { CellCause, CellReading, ColumnReading } from '#domain/dimension/kind/cell.ts';
import { isPlain } from '#domain/dimension/kind/number-cell.ts';
import { cellReader } from './cell.ts';
import type { Names } from './names.ts';
import { isNeeded, isSingle, REQUIRED_TARGETS, type Target, targetLabel, numbersOf } from './target.ts';

/** The first problem with the column targets; undefined if rows can be read. */
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

export type CellError = Readonly<{
  column: number;
  text: string;
  message: string;
  /** The row cannot be loaded without this value. */
  isNeeded: boolean;
}>;

/** A cause with its rows in one column: still open, or fixed. */
export type ColumnCause = CellCause & Readonly<{ example: string; message: string; rows: number }>;

export type ColumnTally = Readonly<{
  filled: number;
  empty: number;
  wrong: number;
  /** Texts that counted as empty: “n/a”. */
  empties: readonly string[];
  /** Interpretations, if few: P for Primary. */
  readAs: readonly Readonly<{ text: string; as: string }>[];
  causes: readonly ColumnCause[];
}>;

/** Columns with at most this many distinct texts parse each text once. */
export const MAX_KNOWN_TEXTS = 20_000;
/** Rows per block. */
const MAX_ROWS = 2048;
/** Causes that are counted per column. */
const MAX_CAUSES = 10_000;
const MAX_SHOWN = 6;
const MAX_SHOWN_TEXT = 80;

const cut = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most - 1)}…` : text).toWellFormed();
export const cutText = (text: string): string => cut(text, MAX_SHOWN_TEXT);
/** Names are sent back for matching, so they are truncated less. */
export const cutName = (text: string): string => cut(text, PORTFOLIO_LIMITS.matchedName);

type OnWrong = (row: number, error: CellError) => void;

/** Counts the rows of each cause, and keeps the first text. */
class CauseCounter {
  readonly #causes = new Map<string, { cause: CellCause; example: string; message: string; rows: number }>();

  add({ kind, ...cause }: CellCause, text: string, message: string, rows: number): void {
    const shown = kind === 'name' || kind === 'value' ? cutName(cause.text) : cause.text;
    const key = `${kind} ${shown}`;
    const found = this.#causes.get(key);
    if (found !== undefined) found.rows += rows;
    else if (this.#causes.size < MAX_CAUSES)
      this.#causes.set(key, { cause: { ...cause, kind, text: shown }, example: cutText(text.trim()), message, rows });
  }

  clear(): void {
    this.#causes.clear();
  }

  list(): ColumnCause[] {
    return [...this.#causes.values()].map(({ cause, ...counts }) => ({ ...cause, ...counts }));
  }
}

/** Parses one column and collects statistics. */
class ColumnReader {
  readonly target: Target;
  readonly column: number;
  /** For the last block: the 1-based index of each row's value; 0 for none. */
  readonly places = new Uint16Array(MAX_ROWS);
  /** All values of the column, or those of the last block if the texts are not known beforehand. */
  values: unknown[] = [];
  readonly #isNumeric: boolean;
  readonly #isNeeded: boolean;
  readonly #read: (text: string) => CellReading;
  readonly #cache = new Map<string, CellReading>();
  readonly #causes = new CauseCounter();
  readonly #empties = new Set<string>();
  readonly #readAs = new Map<string, string>();
  readonly #counts = { value: 0, missing: 0, wrong: 0 };
  /** The distinct texts in order of appearance, their readings and row counts. */
  readonly #texts: readonly string[] | undefined;
  readonly #readings: readonly CellReading[];
  readonly #rows: Uint32Array;
  /** The value index of each text. */
  readonly #valueIndexes: Uint16Array;
  readonly #hasFixes: boolean;
  #recorded = 0;

  constructor(column: number, target: Target, read: (text: string) => CellReading, texts?: readonly string[]) {
    this.column = column;
    this.target = target;
    this.#isNumeric = numbersOf(target) !== undefined;
    this.#isNeeded = isNeeded(target);
    this.#read = read;
    this.#texts = texts;
    this.#readings = texts?.map(this.#read) ?? [];
    this.#rows = new Uint32Array(this.#readings.length);
    this.#valueIndexes = Uint16Array.from(this.#readings, ({ kind }, at) => (kind === 'value' ? at + 1 : 0));
    this.values = this.#readings.map((reading) => (reading.kind === 'value' ? reading.value : undefined));
    this.#hasFixes = this.#readings.some(({ fixes }) => fixes !== undefined);
  }

  get isKnown(): boolean {
    return this.#texts !== undefined;
  }

  /** `cells`: indexes into the known texts, or the texts themselves. Marks the rows that depend on a fix. */
  read(cells: readonly number[] | readonly string[], fixed: Uint8Array, onWrong: OnWrong): void {
    if (this.#texts === undefined) this.#readTexts(cells as readonly string[], fixed, onWrong);
    else this.#readKnown(cells as readonly number[], this.#texts, fixed, onWrong);
  }

  #readKnown(cells: readonly number[], texts: readonly string[], fixed: Uint8Array, onWrong: OnWrong): void {
    const [places, rows, valueIndexes, hasFixes] = [this.places, this.#rows, this.#valueIndexes, this.#hasFixes];
    for (let row = 0; row < cells.length; row += 1) {
      const at = cells[row] as number;
      const place = valueIndexes[at] as number;
      rows[at] = (rows[at] as number) + 1;
      places[row] = place;
      if (place > 0 && !hasFixes) continue;
      const reading = this.#readings[at] as CellReading;
      if (reading.fixes !== undefined) fixed[row] = 1;
      if (reading.kind === 'wrong') onWrong(row, this.#errorOf(texts[at] as string, reading.message));
    }
  }

  #readTexts(cells: readonly string[], fixed: Uint8Array, onWrong: OnWrong): void {
    this.values = [];
    for (let row = 0; row < cells.length; row += 1) {
      const text = cells[row] as string;
      // References are unique, so caching is pointless.
      const isNew = this.target === 'reference' || (this.#isNumeric && isPlain(text));
      const reading = isNew ? this.#read(text) : this.#readCached(text);
      this.#counts[reading.kind] += 1;
      this.places[row] = reading.kind === 'value' ? this.values.push(reading.value) : 0;
      if (reading.kind !== 'wrong' && reading.fixes === undefined) continue;
      if (reading.fixes !== undefined) fixed[row] = 1;
      if (reading.kind === 'wrong') onWrong(row, this.#errorOf(text, reading.message));
      this.#count(text, reading, 1);
    }
  }

  #errorOf(text: string, message: string): CellError {
    return { column: this.column, text: cutText(text), message, isNeeded: this.#isNeeded };
  }

  #readCached(text: string): CellReading {
    const cached = this.#cache.get(text);
    if (cached !== undefined) return cached;
    const reading = this.#read(text);
    this.#record(text, reading);
    if (this.#cache.size >= MAX_KNOWN_TEXTS) this.#cache.clear();
    this.#cache.set(text, reading);
    return reading;
  }

  #record(text: string, reading: CellReading): void {
    const shown = cutText(text.trim());
    if (reading.kind === 'missing' && shown !== '' && this.#empties.size < MAX_SHOWN) this.#empties.add(shown);
    if (reading.kind === 'value' && reading.as !== undefined && this.#readAs.size < MAX_SHOWN)
      this.#readAs.set(shown, reading.as);
  }

  #count(text: string, reading: CellReading, rows: number): void {
    for (const fix of reading.fixes ?? []) this.#causes.add(fix, text, '', rows);
    if (reading.kind !== 'wrong') return;
    const causes = reading.causes ?? [{ kind: 'value', text: text.trim() } as const];
    for (const cause of causes) this.#causes.add(cause, text, reading.message, rows);
  }

  /** Texts are in order of appearance, so all texts read so far are a prefix. */
  #recordRead(texts: readonly string[]): void {
    for (; (this.#rows[this.#recorded] ?? 0) > 0; this.#recorded += 1)
      this.#record(texts[this.#recorded] as string, this.#readings[this.#recorded] as CellReading);
    this.#causes.clear();
    Object.assign(this.#counts, { value: 0, missing: 0, wrong: 0 });
    for (let at = 0; at < this.#recorded; at += 1) {
      const [reading, rows] = [this.#readings[at] as CellReading, this.#rows[at] as number];
      this.#counts[reading.kind] += rows;
      this.#count(texts[at] as string, reading, rows);
    }
  }

  tally(): ColumnTally {
    if (this.#texts !== undefined) this.#recordRead(this.#texts);
    const { value: filled, missing: empty, wrong } = this.#counts;
    return {
      filled,
      empty,
      wrong,
      empties: [...this.#empties],
      readAs: [...this.#readAs].map(([text, as]) => ({ text, as })),
      causes: this.#causes.list(),
    };
  }
}

export type RowOptions = Readonly<{
  names: Names;
  /** For the century of years with two digits. */
  today: string;
  targets: readonly Target[];
  readingOf: (column: number) => ColumnReading;
  /** The distinct texts of a column in order of appearance; undefined where there are too many. */
  textsOf: (column: number) => readonly string[] | undefined;
}>;

/** Parses the rows of a file block by block, and collects statistics per column. */
export function rowReader({ targets, names, today, readingOf, textsOf }: RowOptions) {
  const readers = targets.flatMap((target, column) => {
    if (target === 'unused') return [];
    const read = cellReader(target, { names, today, reading: readingOf(column) });
    return [new ColumnReader(column, target, read, textsOf(column))];
  });
  const fixed = new Uint8Array(MAX_ROWS);
  return {
    /** The used columns, in the order of the cells passed to `read`. */
    columns: readers as readonly Pick<ColumnReader, 'column' | 'target' | 'isKnown' | 'places' | 'values'>[],

    /** Returns the errors by row, and whether a row of this block depends on a person’s answers. */
    read(cells: readonly (readonly number[] | readonly string[])[]) {
      const wrong = new Map<number, CellError[]>();
      const onWrong: OnWrong = (row, error) => {
        const errors = wrong.get(row);
        if (errors === undefined) wrong.set(row, [error]);
        else errors.push(error);
      };
      fixed.fill(0);
      for (const [at, reader] of readers.entries()) reader.read(cells[at] ?? [], fixed, onWrong);
      return {
        wrong: wrong as ReadonlyMap<number, readonly CellError[]>,
        isFixed: (row: number): boolean => fixed[row] === 1,
      };
    },

    /** Statistics per column; null for unused ones. */
    tally(): (ColumnTally | null)[] {
      const byColumn = new Map(readers.map((reader) => [reader.column, reader]));
      return targets.map((_target, column) => byColumn.get(column)?.tally() ?? null);
    },
  };
}
export type RowReader = ReturnType<typeof rowReader>;
