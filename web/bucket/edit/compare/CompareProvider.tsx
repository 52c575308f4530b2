import { createContext, type ReactNode, use, useMemo, useReducer } from 'react';

type Compare = Readonly<{
  slots: Slots;
  open: boolean;
  /** By key or menu: fills the free slot or replaces the older dial. Opens the panel. */
  send: (dialId: string) => void;
  drop: (dialId: string, index: SlotIndex) => void;
  /** Empties both slots. */
  close: () => void;
  remove: (index: SlotIndex) => void;
}>;

const CompareContext = createContext<Compare | undefined>(undefined);

export function CompareProvider({ children }: Readonly<{ children: ReactNode }>) {
  const [state, dispatch] = useReducer(reduceCompare, EMPTY_COMPARISON);
  const { slots, open } = state;
  const actions = useMemo(
    (): Omit<Compare, 'slots' | 'open'> => ({
      send: (dial_id) => dispatch({ type: 'send', dial_id }),
      drop: (dial_id, index) => dispatch({ type: 'drop', dial_id, index }),
      close: () => dispatch({ type: 'close' }),
      remove: (index) => dispatch({ type: 'remove', index }),
    }),
    [],
  );
  const value = useMemo((): Compare => ({ slots, open, ...actions }), [slots, open, actions]);
  return <CompareContext value={value}>{children}</CompareContext>;
}

export function useCompare(): Compare {
  const compare = use(CompareContext);
  if (compare === undefined) throw new Error('useCompare is used outside CompareProvider');
  return compare;
}

/** A dial in the comparison. `at` orders them: by key, a third replaces the oldest. */
type Slot = Readonly<{ dial_id: string; at: number }>;
type Slots = readonly [Slot | undefined, Slot | undefined];
export type SlotIndex = 0 | 1;
export const SLOT_NAMES = ['A', 'B'] as const;

export type CompareState = Readonly<{ slots: Slots; open: boolean; clock: number }>;

export type CompareAction =
  | Readonly<{ type: 'send'; dial_id: string }>
  | Readonly<{ type: 'drop'; dial_id: string; index: SlotIndex }>
  | Readonly<{ type: 'remove'; index: SlotIndex }>
  | Readonly<{ type: 'close' }>;

export const EMPTY_COMPARISON: CompareState = { slots: [undefined, undefined], open: false, clock: 0 };

/** At most two dials. By key a third replaces the older one; dropped, it replaces the one under it. */
export function reduceCompare(state: CompareState, action: CompareAction): CompareState {
  switch (action.type) {
    case 'send': {
      if (indexOf(state.slots, action.dial_id) !== undefined) return state.open ? state : { ...state, open: true };
      return put(state, action.dial_id, freeOrOldest(state.slots));
    }
    case 'drop': {
      const at = indexOf(state.slots, action.dial_id);
      if (at === action.index) return state.open ? state : { ...state, open: true };
      // Dropped on the other side: swap.
      if (at !== undefined) return { ...state, open: true, slots: [state.slots[1], state.slots[0]] };
      return put(state, action.dial_id, action.index);
    }
    case 'remove':
      return state.slots[action.index] === undefined
        ? state
        : { ...state, slots: replace(state.slots, action.index, undefined) };
    case 'close':
      return EMPTY_COMPARISON;
  }
}

const put = (state: CompareState, dial_id: string, index: SlotIndex): CompareState => ({
  slots: replace(state.slots, index, { dial_id, at: state.clock }),
  open: true,
  clock: state.clock + 1,
});

const replace = ([a, b]: Slots, index: SlotIndex, slot: Slot | undefined): Slots =>
  index === 0 ? [slot, b] : [a, slot];

export function indexOf([a, b]: Slots, dialId: string): SlotIndex | undefined {
  if (a?.dial_id === dialId) return 0;
  return b?.dial_id === dialId ? 1 : undefined;
}

function freeOrOldest([a, b]: Slots): SlotIndex {
  if (a === undefined) return 0;
  if (b === undefined) return 1;
  return a.at <= b.at ? 0 : 1;
}
