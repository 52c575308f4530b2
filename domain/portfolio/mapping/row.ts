import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
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

/** A column of no more different texts than this is read by them: each is recognised once, however often it comes. */
export const MAX_KNOWN_TEXTS = 20_000;
/** Rows that are read at once. */
const MAX_ROWS = 2048;
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

type OnWrong = (row: number, error: CellError) => void;

/** Reads one column, and counts what it finds. */
class ColumnReader {
  readonly target: Target;
  readonly column: number;
  /** What the rows that were read last have: for each the place of its value, counted from one; 0 where there is none. */
  readonly places = new Uint16Array(MAX_ROWS);
  /** All values of the column; of one whose texts are not known beforehand, those of the rows that were read last. */
  values: unknown[] = [];
  readonly #isNumeric: boolean;
  readonly #read: (text: string) => CellReading;
  readonly #memory = new Map<string, CellReading>();
  readonly #names = new Set<string>();
  readonly #unknown = new Map<string, number>();
  readonly #empties = new Set<string>();
  readonly #readAs = new Map<string, string>();
  readonly #counts = { value: 0, missing: 0, wrong: 0 };
  /** The texts of the column in the order in which they first come, what they say, and how many rows have them. */
  readonly #texts: readonly string[] | undefined;
  readonly #readings: readonly CellReading[];
  readonly #rows: Uint32Array;
  /** The places that rows with these texts are given. */
  readonly #given: Uint16Array;
  #learnt = 0;

  constructor(column: number, target: Target, context: CellContext, texts: readonly string[] | undefined) {
    this.column = column;
    this.target = target;
    this.#isNumeric = isNumeric(target);
    this.#read = cellReader(target, context);
    this.#texts = texts;
    this.#readings = texts?.map(this.#read) ?? [];
    this.#rows = new Uint32Array(this.#readings.length);
    this.#given = Uint16Array.from(this.#readings, ({ kind }, at) => (kind === 'value' ? at + 1 : 0));
    this.values = this.#readings.map((reading) => (reading.kind === 'value' ? reading.value : undefined));
  }

  get isKnown(): boolean {
    return this.#texts !== undefined;
  }

  /** The places of texts in the list of them, where that is known, or the texts themselves. */
  read(cells: readonly number[] | readonly string[], onWrong: OnWrong): void {
    if (this.#texts === undefined) this.#readTexts(cells as readonly string[], onWrong);
    else this.#readKnown(cells as readonly number[], this.#texts, onWrong);
  }

  #readKnown(cells: readonly number[], texts: readonly string[], onWrong: OnWrong): void {
    const [places, rows, given] = [this.places, this.#rows, this.#given];
    for (let row = 0; row < cells.length; row += 1) {
      const at = cells[row] as number;
      const place = given[at] as number;
      rows[at] = (rows[at] as number) + 1;
      places[row] = place;
      if (place > 0) continue;
      const reading = this.#readings[at] as CellReading;
      if (reading.kind === 'wrong') onWrong(row, this.#errorOf(texts[at] as string, reading.message));
    }
  }

  #readTexts(cells: readonly string[], onWrong: OnWrong): void {
    this.values = [];
    for (let row = 0; row < cells.length; row += 1) {
      const text = cells[row] as string;
      // No two references are the same.
      const isNew = this.target === 'reference' || (this.#isNumeric && isPlain(text));
      const reading = isNew ? this.#read(text) : this.#recall(text);
      this.#counts[reading.kind] += 1;
      this.places[row] = reading.kind === 'value' ? this.values.push(reading.value) : 0;
      if (reading.kind !== 'wrong') continue;
      onWrong(row, this.#errorOf(text, reading.message));
      for (const name of reading.unknown ?? []) this.#count(cutName(name), 1);
    }
  }

  #errorOf(text: string, message: string): CellError {
    return { column: this.column, text: cutText(text), message };
  }

  #recall(text: string): CellReading {
    const known = this.#memory.get(text);
    if (known !== undefined) return known;
    const reading = this.#read(text);
    this.#learn(text, reading);
    if (this.#memory.size >= MAX_KNOWN_TEXTS) this.#memory.clear();
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

  #count(name: string, rows: number): void {
    const before = this.#unknown.get(name);
    if (before !== undefined || this.#unknown.size < MAX_NAMES) this.#unknown.set(name, (before ?? 0) + rows);
  }

  /** Those texts come first that came first, so that all up to the last are known of which any row was read. */
  #learnRead(texts: readonly string[]): void {
    for (; (this.#rows[this.#learnt] ?? 0) > 0; this.#learnt += 1)
      this.#learn(texts[this.#learnt] as string, this.#readings[this.#learnt] as CellReading);
    this.#unknown.clear();
    Object.assign(this.#counts, { value: 0, missing: 0, wrong: 0 });
    for (let at = 0; at < this.#learnt; at += 1) {
      const [reading, rows] = [this.#readings[at] as CellReading, this.#rows[at] as number];
      this.#counts[reading.kind] += rows;
      if (reading.kind === 'wrong') for (const name of reading.unknown ?? []) this.#count(cutName(name), rows);
    }
  }

  tally(): ColumnTally {
    if (this.#texts !== undefined) this.#learnRead(this.#texts);
    const { value: filled, missing: empty, wrong } = this.#counts;
    const unknown = [...this.#unknown].map(([text, rows]) => ({ text, rows })).toSorted((a, b) => b.rows - a.rows);
    return {
      filled,
      empty,
      wrong,
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
    /** All texts of a column in the order in which they first come; nothing where they are too many. */
    textsOf: (column: number) => readonly string[] | undefined;
  }>;

/** Reads the rows of a file some at a time and column by column, and counts what it finds in each. */
export function rowReader({ targets, textsOf, ...context }: RowOptions) {
  const readers = targets.flatMap((target, column) =>
    target === 'unused' ? [] : [new ColumnReader(column, target, context, textsOf(column))],
  );
  return {
    /** The columns that are read, in the order in which `read` is given their cells, with what they have. */
    columns: readers as readonly Pick<ColumnReader, 'column' | 'target' | 'isKnown' | 'places' | 'values'>[],

    /** Everything that is wrong with these rows. */
    read(cells: readonly (readonly number[] | readonly string[])[]): ReadonlyMap<number, readonly CellError[]> {
      const wrong = new Map<number, CellError[]>();
      const onWrong: OnWrong = (row, error) => {
        const errors = wrong.get(row);
        if (errors === undefined) wrong.set(row, [error]);
        else errors.push(error);
      };
      for (const [at, reader] of readers.entries()) reader.read(cells[at] ?? [], onWrong);
      return wrong;
    },

    /** What was found in each column of the file; nothing of those that are not used. */
    tally(): (ColumnTally | null)[] {
      const byColumn = new Map(readers.map((reader) => [reader.column, reader]));
      return targets.map((_target, column) => byColumn.get(column)?.tally() ?? null);
    },
  };
}
export type RowReader = ReturnType<typeof rowReader>;
