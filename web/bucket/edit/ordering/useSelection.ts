import { useMemo, useRef, useState } from 'react';
import type { Editor } from '#web/bucket/editor.ts';
import { plural } from '#web/kit/plural.ts';
import { toggled } from '#web/kit/toggled.ts';
import { useLatest } from '#web/kit/useLatest.ts';

type Ids = ReadonlySet<string>;
const NONE: Ids = new Set();

export type SelectionActions = Readonly<{
  toggle: (dialId: string) => void;
  /** Everything from the anchor row, else from `from`, to this one. */
  extend: (dialId: string, from: string) => void;
  clear: () => void;
  /** A selected row stands for the whole selection, any other one for itself. */
  idsOf: (dialId: string) => Ids;
}>;

/** The selected rows, wherever they are in the list. Rows hidden by a search are excluded. */
export function useSelection({ shown }: Pick<Editor, 'shown'>, announce: (text: string) => void) {
  const [chosen, setChosen] = useState(NONE);
  const anchor = useRef<string>(undefined);
  const selected = useMemo(() => {
    const ids = shown.map(({ entry }) => entry.dial_id).filter((id) => chosen.has(id));
    return ids.length === 0 ? NONE : new Set(ids);
  }, [shown, chosen]);
  const latest = useLatest({ shown, selected });

  const selecting = useMemo((): SelectionActions => {
    const put = (ids: Ids) => {
      setChosen(ids);
      announce(ids.size === 0 ? 'Selection cleared' : `${plural(ids.size, 'dial')} selected`);
    };
    return {
      toggle: (id) => {
        anchor.current = id;
        put(toggled(latest.current.selected, id));
      },
      extend: (id, from) => {
        const ids = latest.current.shown.map(({ entry }) => entry.dial_id);
        const isAnchored = anchor.current !== undefined && ids.includes(anchor.current);
        const start = isAnchored ? (anchor.current ?? from) : from;
        anchor.current = start;
        const [first = 0, last = 0] = [ids.indexOf(start), ids.indexOf(id)].toSorted((a, b) => a - b);
        put(new Set(ids.slice(Math.max(first, 0), last + 1)));
      },
      clear: () => {
        anchor.current = undefined;
        if (latest.current.selected.size > 0) put(NONE);
      },
      idsOf: (id) => (latest.current.selected.has(id) ? latest.current.selected : new Set([id])),
    };
  }, [latest, announce]);
  return { selected, selecting };
}
