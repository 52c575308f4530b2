import { changedPaths } from '#domain/dial/merge.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { useEditor } from './editor.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

export function LeaveDialog() {
  const { store, dial } = useEditor();
  const blocker = useLeaveGuard(store);
  const blocked = blocker.state === 'blocked';
  const count = blocked ? changedPaths(dial?.data ?? EMPTY_DIAL, store.get().data).length : 0;
  return (
    <ConfirmDialog
      opened={blocked}
      question="Are you sure you want to leave this page?"
      consequence={
        count > 1
          ? `${count} changes are not saved and will be lost.`
          : 'What you changed is not saved and will be lost.'
      }
      confirmLabel="Leave page"
      cancelLabel="Stay"
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
