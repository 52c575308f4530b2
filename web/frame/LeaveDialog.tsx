import type { ReactNode } from 'react';
import type { Blocker } from 'react-router';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';

type LeaveDialogProps = Readonly<{
  blocker: Blocker;
  /** What becomes of the unsaved work. */
  consequence: ReactNode;
}>;

export function LeaveDialog({ blocker, consequence }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      question="Are you sure you want to leave this page?"
      consequence={consequence}
      confirmLabel="Leave page"
      cancelLabel="Stay"
      danger
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
