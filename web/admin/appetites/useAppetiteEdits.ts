import { useCallback, useMemo, useState } from 'react';
import type { AppetiteCell } from '#contract/admin.ts';
import type { Matrix } from '#web/admin/query.ts';
import { type Edits, keyOf, layOut, pasteInto, planOf } from './sheet.ts';
import type { Place } from '#web/kit/gridPlace.ts';

const NONE: Edits = new Map();

/** The matrix as it is being changed. What is typed stays until it is saved, discarded or undone. */
export function useAppetiteEdits(matrix: Matrix) {
  const [edits, setEdits] = useState(NONE);
  const [said, say] = useState('');
  const sheet = useMemo(() => layOut(matrix), [matrix]);
  const plan = useMemo(() => planOf(matrix, edits), [matrix, edits]);

  /** Without a text the cell is as it was. */
  const set = useCallback((cell: AppetiteCell, text: string | undefined) => {
    say('');
    setEdits((before) => {
      const next = new Map(before);
      if (text === undefined) next.delete(keyOf(cell));
      else next.set(keyOf(cell), text.trim());
      return next;
    });
  }, []);
  const paste = useCallback(
    (at: Place, text: string) => {
      const { edits: next, filled, leftOut } = pasteInto(sheet, edits, at, text);
      setEdits(next);
      const rest =
        leftOut === 0 ? '' : ` ${leftOut} left out: there is no bucket for ${leftOut === 1 ? 'it' : 'them'}.`;
      say(`${filled} pasted.${rest}`);
    },
    [sheet, edits],
  );
  const clear = useCallback(() => {
    say('');
    setEdits(NONE);
  }, []);
  return { sheet, edits, plan, said, set, paste, clear };
}

export type AppetiteEdits = ReturnType<typeof useAppetiteEdits>;
