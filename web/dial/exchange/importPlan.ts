import type { ImportOutcome } from '#contract/dial-exchange.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import type { FieldError } from '#domain/dial/check.ts';
import { COLUMNS } from '#domain/dial/exchange.ts';
import type { FileRow } from './importFile.ts';

export type Outcome = ImportOutcome['outcome'];
export const OUTCOMES: readonly Outcome[] = ['new', 'changed', 'same', 'wrong'];

/** A row of the file and what importing it would do. */
export type PlannedRow = FileRow &
  Readonly<{ outcome: Outcome; changes: readonly DialChange[]; problems: readonly FieldError[] }>;

/** The outcomes are those of the rows that were sent, in their order. */
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

export const isWanted = ({ outcome }: PlannedRow): boolean => outcome === 'new' || outcome === 'changed';

const LABELS = new Map(COLUMNS.map(({ key, label }) => [key, label]));

/** What the form calls the field at a path: "dimensions.revenue_ranges" is Revenue. */
export function fieldLabel(path: string): string {
  const [part = '', ...rest] = path.split('.');
  const key = part === 'dimensions' || part === 'values' ? (rest[0] ?? part) : part;
  return LABELS.get(key) ?? key;
}
