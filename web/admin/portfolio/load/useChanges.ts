import { useEffect, useState } from 'react';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import { useChange } from '#web/frame/useChange.ts';
import type { SentFile } from './sendFile.ts';

export type Match = Readonly<{ column: number; text: string; code: string }>;
type Wanted = Readonly<{ targets: ReadonlyMap<number, Target>; matches: readonly Match[] }>;

const NOTHING: Wanted = { targets: new Map(), matches: [] };
/** Whoever goes through a select by its arrows means where they stop. */
const SETTLED_MS = 350;

/** What the person says of columns and names. It is shown at once, and sent together a moment later. */
export function useChanges(sent: SentFile) {
  const [wanted, setWanted] = useState(NOTHING);
  const { run, failure, forget } = useChange({
    send: ({ targets, matches }: Wanted) =>
      sent.change({ columns: [...targets].map(([column, target]) => ({ column, target })), matches: [...matches] }),
    failed: 'Failed to change columns',
  });
  useEffect(() => {
    if (wanted === NOTHING) return undefined;
    const timer = setTimeout(() => {
      // What is said while this is on its way is sent after it.
      void run(wanted).finally(() => setWanted((now) => (now === wanted ? NOTHING : without(now, wanted))));
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [wanted, run]);

  return {
    /** What a column is to be, while that is not known to the server. */
    targets: wanted.targets,
    isSettled: wanted === NOTHING,
    failure,
    setTarget: (column: number, target: Target) => {
      forget();
      setWanted((before) => ({ ...before, targets: new Map(before.targets).set(column, target) }));
    },
    match: (match: Match) => {
      forget();
      setWanted((before) => ({ ...before, matches: [...before.matches, match] }));
    },
  };
}

const without = (now: Wanted, sent: Wanted): Wanted => ({
  targets: new Map([...now.targets].filter(([column, target]) => sent.targets.get(column) !== target)),
  matches: now.matches.filter((match) => !sent.matches.includes(match)),
});
