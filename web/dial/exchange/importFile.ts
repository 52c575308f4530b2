import type { ImportRow } from '#contract/dial-exchange.ts';
import type { FieldError } from '#domain/dial/check.ts';
import { grouped } from '#domain/dimension/format.ts';
import { MAX_IMPORTED } from '#domain/dial/list.ts';

/** One dial of a file, as far as it could be read. */
export type FileRow = Readonly<{
  /** Its row in the spreadsheet, or its place in the list, counted from one. */
  at: number;
  name: string;
  /** What is sent; none where there is nothing to send. */
  row: ImportRow | undefined;
  /** What could not even be sent. */
  errors: readonly FieldError[];
}>;

export type DialFile =
  | Readonly<{ ok: true; rows: readonly FileRow[]; missing: readonly string[] }>
  | Readonly<{ ok: false; problems: readonly string[] }>;

export const refuse = (...problems: readonly string[]): DialFile => ({ ok: false, problems });

/** What holds for a file of either kind. */
export function accept(rows: readonly FileRow[], missing: readonly string[] = []): DialFile {
  if (rows.length === 0) return refuse('There is no dial in this file.');
  if (rows.length > MAX_IMPORTED)
    return refuse(
      `There are ${grouped(rows.length)} dials in this file. At most ${grouped(MAX_IMPORTED)} can be imported at once.`,
    );
  return { ok: true, rows: rows.map((row, index) => withoutTwin(row, rows.slice(0, index))), missing };
}

/** Two rows cannot both be one dial: the second is named, and sent as if it were none. */
function withoutTwin(row: FileRow, before: readonly FileRow[]): FileRow {
  const id = row.row?.id;
  const twin = id === undefined ? undefined : before.find((other) => other.row?.id?.toLowerCase() === id.toLowerCase());
  if (row.row === undefined || twin === undefined) return row;
  const errors = [{ path: 'id', message: `Row ${twin.at} is the same dial` }, ...row.errors];
  return { ...row, row: { data: row.row.data }, errors };
}
