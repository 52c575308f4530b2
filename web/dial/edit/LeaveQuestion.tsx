import { useCallback } from 'react';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { changedPaths } from '#domain/dial/merge.ts';
import { LeaveDialog } from '#web/frame/LeaveDialog.tsx';
import { useLeaveGuard } from '#web/frame/useLeaveGuard.ts';
import { useEditor } from './editor.ts';

/** Steps of one dial are one page. */
export function LeaveQuestion() {
  const { store, dial } = useEditor();
  // A new dial has an id from the moment its first save is answered.
  const isHere = useCallback((pathname: string) => isStep(pathname, store.base()?.dial.id), [store]);
  const blocker = useLeaveGuard({ isDirty: store.isDirty, isHere });
  const blocked = blocker.state === 'blocked';
  const count = blocked ? changedPaths(dial?.data ?? EMPTY_DIAL, store.get().data).length : 0;
  return (
    <LeaveDialog
      blocker={blocker}
      consequence={
        count > 1
          ? `${count} changes are not saved and will be lost.`
          : 'What you changed is not saved and will be lost.'
      }
    />
  );
}

function isStep(pathname: string, id: string | undefined): boolean {
  if (id === undefined) return pathname === '/dial';
  return pathname === `/dial/${id}` || pathname.startsWith(`/dial/${id}/`);
}
