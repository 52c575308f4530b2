import { Button, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusWrong, useFocusBack } from './focus.ts';
import { writeKeys } from './stroke.ts';
import { useLatest } from './useLatest.ts';

type FrameProps = Readonly<{
  title: ReactNode;
  size?: number;
  onClose: () => void;
  /** Whether it is left by its own buttons, and not by a cross in its corner. */
  hasButtons?: boolean;
  /** Whether a click beside it closes it: not if that would lose what was typed. */
  closesOutside?: boolean;
  /** Whether Escape closes it. */
  closesOnEscape?: boolean;
  /** Whether a part of it scrolls (`ls-scroll`) above a bar of buttons (`ls-dialog-bar`). */
  isTall?: boolean;
  children: ReactNode;
}>;

/** The frame of every dialog. It is open while it is mounted, and gives the focus back to what had it before. */
export function DialogFrame(props: FrameProps) {
  const { title, size = 428, hasButtons = false, closesOutside = true, closesOnEscape = true, isTall = false } = props;
  const { onClose, children } = props;
  const isOnTop = useStack();
  useFocusBack(true);
  return (
    <Modal
      opened
      title={title}
      size={size}
      onClose={() => isOnTop() && onClose()}
      withCloseButton={!hasButtons}
      closeOnClickOutside={closesOutside}
      closeOnEscape={closesOnEscape}
      {...(isTall && { padding: 0 })}
      classNames={
        isTall
          ? { content: 'ls-stack ls-dialog-tall', header: 'ls-fixed ls-dialog-head', body: 'ls-fill' }
          : { header: 'ls-dialog-head', body: 'ls-dialog-body' }
      }
    >
      {children}
    </Modal>
  );
}

/** The open dialogs, the one on top last. */
const stack: object[] = [];

/** Returns a function that says whether this dialog is on top: Escape reaches all of them, and closes only that one. */
function useStack(): () => boolean {
  const [own] = useState(() => ({}));
  useLayoutEffect(() => {
    stack.push(own);
    return () => {
      // After a frame: the Escape that closes this one is not for the one below.
      requestAnimationFrame(() => stack.splice(stack.lastIndexOf(own), 1));
    };
  }, [own]);
  return () => stack.at(-1) === own;
}

/** What useChange returns, as far as a dialog shows it. */
export type DialogChange = Readonly<{ busy: boolean; failure: ShownFailure | undefined }>;
type ShownFailure = Readonly<{
  detail: string;
  field?: (path: string) => string | undefined;
  /** Set if only signing in again helps. */
  signIn?: (() => void) | undefined;
}>;

type DialogProps = Readonly<{
  title: ReactNode;
  size?: number;
  onClose: () => void;
  /** The verb of the button that submits. */
  submit: string;
  /** The verb of the safe choice. */
  keep?: string;
  danger?: boolean;
  /** Whether it cannot be submitted now, or why. */
  disabled?: boolean | string | undefined;
  /** Its refusal is shown above the buttons. */
  change?: DialogChange;
  /** The paths of refusals that are shown at their fields instead. */
  fields?: readonly string[];
  /** Beside the buttons. */
  note?: ReactNode;
  /** Called by the button, Enter and Ctrl Enter. The first field that is marked as wrong afterwards gets the focus. */
  onSubmit: () => void;
  children: ReactNode;
}>;

/** A form in a dialog. `data-autofocus` marks the field that has the focus at first. */
export function Dialog(props: DialogProps) {
  const { title, size = 460, onClose, submit, keep = 'Cancel', danger, disabled, change, fields, note } = props;
  const { onSubmit, children } = props;
  const isDisabled = disabled !== undefined && disabled !== false;
  const form = useRef<HTMLFormElement>(null);
  const latest = useLatest(change);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // React passes events of a dialog on to the form that opened it.
    event.stopPropagation();
    if (!isDisabled) onSubmit();
    // After the render that marks them.
    requestAnimationFrame(() => {
      if (latest.current?.busy !== true) focusWrong(form.current);
    });
  };
  const failure = change?.failure;
  useEffect(() => {
    if (failure) focusWrong(form.current);
  }, [failure]);
  return (
    <DialogFrame title={title} size={size} onClose={onClose} hasButtons closesOutside={false}>
      <form ref={form} onSubmit={send} noValidate>
        <div className="ls-grid ls-gap-12">
          {children}
          <Refusal failure={failure} fields={fields} className="ls-dialog-refusal" />
        </div>
        <div className="ls-dialog-foot">
          {note && <p className="ls-grow ls-small ls-ink-2">{note}</p>}
          <Button variant="default" onClick={onClose}>
            {keep}
          </Button>
          <Button
            type="submit"
            loading={change?.busy ?? false}
            disabled={isDisabled}
            title={typeof disabled === 'string' ? disabled : writeKeys('mod+Enter')}
            {...(danger && { color: 'red' })}
          >
            {submit}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}

/** A question without fields. */
export type Question = Readonly<{
  /** The exact question. */
  title: string;
  /** What happens, in one sentence. */
  text: ReactNode;
  /** The confirming verb. */
  submit: string;
  /** The verb of the safe choice, which has the initial focus and is triggered by Esc. */
  keep?: string;
  danger?: boolean;
  /** The width; more if the text is more than a sentence. */
  size?: number;
}>;

type ConfirmDialogProps = Question &
  Readonly<{
    onConfirm: () => void;
    onClose: () => void;
    change?: DialogChange | undefined;
    /** A third option between the two. */
    other?: Readonly<{ label: string; onClick: () => void; busy: boolean }>;
  }>;

/** Asks before something is done. No form: Ctrl Enter, pressed twice by mistake, must not confirm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, submit, keep = 'Cancel', danger, size, onConfirm, onClose, change, other } = props;
  return (
    <DialogFrame title={title} onClose={onClose} hasButtons {...(size !== undefined && { size })}>
      <div className="ls-ink-2">{text}</div>
      <Refusal failure={change?.failure} className="ls-above-12" />
      <div className="ls-dialog-foot">
        <Button variant="default" onClick={onClose} data-autofocus>
          {keep}
        </Button>
        {other && (
          <Button variant="default" loading={other.busy} onClick={other.onClick}>
            {other.label}
          </Button>
        )}
        <Button {...(danger && { color: 'red' })} loading={change?.busy ?? false} onClick={onConfirm}>
          {submit}
        </Button>
      </div>
    </DialogFrame>
  );
}

type RefusalProps = Readonly<{
  failure: ShownFailure | undefined;
  /** The paths of refusals that are shown at their fields instead. */
  fields?: readonly string[] | undefined;
  className?: string;
}>;

/** Why a change failed, if it did. */
export function Refusal({ failure, fields = [], className = '' }: RefusalProps) {
  if (failure === undefined || fields.some((path) => failure.field?.(path) !== undefined)) return null;
  return (
    <p role="alert" className={`ls-notice ${className}`} data-tone="red">
      {failure.detail}
      {failure.signIn && (
        <button type="button" className="ls-link ls-bold ls-block ls-above-4" onClick={failure.signIn}>
          Sign in again
        </button>
      )}
    </p>
  );
}
