import { type RefObject, useMemo, useState } from 'react';
import { moveEntry } from '#domain/bucket/edit.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import type { Editor } from '#web/bucket/draft/editor.ts';
import { nameIn } from './nameIn.ts';
import type { Commit } from './useRowFocus.ts';

/** A row in the person's hand: nothing is changed until it is put down. */
export type Lift = Readonly<{ dial_id: string; basis: BucketEntries; from: number; to: number }>;

type LiftParts = Readonly<{ editor: Editor; latest: RefObject<Editor>; commit: Commit; say: (text: string) => void }>;

/** Moving a row by the keyboard, from lifting it to putting it down: one step that can be undone. */
export function useLift({ editor, latest, commit, say }: LiftParts) {
  const [kept, setLift] = useState<Lift>();
  // The list changed under the lifted row (undone, or taken in from someone else): it is in no hand any more.
  const lift = kept?.basis === editor.entries && editor.search === '' ? kept : undefined;

  const hand = useMemo(
    () => ({
      pickUp: (dialId: string) => {
        const { entries, search } = latest.current;
        if (search !== '') return say('Clear the search to move dials');
        const at = entries.findIndex(({ dial_id }) => dial_id === dialId) + 1;
        commit(() => setLift({ dial_id: dialId, basis: entries, from: at, to: at }), dialId);
        say(`${nameIn(latest.current, dialId)} lifted, ${at} of ${entries.length}`);
      },
      carry: (held: Lift, to: number) => {
        if (to === held.to) return;
        commit(() => setLift({ ...held, to }), held.dial_id);
        say(`${nameIn(latest.current, held.dial_id)} is now ${to} of ${held.basis.length}`);
      },
      putDown: ({ dial_id, basis, from, to }: Lift) => {
        const { change } = latest.current;
        const name = nameIn(latest.current, dial_id);
        commit(() => {
          setLift(undefined);
          if (to !== from) change(moveEntry(basis, dial_id, to), `Moved ${name} to ${to}`);
        }, dial_id);
        say(`${name} dropped at ${to} of ${basis.length}`);
      },
      /** Without a row to focus where the focus is on its way elsewhere. */
      cancel: (focus?: string) => {
        commit(() => setLift(undefined), focus);
        say('Move cancelled');
      },
    }),
    [latest, commit, say],
  );
  return { lift, hand };
}
