import type { AppetiteCell } from '#contract/admin.ts';
import type { Matrix } from '#web/admin/query.ts';
import type { AppetiteChange } from '#web/admin/appetites/appetiteSteps.ts';
import { printAppetite, type ReadAppetite, readAppetite, readColumn } from '#domain/appetite/appetite.ts';

/** The typed text, by partner number. Without one: the current value. */
export type TypedAppetites = ReadonlyMap<number, string>;

export type AddRow = Readonly<{
  partner: Matrix['partners'][number];
  /** The existing bucket of the class. */
  existing: AppetiteCell | undefined;
  text: string;
  read: ReadAppetite;
  /** It exists, and this person may not change it. */
  fixed: boolean;
}>;

export function rowsOf({ partners, cells }: Matrix, cob: string | null, typed: TypedAppetites, mayEdit: boolean) {
  const existing = new Map(cells.filter((cell) => cell.cob === cob).map((cell) => [cell.partner, cell]));
  return partners.map((partner): AddRow => {
    const cell = existing.get(partner.number);
    const fixed = cell !== undefined && !mayEdit;
    const own = cell === undefined ? '' : printAppetite(cell.appetite);
    const text = fixed ? own : (typed.get(partner.number) ?? own);
    return { partner, existing: cell, text, read: readAppetite(text), fixed };
  });
}

export type AddPlan = Readonly<{
  /** The request: new buckets, and appetites that differ from the current ones. */
  appetites: readonly Readonly<{ partner: number; appetite: number; was: number | null }>[];
  buckets: number;
  /** Appetites of existing buckets. */
  changed: readonly AppetiteChange[];
  wrong: readonly number[];
}>;

export function planOf(rows: readonly AddRow[]): AddPlan {
  const appetites = rows.flatMap(({ partner, existing, read }) =>
    read.kind === 'appetite' && read.value !== existing?.appetite
      ? [{ partner: partner.number, appetite: read.value, was: existing?.appetite ?? null }]
      : [],
  );
  const changed = rows.flatMap(({ existing, read }) =>
    existing !== undefined && read.kind === 'appetite' && read.value !== existing.appetite
      ? [{ partner: existing.partner, cob: existing.cob, appetite: read.value, was: existing.appetite }]
      : [],
  );
  return {
    appetites,
    buckets: appetites.length - changed.length,
    changed,
    wrong: rows.filter(({ read }) => read.kind === 'wrong').map(({ partner }) => partner.number),
  };
}

/** Fills the partners without a bucket. An existing bucket keeps its appetite or typed text. */
export const setAll = (rows: readonly AddRow[], typed: TypedAppetites, text: string): TypedAppetites =>
  new Map([
    ...typed,
    ...rows.filter(({ existing }) => existing === undefined).map(({ partner }) => [partner.number, text] as const),
  ]);

export type PastedColumn = Readonly<{ typed: TypedAppetites; numbers: readonly number[]; leftOver: number }>;

/** Pastes a column from a row downwards. Lines for read-only rows are skipped. */
export function pasteColumn(rows: readonly AddRow[], from: number, typed: TypedAppetites, text: string): PastedColumn {
  const lines = readColumn(text);
  const below = rows.slice(from);
  const next = new Map(typed);
  const numbers: number[] = [];
  for (const [index, line] of lines.entries()) {
    const row = below[index];
    if (row === undefined || row.fixed) continue;
    next.set(row.partner.number, tidy(line));
    numbers.push(row.partner.number);
  }
  return { typed: next, numbers, leftOver: Math.max(0, lines.length - below.length) };
}

/** `1,5` becomes `1.50`; unparsable text stays. */
export function tidy(text: string): string {
  const read = readAppetite(text);
  if (read.kind === 'none') return '';
  return read.kind === 'appetite' ? printAppetite(read.value) : text.trim();
}

/** The number of partners with each class. */
export function countClasses({ cells }: Matrix): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { cob } of cells) counts.set(cob, (counts.get(cob) ?? 0) + 1);
  return counts;
}
