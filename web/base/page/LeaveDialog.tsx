import { useState, type ReactNode } from 'react';
import type { Blocker } from 'react-router';
import { ConfirmDialog } from '#web/kit/Dialog.tsx';
import { useLatest } from '#web/kit/useLatest.ts';

type LeaveDialogProps = Readonly<{
  blocker: Blocker;
  /** What happens to the unsaved work. */
  consequence: ReactNode;
  /**
   * Saves it first, if it can be saved as a draft. Resolves to undefined on failure: then the page stays and shows why.
   */
  onSave?: (() => Promise<unknown>) | undefined;
}>;

export function LeaveDialog({ blocker, consequence, onSave }: LeaveDialogProps) {
  const latest = useLatest(blocker);
  const [saving, setSaving] = useState(false);
  const saveAndLeave = async () => {
    setSaving(true);
    const saved = await onSave?.();
    setSaving(false);
    if (saved === undefined) latest.current.reset?.();
    else latest.current.proceed?.();
  };
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Are you sure you want to leave this page?"
      text={consequence}
      submit="Leave page"
      keep="Stay"
      danger
      {...(onSave && { other: { label: 'Save Draft', busy: saving, onClick: () => void saveAndLeave() } })}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
