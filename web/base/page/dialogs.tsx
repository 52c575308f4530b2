import { Fragment, type ReactNode, useCallback, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { rememberFocus } from '#web/kit/focus.ts';

type Opened = Readonly<{ key: string; node: ReactNode }>;

/** The open dialogs, in the order in which they were opened. */
let opened: readonly Opened[] = [];
const listeners = new Set<() => void>();

function setOpened(next: readonly Opened[]): void {
  opened = next;
  for (const listener of listeners) listener();
}

function show(key: string, node: ReactNode): void {
  const isNew = !opened.some((one) => one.key === key);
  setOpened(isNew ? [...opened, { key, node }] : opened.map((one) => (one.key === key ? { key, node } : one)));
}

function hide(key: string): void {
  if (opened.some((one) => one.key === key)) setOpened(opened.filter((one) => one.key !== key));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the open dialogs. The app mounts it once, beside the page. */
export function Dialogs() {
  const shown = useSyncExternalStore(subscribe, () => opened);
  return shown.map(({ key, node }) => <Fragment key={key}>{node}</Fragment>);
}

/**
 * Returns a function that opens a dialog, with what it is about. `render` is called again whenever its component
 * renders, so that the dialog shows what its page knows now; it closes when that component goes away. It is shown
 * outside of the page: contexts of the page do not reach it.
 */
export function useDialog<About = void>(render: (close: () => void, about: About) => ReactNode) {
  const key = useId();
  const [call, setCall] = useState<Readonly<{ about: About; giveBack: () => void }>>();
  const close = useCallback(() => setCall(undefined), []);
  useLayoutEffect(() => {
    if (call) show(key, render(close, call.about));
  });
  useLayoutEffect(() => {
    if (call === undefined) return undefined;
    return () => {
      hide(key);
      call.giveBack();
    };
  }, [call, key]);
  return useCallback((about: About) => setCall({ about, giveBack: rememberFocus() }), []);
}
