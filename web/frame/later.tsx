import { type ComponentType, lazy, Suspense, useState } from 'react';
import { loadPage } from './loadPage.ts';

/** A component whose code is loaded when it is first shown. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPage(load) }));

/** A dialog whose code is loaded when it is first opened. */
export function laterDialog<Props extends Readonly<{ opened: boolean }>>(load: () => Promise<ComponentType<Props>>) {
  const Dialog: ComponentType<Props> = later(load);
  return function LaterDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(false);
    if (props.opened && !wasOpened) setWasOpened(true);
    return wasOpened && <Suspense>{<Dialog {...props} />}</Suspense>;
  };
}
