import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
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
    const content = 'opened' in props ? <Opening Dialog={Dialog} {...props} /> : <Dialog {...props} />;
    return wasOpened && <Suspense fallback={isOpened && <OpeningLayer />}>{content}</Suspense>;
  };
}

/** Mounted first and opened then: a dialog gives the focus back only if it saw where the focus was. */
function Opening<Props extends object>({ Dialog, ...props }: Readonly<{ Dialog: ComponentType<Props> }> & Props) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <>
      {!isMounted && <OpeningLayer />}
      <Dialog {...(props as unknown as Props)} {...(!isMounted && { opened: false })} />
    </>
  );
}

/** Keeps keys from the page while something that takes them is being loaded. */
export function OpeningLayer() {
  useOpeningLayer();
  return null;
}
