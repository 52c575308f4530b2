import { Button, Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';

type ConfirmDialogProps = Readonly<
  {
    opened?: boolean;
    /** The exact question. */
    question: string;
    /** What happens, in one sentence. */
    consequence: ReactNode;
    /** The width; more if the consequence is more than a sentence. */
    size?: number;
    /** The confirming verb. */
    confirmLabel: string;
    /** The verb of the safe choice, which has the initial focus and is triggered by Esc. */
    cancelLabel?: string;
    onCancel: () => void;
    danger?: boolean;
    /** A third option between the two. */
    other?: Readonly<{ label: string; onClick: () => void; busy: boolean }>;
  } & (ConfirmedChange | ConfirmedAction)
>;

/** Runs it, and shows in the dialog why it failed. */
type ConfirmedChange = {
  change: Readonly<{ run: () => Promise<unknown>; busy: boolean; failure: Readonly<{ detail: string }> | undefined }>;
};
type ConfirmedAction = { onConfirm: () => void; confirming?: boolean; refusal?: string | undefined };

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened = true, question, consequence, confirmLabel, cancelLabel = 'Cancel', onCancel } = props;
  const { danger = false, other, size = 428 } = props;
  const { onConfirm, confirming, refusal } = 'change' in props ? actionOf(props.change) : props;
  return (
    <FormDialog opened={opened} onClose={onCancel} title={question} size={size}>
      <div className="ls-ink-2">{consequence}</div>
      <Refusal text={refusal} className="ls-above-12" />
      <div className="ls-dialog-foot">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        {other && (
          <Button variant="default" loading={other.busy} onClick={other.onClick}>
            {other.label}
          </Button>
        )}
        <Button {...(danger && { color: 'red' })} loading={confirming ?? false} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </FormDialog>
  );
}

const actionOf = ({ run, busy, failure }: ConfirmedChange['change']): ConfirmedAction => ({
  onConfirm: () => void run(),
  confirming: busy,
  refusal: failure?.detail,
});

type FormDialogProps = Omit<ModalProps, 'opened'> & Readonly<{ opened?: boolean }>;

/** A dialog that is left by its own buttons. */
export const FormDialog = (props: FormDialogProps) => (
  <Modal opened withCloseButton={false} classNames={DIALOG_CLASSES} {...props} />
);

type DialogFootProps = Readonly<{
  onClose: () => void;
  /** The verb of the safe choice. */
  keep?: string;
  submit: string;
  busy?: boolean;
  disabled?: boolean;
  danger?: boolean;
}>;

/** The buttons below a form. */
export function DialogFoot({ onClose, keep = 'Cancel', submit, busy = false, disabled, danger }: DialogFootProps) {
  return (
    <div className="ls-dialog-foot">
      <Button variant="default" onClick={onClose}>
        {keep}
      </Button>
      <Button type="submit" loading={busy} disabled={disabled ?? false} {...(danger && { color: 'red' })}>
        {submit}
      </Button>
    </div>
  );
}

/** Why a change failed, if it did. */
export const Refusal = ({ text, className = '' }: Readonly<{ text: string | undefined; className?: string }>) =>
  text !== undefined && (
    <p role="alert" className={`ls-notice ${className}`} data-tone="red">
      {text}
    </p>
  );

/** For Mantine's Modal: head and body with our spacing; buttons go into `ls-dialog-foot`. */
export const DIALOG_CLASSES = { header: 'ls-dialog-head', body: 'ls-dialog-body' } as const;
