import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useOpeningLayer } from '#web/kit/keys/layers.ts';
import { loadPage } from './loadPage.ts';

/** A component whose code is loaded when it is first shown. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPage(load) }));

/**
 * A dialog whose code is loaded when it is first opened: mounted with `opened`, or mounted only while it is open. Keys
 * that are typed meanwhile do not reach the page.
 */
export function laterDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Dialog: ComponentType<Props> = later(load);
  return function LaterDialog(props: Props) {
    const isOpened = !('opened' in props) || props.opened === true;
    const [wasOpened, setWasOpened] = useState(false);
    if (isOpened && !wasOpened) setWasOpened(true);
    return wasOpened && <Suspense fallback={isOpened && <OpeningLayer />}>{<Dialog {...props} />}</Suspense>;
  };
}

/** Keeps keys from the page while something that takes them is being loaded. */
export function OpeningLayer() {
  useOpeningLayer();
  return null;
}
