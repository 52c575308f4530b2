import { useLayoutEffect, useMemo, useState } from 'react';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { FIRST_VALUE } from './cells.ts';
import { createGridActions, type GridActions, type GridNow, type GridState } from './gridActions.ts';
import type { Spot } from './selection.ts';
import type { Place } from '#web/kit/gridPlace.ts';

const START: GridState = { selection: undefined, editing: undefined, refusal: undefined, focused: 0 };

export type Grid = Readonly<{
  state: GridState;
  rows: GridNow['rows'];
  active: Place;
  corner: Place;
  actions: GridActions;
}>;

export function useGrid(): Grid {
  const editor = useEditor();
  const { shown } = editor;
  const [state, setState] = useState(START);
  const places = useMemo(() => new Map(shown.map(({ entry }, index) => [entry.dial_id, index])), [shown]);

  const { selection } = state;
  const placeOf = (spot: Spot | undefined): Place | undefined => {
    const row = spot && places.get(spot.dial_id);
    return row === undefined || spot === undefined ? undefined : { row, column: spot.column };
  };
  // What is filtered away is selected no longer, and comes back with its row.
  const active = placeOf(selection?.active) ?? { row: 0, column: FIRST_VALUE };
  const corner = (placeOf(selection?.active) && placeOf(selection?.corner)) ?? active;

  const [held] = useState(createHeld);
  useLayoutEffect(() => held.hold({ editor, state, rows: shown, active, corner }));
  const [actions] = useState(() => createGridActions(held.now, setState));
  return { state, rows: shown, active, corner, actions };
}

/** The grid as it was last drawn, for what happens between two drawings. */
function createHeld() {
  let held: GridNow | undefined;
  return {
    hold: (now: GridNow) => {
      held = now;
    },
    now: (): GridNow => {
      if (held === undefined) throw new Error('The grid is used before it is drawn');
      return held;
    },
  };
}
