import { useState } from 'react';
import type { ClassBucket } from '#contract/class-buckets.ts';
import { Problem, type RefusedBucket } from '#contract/problem.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import { copyEdits } from '#domain/bucket/parity.copy.ts';
import { describeCombinedImpact } from '#domain/impact/together.ts';
import { MAX_EDITS_PER_BUCKET } from '#domain/review/set.ts';
import { useApi } from '#web/api/client.tsx';
import { useEditsImpact } from '#web/bucket/impact/useEditsImpact.ts';
import { refreshBuckets } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { plural } from '#web/kit/plural.ts';
import { type Column, differencesIn, type ParityView } from './parityView.ts';

/** A bucket that can receive differences. */
export type Target = Readonly<{
  column: Column;
  bucket: ClassBucket;
  edits: readonly BucketEdit[];
  /** Why it is excluded. */
  barred?: 'draft' | 'pending_review' | 'same';
}>;

type Outcome = Readonly<{ saved: number; refused: readonly RefusedBucket[] }>;

/** Which differences of a partner go to which others, and submitting them as drafts. */
export function useCopy(cob: string, view: ParityView, from: Column | undefined) {
  const api = useApi();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // Explicit choices; otherwise all partners with a bucket are included.
  const [picked, setPicked] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<number, RefusedBucket>>(new Map());
  const differences = from === undefined ? [] : differencesIn(view, from.at);
  // A ticked difference may have disappeared.
  const chosen = new Set(differences.flatMap(({ dial_id }) => (ticked.has(dial_id) ? dial_id : [])));
  const source = { entries: from?.bucket?.entries ?? [], differences, chosen };
  const targets = view.columns.flatMap((column): Target[] => {
    const { bucket } = column;
    if (bucket === undefined || column.at === from?.at) return [];
    const edits = copyEdits(source, bucket.entries);
    const barred = bucket.draft?.state ?? (chosen.size > 0 && edits.length === 0 ? 'same' : undefined);
    return [{ column, bucket, edits, ...(barred && { barred }) }];
  });
  const free = targets.filter(({ barred }) => barred === undefined);
  const isGoing = ({ column, bucket, barred }: Target): boolean =>
    barred === undefined && (picked.get(column.partner.number) ?? bucket.entries.length > 0);
  const going = free.filter(isGoing);

  const edited = ({ bucket: { partner, revision }, edits }: Target) => ({
    partner: partner.number,
    cob,
    revision,
    edits: [...edits],
  });
  const measured = useEditsImpact(chosen.size === 0 ? [] : going.map(edited));
  const counted = going.map((target) => {
    const { count, isOld } = measured?.find(edited(target)) ?? { count: null, isOld: true };
    return { name: target.column.partner.name, count, isOld };
  });
  /** All or nothing on the server: if some are refused, the others are sent again without them. */
  const sendAll = async (chosenTargets: readonly Target[], before: readonly RefusedBucket[] = []): Promise<Outcome> => {
    try {
      const { buckets } = await api.saveDrafts({
        body: {
          buckets: chosenTargets.map(edited),
          submit: null,
        },
      });
      return { saved: buckets.length, refused: before };
    } catch (error) {
      const now = error instanceof Problem ? (error.document.refused ?? []) : [];
      const rest = chosenTargets.filter(({ bucket }) => !now.some(({ partner }) => partner === bucket.partner.number));
      if (rest.length === chosenTargets.length) throw error;
      const all = [...before, ...now];
      return rest.length === 0 ? { saved: 0, refused: all } : sendAll(rest, all);
    }
  };
  const change = useChange({
    send: (chosenTargets: readonly Target[]) => sendAll(chosenTargets),
    failed: 'The drafts were not saved',
    apply: refreshBuckets,
    done: ({ saved }) => `${plural(saved, 'draft')} successfully saved`,
    onDone: (outcome) => setRefused(new Map(outcome.refused.map((one) => [one.partner, one]))),
    onFailed: refreshBuckets,
  });

  const stopped = whyStopped(chosen.size, going);
  return {
    differences,
    ticked: chosen,
    targets,
    free,
    going,
    /** Its effect on risks over all buckets; undefined if it cannot be measured. */
    impact:
      measured && describeCombinedImpact(counted.flatMap(({ count, name }) => (count ? [{ ...count, name }] : []))),
    /** Whether it is still of an earlier choice. */
    isOld: counted.some(({ isOld }) => isOld),
    refused,
    stopped,
    busy: change.busy,
    failure: change.failure,
    isGoing,
    tick: (dialId: string) => setTicked((before) => toggled(before, dialId)),
    /** For a new partner nothing is ticked, or the one difference it was chosen by. */
    restart: (dialId?: string) => {
      setTicked(new Set(dialId === undefined ? [] : [dialId]));
      setRefused(new Map());
      change.forget();
    },
    pick: (chosenTargets: readonly Target[], yes: boolean) =>
      setPicked(
        (before) => new Map([...before, ...chosenTargets.map(({ column }) => [column.partner.number, yes] as const)]),
      ),
    save: () => {
      if (stopped === undefined) void change.run(going);
    },
  };
}
export type CopyState = ReturnType<typeof useCopy>;

function toggled<T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

function whyStopped(chosen: number, going: readonly Target[]): string | undefined {
  if (chosen === 0) return 'Choose a difference.';
  if (going.length === 0) return 'Choose a bucket.';
  const isTooMuch = going.some(({ edits }) => edits.length > MAX_EDITS_PER_BUCKET);
  return isTooMuch ? `At most ${MAX_EDITS_PER_BUCKET} changes go to a bucket at once.` : undefined;
}
