import { useState } from 'react';
import type { ClassBucket } from '#contract/class-buckets.ts';
import { Problem, type RefusedBucket } from '#contract/problem.ts';
import type { BucketEdit } from '#domain/bucket/rollout.ts';
import { copyEdits } from '#domain/bucket/parity.copy.ts';
import { describeTogether } from '#domain/impact/together.ts';
import { MAX_EDITS_PER_BUCKET } from '#domain/review/set.ts';
import { useApi } from '#web/api/client.tsx';
import { useEditsImpact } from '#web/bucket/impact/useEditsImpact.ts';
import { refreshBuckets } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { plural } from '#web/kit/plural.ts';
import { type Column, differencesIn, type ParityView } from './parityView.ts';

/** A bucket that differences can be copied to. */
export type Target = Readonly<{
  column: Column;
  bucket: ClassBucket;
  edits: readonly BucketEdit[];
  /** Why it cannot take part. */
  barred?: 'draft' | 'pending_review' | 'same';
}>;

type Outcome = Readonly<{ saved: number; refused: readonly RefusedBucket[] }>;

/** Which differences of a partner go to which others, and their sending as drafts. */
export function useCopy(cob: string, view: ParityView, from: Column | undefined) {
  const api = useApi();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // What somebody ticked or unticked; else all take part that have begun.
  const [picked, setPicked] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<number, RefusedBucket>>(new Map());
  const differences = from === undefined ? [] : differencesIn(view, from.at);
  // A difference may be gone since it was ticked.
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
  /** All or nothing on the server: where some are refused, the others are sent again without them. */
  const sendAll = async (asked: readonly Target[], before: readonly RefusedBucket[] = []): Promise<Outcome> => {
    try {
      const { buckets } = await api.saveDrafts({
        body: {
          buckets: asked.map(edited),
          submit: null,
        },
      });
      return { saved: buckets.length, refused: before };
    } catch (error) {
      const now = error instanceof Problem ? (error.document.refused ?? []) : [];
      const rest = asked.filter(({ bucket }) => !now.some(({ partner }) => partner === bucket.partner.number));
      if (rest.length === asked.length) throw error;
      const all = [...before, ...now];
      return rest.length === 0 ? { saved: 0, refused: all } : sendAll(rest, all);
    }
  };
  const change = useChange({
    send: (asked: readonly Target[]) => sendAll(asked),
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
    /** What it does to risks, told once for all; undefined where nothing can be said. */
    impact: measured && describeTogether(counted.flatMap(({ count, name }) => (count ? [{ ...count, name }] : []))),
    /** Whether that is of what was ticked before. */
    isOld: counted.some(({ isOld }) => isOld),
    refused,
    stopped,
    busy: change.busy,
    failure: change.failure,
    isGoing,
    tick: (dialId: string) => setTicked((before) => toggled(before, dialId)),
    /** Of another partner nothing is ticked yet, or the one difference it was chosen by. */
    restart: (dialId?: string) => {
      setTicked(new Set(dialId === undefined ? [] : [dialId]));
      setRefused(new Map());
      change.forget();
    },
    pick: (asked: readonly Target[], yes: boolean) =>
      setPicked((before) => new Map([...before, ...asked.map(({ column }) => [column.partner.number, yes] as const)])),
    save: () => {
      if (stopped === undefined) void change.run(going);
    },
  };
}
export type Copying = ReturnType<typeof useCopy>;

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
