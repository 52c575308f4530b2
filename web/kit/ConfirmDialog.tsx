import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

type ConfirmDialogProps = Readonly<{
  opened: boolean;
  /** The exact question. */
  question: string;
  /** What happens, in one sentence. */
  consequence: ReactNode;
  /** The width; more if the consequence is more than a sentence. */
  size?: number;
  /** The confirming verb. */
  confirmLabel: string;
  /** The verb of the safe choice, which has the initial focus and is triggered by Esc. */
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  danger?: boolean;
  confirming?: boolean;
  /** A third option between the two. */
  other?: Readonly<{ label: string; onClick: () => void; busy: boolean }>;
  /** Why it failed, shown in the dialog. */
  refusal?: string | undefined;
}>;

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, question, consequence, confirmLabel, cancelLabel, onConfirm, onCancel } = props;
  const { danger = false, confirming = false, refusal, other, size = 428 } = props;
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={question}
      size={size}
      withCloseButton={false}
      classNames={DIALOG_CLASSES}
    >
      <div className="ls-ink-2">{consequence}</div>
      {refusal !== undefined && (
        <p role="alert" className="ls-notice ls-above-12" data-tone="red">
          {refusal}
        </p>
      )}
      <div className="ls-dialog-foot">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        {other && (
          <Button variant="default" loading={other.busy} onClick={other.onClick}>
            {other.label}
          </Button>
        )}
        <Button {...(danger && { color: 'red' })} loading={confirming} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}

/** For Mantine's Modal: head and body with our spacing; buttons go into `ls-dialog-foot`. */
export const DIALOG_CLASSES = { header: 'ls-dialog-head', body: 'ls-dialog-body' } as const;
