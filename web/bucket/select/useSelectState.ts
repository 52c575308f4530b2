import { useState } from 'react';
import { useAddressState } from '#web/frame/useAddressState.ts';
import { readSelectState, type SelectState, writeSelectState } from './selectState.ts';

/** The state of a select page, kept in the address. `text` is what stands in the search field, letter by letter. */
export function useSelectState() {
  const [text, setText] = useState<string>();
  const { state, change } = useAddressState<SelectState>({
    read: readSelectState,
    write: writeSelectState,
    onOtherState: ({ q }) => setText(q),
  });

  return {
    state,
    text: text ?? state.q,
    /** The first word of a search is a step one can go back from, the further keys are not. */
    search: (typed: string) => {
      setText(typed);
      change({ q: typed }, ({ q }) => q === '');
    },
    change: (part: Partial<SelectState>) => {
      if (part.q !== undefined) setText(part.q);
      change(part);
    },
  };
}
