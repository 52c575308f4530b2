import {
  resolveValue,
  toast,
  useToaster,
  type DefaultToastOptions,
  type Renderable,
  type Toast,
} from 'react-hot-toast/headless';
import { useId, useMemo } from 'react';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import classes from './Toaster.module.css';

/** How long a toast stays, in ms. At most 20 are kept, the limit of the library's store. */
export const toastOptions: DefaultToastOptions = {
  duration: 4000,
  removeDelay: 200,
  error: { duration: 4000 },
  blank: { duration: 4000 },
  success: { duration: 2000 },
};

export function notifySuccess(text: string): string {
  return toast.success(text);
}

export function notifyError(text: string): string {
  return toast.error(text);
}

/** The error toast of one action: a new attempt replaces it, and success removes it. */
export function useErrorToast() {
  const id = useId();
  return useMemo(() => ({ show: (text: string) => toast.error(text, { id }), clear: () => dismissToast(id) }), [id]);
}

/** Stays until it is dismissed. */
export function notifyUntilDismissed(id: string, text: string): void {
  toast.error(text, { id, duration: Infinity });
}

export const dismissToast = (id: string): void => toast.dismiss(id);

export function notify(text: Renderable): string {
  return toast(text);
}

function Note({ note }: Readonly<{ note: Toast }>) {
  return (
    <div
      className={`ls-row ls-gap-10 ls-break ls-medium ls-above-8 ${classes.toast}`}
      data-leaving={!note.visible || undefined}
      data-type={note.type}
    >
      {note.type === 'success' && (
        <IconCheck className={`ls-fixed ${classes.icon}`} size={20} stroke={2.5} aria-hidden />
      )}
      {note.type === 'error' && <IconX className={`ls-fixed ${classes.icon}`} size={20} stroke={2.5} aria-hidden />}
      <span>{resolveValue(note.message, note)}</span>
    </div>
  );
}

/**
 * Bottom centre. The two live regions are always mounted, because screen readers often skip a region that appears
 * together with its text.
 */
export function Toaster({ options = toastOptions }: Readonly<{ options?: DefaultToastOptions }>) {
  const { toasts, handlers } = useToaster(options);
  const errors = toasts.filter((note) => note.type === 'error');
  const others = toasts.filter((note) => note.type !== 'error');
  return (
    <div
      className={classes.area}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      <div role="status" aria-atomic={false} className={classes.stack}>
        {others.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </div>
      <div role="alert" aria-atomic={false} className={classes.stack}>
        {errors.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </div>
    </div>
  );
}
