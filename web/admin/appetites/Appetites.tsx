import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { AddBucketsLater } from '#web/admin/add/AddBucketsLater.tsx';
import { useTabHeader } from '#web/frame/tabHeader.ts';
import { applyMatrix, type Matrix, refreshAdmin } from '#web/admin/query.ts';
import { plural } from '#web/kit/plural.ts';
import { FailureNote } from '#web/frame/FailureNote.tsx';
import { SaveBar } from '#web/admin/SaveBar.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { useUnsaved } from '#web/frame/useLeaveGuard.ts';
import { useApi } from '#web/api/client.tsx';
import { LeaveDialog } from '#web/frame/LeaveDialog.tsx';
import { useMay } from '#web/session/session.tsx';
import { AppetiteGrid } from './AppetiteGrid.tsx';
import { CellLine } from './CellLine.tsx';
import { GridHints } from './GridHints.tsx';
import { NoAppetites } from './NoAppetites.tsx';
import { keyOf } from './sheet.ts';
import type { Place } from '#web/kit/gridPlace.ts';
import { useAppetiteEdits } from './useAppetiteEdits.ts';

const START: Place = { row: 0, column: 0 };

export function Appetites({ matrix }: Readonly<{ matrix: Matrix }>) {
  const api = useApi();
  const may = useMay();
  const editable = may({ scope: 'admin', action: 'edit' });
  const work = useAppetiteEdits(matrix);
  const [active, setActive] = useState(START);
  const [focusCall, callFocus] = useReducer((count: number) => count + 1, 0);
  const [adding, setAdding] = useState(false);
  const { changes, wrong } = work.plan;
  const unsaved = changes.length + wrong.length;
  const blocker = useUnsaved(unsaved > 0);

  const close = useCallback(() => setAdding(false), []);
  const saving = useChange({
    send: () => api.setAppetites({ body: { changes: [...changes] } }),
    done: 'Appetites successfully updated',
    failed: 'Failed to update appetites',
    apply: applyMatrix,
    onDone: () => {
      work.clear();
      callFocus();
    },
    onFailed: refreshAdmin,
  });
  useTabHeader(
    useMemo(
      () => ({
        actions: [
          {
            label: 'Add buckets for COB',
            // One filled button: with unsaved changes that is the one that saves them.
            variant: unsaved > 0 ? ('default' as const) : ('filled' as const),
            icon: <IconPlus size={15} aria-hidden />,
            onClick: () => setAdding(true),
            needs: { scope: 'admin', action: 'create' } as const,
          },
        ],
      }),
      [unsaved],
    ),
  );

  // The bar goes, and the focus with it: back to the cell one was in.
  const discard = () => {
    work.clear();
    saving.forget();
    callFocus();
  };
  const save = () => {
    const [first] = wrong;
    if (first !== undefined) {
      setActive(placeOf(work.sheet, keyOf(first.cell)));
      return callFocus();
    }
    void saving.run();
  };

  return (
    <>
      {saving.failure !== undefined && (
        <div className="ls-fixed ls-below-14">
          <FailureNote failure={saving.failure} />
        </div>
      )}
      {work.sheet.rows.length === 0 ? (
        <NoAppetites partners={matrix.partners.length} />
      ) : (
        <>
          <CellLine work={work} active={active} />
          <AppetiteGrid work={work} editable={editable} active={active} onActive={setActive} focusCall={focusCall} />
          <GridHints editable={editable} />
        </>
      )}
      {unsaved > 0 && (
        <SaveBar
          text={`${plural(unsaved, 'change')}${wrong.length > 0 ? `, ${wrong.length} to fix` : ''}`}
          saveLabel="Save appetites"
          busy={saving.busy}
          onDiscard={discard}
          onSave={save}
        />
      )}
      <AddBucketsLater opened={adding} matrix={matrix} onClose={close} />
      <LeaveDialog blocker={blocker} consequence={`${plural(unsaved, 'change')} of appetites will be lost.`} />
    </>
  );
}

function placeOf({ rows }: ReturnType<typeof useAppetiteEdits>['sheet'], key: string): Place {
  const row = rows.findIndex(({ cells }) => cells.some((cell) => cell !== undefined && keyOf(cell) === key));
  const column = rows[row]?.cells.findIndex((cell) => cell !== undefined && keyOf(cell) === key);
  return { row: Math.max(0, row), column: Math.max(0, column ?? 0) };
}
