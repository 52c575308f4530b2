import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '#domain/portfolio/mapping/reading.ts';
import type { Target } from '#domain/portfolio/mapping/target.ts';
import { useChange } from '#web/base/page/useChange.ts';
import type { ChangeBody, Upload } from './sendFile.ts';

/** What a person says about a cause: the meaning of a text (empty: no value), or an answer about its column. Null takes it back. */
export type Fix =
  | Readonly<{ match: Readonly<{ column: number; text: string; code: string | null }> }>
  | Readonly<{ answer: Answer }>;
type MappingChanges = Readonly<{ targets: ReadonlyMap<number, Target>; fixes: readonly Fix[] }>;

const NO_CHANGES: MappingChanges = { targets: new Map(), fixes: [] };
/** Debounce for people who go through a select by its arrow keys. */
const SETTLED_MS = 350;

/** The person's mapping of columns, names and values. Shown at once, and sent together after a debounce. */
export function useChanges(sent: Upload) {
  const [pending, setPending] = useState(NO_CHANGES);
  const [shownFixes, setShownFixes] = useState<readonly Fix[]>([]);
  const { run, failure, forget } = useChange({
    send: ({ targets, fixes }: MappingChanges) =>
      sent.change({
        columns: [...targets].map(([column, target]) => ({ column, target })),
        matches: fixes.flatMap((fix) => ('match' in fix ? [fix.match] : [])),
        answers: fixes.flatMap((fix) => ('answer' in fix ? [fix.answer] : [])) as ChangeBody['answers'],
      }),
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
    /** Fixes that the checked rows do not show yet. */
    shownFixes,
    isSettled: pending === NO_CHANGES,
    failure,
    setTarget: (column: number, target: Target) => {
      forget();
      setPending((before) => ({ ...before, targets: new Map(before.targets).set(column, target) }));
    },
    apply: (fixes: readonly Fix[]) => {
      forget();
      setShownFixes((before) => [...before, ...fixes]);
      setPending((before) => ({ ...before, fixes: [...before.fixes, ...fixes] }));
    },
    /** The checked rows show every fix. */
    confirm: useCallback(() => setShownFixes((before) => (before.length === 0 ? before : [])), []),
  };
}

const without = (now: MappingChanges, sent: MappingChanges): MappingChanges => ({
  targets: new Map([...now.targets].filter(([column, target]) => sent.targets.get(column) !== target)),
  fixes: now.fixes.filter((fix) => !sent.fixes.includes(fix)),
});
