import { useEffect, useState } from 'react';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import { useChange } from '#web/frame/useChange.ts';
import type { Upload } from './sendFile.ts';

export type Match = Readonly<{ column: number; text: string; code: string }>;
type MappingChanges = Readonly<{ targets: ReadonlyMap<number, Target>; matches: readonly Match[] }>;

const NO_CHANGES: MappingChanges = { targets: new Map(), matches: [] };
/** Debounce for people who go through a select by its arrow keys. */
const SETTLED_MS = 350;

/** The person's mapping of columns and names. Shown at once, and sent together after a debounce. */
export function useChanges(sent: Upload) {
  const [pending, setPending] = useState(NO_CHANGES);
  const { run, failure, forget } = useChange({
    send: ({ targets, matches }: MappingChanges) =>
      sent.change({ columns: [...targets].map(([column, target]) => ({ column, target })), matches: [...matches] }),
    failed: 'Failed to change columns',
  });
  useEffect(() => {
    if (pending === NO_CHANGES) return undefined;
    const timer = setTimeout(() => {
      // Changes made during this request are sent after it.
      void run(pending).finally(() => setPending((now) => (now === pending ? NO_CHANGES : without(now, pending))));
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [pending, run]);

  return {
    /** The target of a column, while the server does not know it yet. */
    targets: pending.targets,
    isSettled: pending === NO_CHANGES,
    failure,
    setTarget: (column: number, target: Target) => {
      forget();
      setPending((before) => ({ ...before, targets: new Map(before.targets).set(column, target) }));
    },
    match: (match: Match) => {
      forget();
      setPending((before) => ({ ...before, matches: [...before.matches, match] }));
    },
  };
}

const without = (now: MappingChanges, sent: MappingChanges): MappingChanges => ({
  targets: new Map([...now.targets].filter(([column, target]) => sent.targets.get(column) !== target)),
  matches: now.matches.filter((match) => !sent.matches.includes(match)),
});
