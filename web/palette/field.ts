import type { KeyboardEvent, Ref } from 'react';
import { readStroke } from '#web/kit/stroke.ts';
import type { PaletteArea } from './items.ts';

/** What the field of the palette and its results, which are loaded later, share. */
export type PaletteResultsProps = Readonly<{
  /** The pages that the person may open. */
  areas: readonly PaletteArea[];
  onClose: () => void;
  onShowKeys: () => void;
  text: string;
  onTextChange: (text: string) => void;
  /** Id of the list that the field controls. */
  id: string;
  /** What Enter is to do as soon as the results are complete. It may have been pressed before they were loaded. */
  pending: EnterAct | undefined;
  onPendingChange: (pending: EnterAct | undefined) => void;
  /** Gives the field what handles its keys. */
  ref: Ref<KeyHandler>;
  /** Tells the field which option is selected. */
  onOption: (optionId: string | undefined) => void;
}>;

export type KeyHandler = (event: KeyboardEvent) => void;

export type EnterAct = 'open' | 'edit';

/** Enter opens, with Ctrl it edits. */
export const readEnter = (event: KeyboardEvent): EnterAct =>
  readStroke(event.nativeEvent)?.mod === true ? 'edit' : 'open';

/** The keys of the palette. All others belong to its field. */
export const PALETTE_KEYS = ['ArrowDown', 'ArrowUp', 'Tab', 'Enter', 'Escape'] as const;
export type PaletteKey = (typeof PALETTE_KEYS)[number];
export const isPaletteKey = (key: string): key is PaletteKey => PALETTE_KEYS.some((one) => one === key);

/** Id of the hint that Tab narrows. */
export const narrowsIdOf = (id: string): string => `${id}-narrows`;
