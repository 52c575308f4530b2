import { useLayoutEffect } from 'react';

/** What covers the page while it is open. `data-layer` marks what has no such role. */
export const LAYERS =
  'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [data-layer]';
const MODAL_LAYERS = '[aria-modal="true"]';

let openingLayers = 0;

/** Counts a layer as open while its code is being loaded: keys typed meanwhile are not for the page. */
export function useOpeningLayer(): void {
  useLayoutEffect(() => {
    openingLayers += 1;
    return () => {
      openingLayers -= 1;
    };
  }, []);
}

const listOpen = (selector: string): readonly Element[] =>
  [...document.querySelectorAll(selector)].filter((layer) => layer.checkVisibility());

/** Returns whether anything covers the page: then its keys are off. */
export const isLayerOpen = (): boolean => openingLayers > 0 || listOpen(LAYERS).length > 0;

/** Returns whether something covers the page that has to be closed first. Shortcuts with Ctrl work beside a menu. */
export const isModalOpen = (): boolean => openingLayers > 0 || listOpen(MODAL_LAYERS).length > 0;

/** Returns whether an element lies under the layer that was opened last. */
export const isUnderLayer = (element: Element | null): boolean =>
  openingLayers > 0 || listOpen(LAYERS).at(-1)?.contains(element) === false;
