import { ConfirmDialog, type Question } from '#web/kit/Dialog.tsx';
import { useDialog } from './dialogs.tsx';
import { type Change, useChange } from './useChange.ts';

type Confirmation<Result> = Question &
  (Readonly<{ change: Change<void, Result> }> | Readonly<{ onConfirm: () => void; change?: never }>);

/** Returns a function that asks a question without fields. Confirming it runs the change, and closes if it succeeds. */
export function useConfirm<Result = unknown>(question: Confirmation<Result>): () => void {
  return useDialog((close) => {
    if (question.change !== undefined) return <ConfirmChange {...question} onClose={close} />;
    const confirm = () => {
      close();
      question.onConfirm();
    };
    return <ConfirmDialog {...question} onConfirm={confirm} onClose={close} />;
  });
}

type ConfirmChangeProps<Result> = Question & Readonly<{ change: Change<void, Result>; onClose: () => void }>;

/** Asks a question, runs the change if it is confirmed, and shows why it was refused. */
export function ConfirmChange<Result>({ change, onClose, ...question }: ConfirmChangeProps<Result>) {
  const { run, busy, failure } = useChange<void, Result>({
    ...change,
    onDone: (result) => {
      onClose();
      return change.onDone?.(result);
    },
  });
  return <ConfirmDialog {...question} change={{ busy, failure }} onConfirm={() => void run()} onClose={onClose} />;
}
