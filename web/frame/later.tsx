import { type ComponentType, lazy, Suspense, useState } from 'react';
import { loadPage } from './loadPage.ts';

/** A component whose code is fetched when it is first shown. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPage(load) }));

/** A dialog whose code is fetched when it is first opened. */
export function laterDialog<Props extends Readonly<{ opened: boolean }>>(load: () => Promise<ComponentType<Props>>) {
  const Dialog: ComponentType<Props> = later(load);
  return function LaterDialog(props: Props) {
    const [wanted, setWanted] = useState(false);
    if (props.opened && !wanted) setWanted(true);
    return wanted && <Suspense>{<Dialog {...props} />}</Suspense>;
  };
}
