import type { ImportRow, ImportOutcome } from '#contract/dial-exchange.ts';
import type { FieldError } from '#domain/dial/check.ts';
import { grouped } from '#domain/dimension/format.ts';
import { MAX_IMPORTED } from '#domain/dial/list.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { COLUMNS } from '#domain/dial/exchange.ts';

/** One dial of a file, as far as it could be parsed. */
export type FileRow = Readonly<{
  /** Its row in the spreadsheet, or its index in the list, counted from one. */
  at: number;
  name: string;
  /** The payload; undefined if there is nothing to send. */
  row: ImportRow | undefined;
  /** Errors that prevented sending it. */
  errors: readonly FieldError[];
}>;

export type DialFile =
  | Readonly<{ ok: true; rows: readonly FileRow[]; missing: readonly string[]; notices: readonly string[] }>
  | Readonly<{ ok: false; problems: readonly string[] }>;

export const refuse = (...problems: readonly string[]): DialFile => ({ ok: false, problems });

/** Checks for files of either type. */
export function accept(
  rows: readonly FileRow[],
  missing: readonly string[] = [],
  notices: readonly string[] = [],
): DialFile {
  if (rows.length === 0) return refuse('This file has no dials.');
  if (rows.length > MAX_IMPORTED)
    return refuse(
      `There are ${grouped(rows.length)} dials in this file. At most ${grouped(MAX_IMPORTED)} can be imported at once.`,
    );
  return { ok: true, rows: rows.map((row, index) => withoutTwin(row, rows.slice(0, index))), missing, notices };
}

/** Two rows cannot be the same dial: the second gets an error, and is sent without the id. */
function withoutTwin(row: FileRow, before: readonly FileRow[]): FileRow {
  const id = row.row?.id;
  const twin = id === undefined ? undefined : before.find((other) => other.row?.id?.toLowerCase() === id.toLowerCase());
  if (row.row === undefined || twin === undefined) return row;
  const errors = [{ path: 'id', message: `Row ${twin.at} is the same dial` }, ...row.errors];
  return { ...row, row: { data: row.row.data }, errors };
}

export type Outcome = ImportOutcome['outcome'];
export const OUTCOMES: readonly Outcome[] = ['new', 'changed', 'same', 'wrong'];

/** A row of the file and its outcome. */
export type PlannedRow = FileRow &
  Readonly<{ outcome: Outcome; changes: readonly DialChange[]; problems: readonly FieldError[] }>;

/** The outcomes of the rows that were sent, in order. */
export function planRows(rows: readonly FileRow[], outcomes: readonly ImportOutcome[]): PlannedRow[] {
  let sent = 0;
  return rows.map((row) => planRow(row, row.row === undefined ? undefined : outcomes[sent++]));
}

function planRow(row: FileRow, outcome: ImportOutcome | undefined): PlannedRow {
  const own = new Set(row.errors.map(({ path }) => path));
  const others = outcome?.outcome === 'wrong' ? outcome.errors.filter(({ path }) => !own.has(path)) : [];
  const problems = [...row.errors, ...others];
  if (outcome === undefined || problems.length > 0) return { ...row, outcome: 'wrong', changes: [], problems };
  const changes = outcome.outcome === 'changed' ? outcome.changes : [];
  return { ...row, outcome: outcome.outcome, changes, problems };
}

export const writesDraft = ({ outcome }: PlannedRow): boolean => outcome === 'new' || outcome === 'changed';

const LABELS = new Map(COLUMNS.map(({ key, label }) => [key, label]));

/** The form's label of a path: "dimensions.revenue_ranges" is Revenue. */
export function fieldLabel(path: string): string {
  const [part = '', ...rest] = path.split('.');
  const key = part === 'dimensions' || part === 'values' ? (rest[0] ?? part) : part;
  return LABELS.get(key) ?? key;
}
