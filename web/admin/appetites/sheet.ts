import type { AppetiteCell } from '#contract/admin.ts';
import type { Matrix } from '#web/admin/query.ts';
import { type ReadAppetite, readAppetite } from '#domain/appetite/appetite.ts';
import { CLASSES, type ClassOfBusiness } from '#domain/cob/class-of-business.ts';
import type { CellPosition } from '#web/kit/grid.ts';
import { agree } from '#web/kit/plural.ts';
import { readSheet } from '#web/rule/sheet.ts';
import type { AppetiteChange } from './appetiteSteps.ts';
import { useCallback, useMemo, useState } from 'react';

export type SheetRow = Readonly<{ cob: ClassOfBusiness; cells: readonly (AppetiteCell | undefined)[] }>;
export type Sheet = Readonly<{ partners: Matrix['partners']; rows: readonly SheetRow[] }>;
/** Texts typed over appetites, by cell. */
export type Edits = ReadonlyMap<string, string>;

export const keyOf = ({ partner, cob }: Pick<AppetiteCell, 'partner' | 'cob'>): string => `${partner} ${cob}`;

/** Classes with a bucket, by partners. The others are added in the dialog. */
export function layOut({ partners, cells }: Matrix): Sheet {
  const byKey = new Map(cells.map((cell) => [keyOf(cell), cell]));
  const used = new Set(cells.map(({ cob }) => cob));
  const rows = CLASSES.filter(({ slug }) => used.has(slug)).map((cob) => ({
    cob,
    cells: partners.map(({ number }) => byKey.get(keyOf({ partner: number, cob: cob.slug }))),
  }));
  return { partners, rows };
}

export type EditedCell = Readonly<{ cell: AppetiteCell; text: string; read: ReadAppetite }>;

/** The new value of a cell; undefined if unchanged. Empty reverts it: a bucket always has an appetite. */
export function editOf(cell: AppetiteCell, edits: Edits): EditedCell | undefined {
  const text = edits.get(keyOf(cell));
  if (text === undefined) return undefined;
  const read = readAppetite(text);
  const same = read.kind === 'none' || (read.kind === 'appetite' && read.value === cell.appetite);
  return same ? undefined : { cell, text, read };
}

export type Plan = Readonly<{
  changes: readonly AppetiteChange[];
  wrong: readonly EditedCell[];
}>;

export function planOf({ cells }: Matrix, edits: Edits): Plan {
  const edited = cells.flatMap((cell) => editOf(cell, edits) ?? []);
  return {
    changes: edited.flatMap(({ cell: { partner, cob, appetite: was }, read }) =>
      read.kind === 'appetite' ? [{ partner, cob, appetite: read.value, was }] : [],
    ),
    wrong: edited.filter(({ read }) => read.kind === 'wrong'),
  };
}

export type PasteResult = Readonly<{ edits: Edits; filled: number; leftOut: number }>;

/** Pastes a block from a cell on. Values without a bucket, or outside, are skipped. */
export function pasteInto({ rows }: Sheet, edits: Edits, at: CellPosition, text: string): PasteResult {
  const next = new Map(edits);
  let [filled, leftOut] = [0, 0];
  for (const [down, line] of readSheet(text).entries()) {
    for (const [right, typed] of line.entries()) {
      if (typed === '' || typed === '·') continue;
      const cell = rows[at.row + down]?.cells[at.column + right];
      if (cell === undefined) leftOut += 1;
      else {
        next.set(keyOf(cell), typed);
        filled += 1;
      }
    }
  }
  return { edits: next, filled, leftOut };
}

const NONE: Edits = new Map();

/** Unsaved edits of the matrix. They stay until saved, discarded or undone. */
export function useAppetiteEdits(matrix: Matrix) {
  const [edits, setEdits] = useState(NONE);
  const [pasteMessage, setPasteMessage] = useState('');
  const sheet = useMemo(() => layOut(matrix), [matrix]);
  const plan = useMemo(() => planOf(matrix, edits), [matrix, edits]);

  /** Undefined reverts the cell. */
  const set = useCallback((cell: AppetiteCell, text: string | undefined) => {
    setPasteMessage('');
    setEdits((before) => {
      const next = new Map(before);
      if (text === undefined) next.delete(keyOf(cell));
      else next.set(keyOf(cell), text.trim());
      return next;
    });
  }, []);
  const paste = useCallback(
    (at: CellPosition, text: string) => {
      const { edits: next, filled, leftOut } = pasteInto(sheet, edits, at, text);
      setEdits(next);
      const rest = leftOut === 0 ? '' : ` ${leftOut} left out: there is no bucket for ${agree(leftOut, 'it', 'them')}.`;
      setPasteMessage(`${filled} pasted.${rest}`);
    },
    [sheet, edits],
  );
  /** Fills cells, as if they were typed. */
  const fill = useCallback(
    (typed: readonly (Pick<AppetiteCell, 'partner' | 'cob'> & { text: string })[], message: string) => {
      setEdits((before) => new Map([...before, ...typed.map((one): [string, string] => [keyOf(one), one.text])]));
      setPasteMessage(message);
    },
    [],
  );
  const clear = useCallback(() => {
    setPasteMessage('');
    setEdits(NONE);
  }, []);
  return { sheet, edits, plan, pasteMessage, set, paste, fill, clear };
}

export type AppetiteEdits = ReturnType<typeof useAppetiteEdits>;
