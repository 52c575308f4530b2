import { type ComponentType, lazy, Suspense } from 'react';
import { useOpeningLayer } from '#web/kit/layers.ts';
import { loadPage } from './loadPage.ts';

/** A component whose code is loaded when it is first shown. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPage(load) }));

/** A dialog whose code is loaded when it is first opened. Keys that are typed meanwhile do not reach the page. */
export function laterDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Dialog: ComponentType<Props> = later(load);
  return function LaterDialog(props: Props) {
    return <Suspense fallback={<OpeningLayer />}>{<Dialog {...props} />}</Suspense>;
  };
}

/** Keeps keys from the page while something that takes them is being loaded. */
export function OpeningLayer() {
  useOpeningLayer();
  return null;
}
