import { createContext, type ReactNode, use, useMemo, useReducer } from 'react';
import { NOTHING_COMPARED, reduceCompare, type SlotIndex, type Slots } from './compareSlots.ts';

export type Compare = Readonly<{
  slots: Slots;
  open: boolean;
  /** By key or menu: into the free slot, or in place of the older one. Opens the panel. */
  send: (dialId: string) => void;
  drop: (dialId: string, index: SlotIndex) => void;
  /** Empties both slots. */
  close: () => void;
  remove: (index: SlotIndex) => void;
}>;

const CompareContext = createContext<Compare | undefined>(undefined);

export function CompareProvider({ children }: Readonly<{ children: ReactNode }>) {
  const [state, dispatch] = useReducer(reduceCompare, NOTHING_COMPARED);
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
