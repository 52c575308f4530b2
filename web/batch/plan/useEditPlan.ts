import { useMemo, useState } from 'react';
import { useApi } from '#web/base/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { refreshBuckets } from '#web/bucket/query.ts';
import type { SentSubmission } from '#web/review/Submission.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { plural } from '#web/kit/plural.ts';
import {
  type Choices,
  countOpen,
  type EditPlan,
  isChosen,
  keyOf,
  type PlannedBucket,
  type Refusals,
  asksForReply,
  brokenExamplesIn,
  refusalsIn,
  refuseAll,
  type Removals,
  withoutDials,
  requestOf,
  findStopReason,
} from '#web/batch/editPlan.ts';

type SaveRequest<Bucket extends PlannedBucket> = Readonly<{
  buckets: EditPlan<Bucket>;
  /** Submits the drafts for review, too. */
  submit: SentSubmission | undefined;
}>;

/** `set`: the review set; `draftSet`: the set of drafts, if they were not submitted. */
type SaveResult = Readonly<{ saved: number; set: string | null; draftSet: string | null; refused: Refusals }>;

type Options<Bucket extends PlannedBucket> = Readonly<{
  plan: EditPlan<Bucket>;
  /** Why nothing can be saved yet, besides the checks of every plan. */
  stopReason?: string | undefined;
  /** The bucket that the edits are copied from. */
  copiedFrom?: BucketAddress | undefined;
  /** If some buckets are refused, saves the others without asking. */
  skipsRefused?: boolean;
  onSaved?: (saved: SaveResult) => unknown;
}>;

const NONE: Refusals = new Map();

/** The chosen buckets of a plan, and saving or submitting them. Choices stay until saved or left. */
export function useEditPlan<Bucket extends PlannedBucket>(options: Options<Bucket>) {
  const { stopReason, copiedFrom = null, skipsRefused = false, onSaved } = options;
  const api = useApi();
  const [choices, setChoices] = useState<Choices>(new Map());
  const [refused, setRefused] = useState(NONE);
  const [needsReply, setNeedsReply] = useState(false);
  const [removals, setRemovals] = useState<Removals>(new Map());
  const plan = useMemo(() => options.plan.map((bucket) => withoutDials(bucket, removals)), [options.plan, removals]);
  const chosen = plan.filter((bucket) => isChosen(bucket, choices));
  const reason = findStopReason(chosen) ?? stopReason;

  /** The server saves all or none. */
  const send = async (request: SaveRequest<Bucket>, before: Refusals = NONE): Promise<SaveResult> => {
    const { buckets, submit } = request;
    try {
      const { days, ...sent } = submit ?? {};
      const body = {
        buckets: buckets.map((bucket) => {
          const day = days?.get(keyOf(bucket));
          return { ...requestOf(bucket), ...(day !== undefined && { live_on: day }) };
        }),
        submit: submit === undefined ? null : (sent as SentSubmission),
        copied_from: copiedFrom,
      };
      const saved = await api.saveDrafts({ body });
      return { saved: saved.buckets.length, set: saved.set, draftSet: saved.draft_set, refused: before };
    } catch (error) {
      const now = refusalsIn(error);
      const others = buckets.filter((bucket) => !now.has(keyOf(bucket)));
      if (!skipsRefused || others.length === buckets.length) throw error;
      const all = new Map([...before, ...now]);
      if (others.length === 0) throw refuseAll(error, all);
      return send({ buckets: others, submit }, all);
    }
  };
  const change = useChange({
    send: (request: SaveRequest<Bucket>) => send(request),
    failed: ({ submit }) => `The drafts were not ${submit === undefined ? 'saved' : 'submitted'}`,
    apply: refreshBuckets,
    done: ({ saved, refused: { size } }, { submit }) => {
      const drafts = size === 0 ? plural(saved, 'draft') : `${saved} of ${plural(saved + size, 'draft')}`;
      return submit === undefined ? `${drafts} successfully saved` : `${drafts} submitted for review`;
    },
    onDone: (saved) => {
      setRefused(saved.refused);
      return onSaved?.(saved);
    },
    // Refetch the buckets; the choices stay.
    onFailed: (queries, { error }) => {
      setRefused(refusalsIn(error));
      return refreshBuckets(queries);
    },
  });
  const pick = (buckets: readonly PlannedBucket[], yes: boolean) =>
    setChoices((before) => new Map([...before, ...buckets.map((bucket) => [keyOf(bucket), yes] as const)]));
  const save = (submit?: SentSubmission) => {
    if (reason === undefined) void change.run({ buckets: chosen, submit });
  };
  if (!needsReply && asksForReply(change.failure?.error)) setNeedsReply(true);
  const others = chosen.filter((bucket) => !refused.has(keyOf(bucket)));

  return {
    plan,
    chosen,
    isChosen: (bucket: PlannedBucket) => isChosen(bucket, choices),
    pick,
    isTouched: choices.size > 0 || removals.size > 0,
    removals,
    /** Takes a dial out of these buckets, too, or leaves it in. */
    removeDial: (dialId: string, keys: readonly string[], yes: boolean) =>
      setRemovals((before) => changeRemovals(before, dialId, keys, yes)),
    open: countOpen(chosen),
    stopReason: reason,
    busy: change.busy,
    failure: change.failure,
    /** Of the last save. */
    result: change.result,
    refusalOf: (bucket: PlannedBucket) => refused.get(keyOf(bucket)),
    forgetRefusals: () => {
      setRefused(NONE);
      change.forget();
    },
    /** Examples that newly break, if that is why the drafts were not submitted. */
    brokenExamples: brokenExamplesIn(change.failure?.error),
    /** One of the drafts was rejected and not changed since; it is known once the server refused to submit it. */
    needsReply,
    /** Saves drafts; with a submission it submits them, too. */
    save,
    /** The chosen buckets that were not refused, if some were; they can be saved unchanged. */
    others: others.length < chosen.length ? others.length : 0,
    saveOthers: (submit?: SentSubmission) => {
      pick(
        chosen.filter((bucket) => !others.includes(bucket)),
        false,
      );
      if (reason === undefined) void change.run({ buckets: others, submit });
    },
  };
}

function changeRemovals(before: Removals, dialId: string, keys: readonly string[], yes: boolean): Removals {
  const all = new Map([...before].map(([key, dials]) => [key, new Set(dials)]));
  for (const key of keys) {
    const dials = all.get(key) ?? new Set();
    if (yes) dials.add(dialId);
    else dials.delete(dialId);
    all.set(key, dials);
  }
  return all;
}

export type EditPlanState<Bucket extends PlannedBucket> = ReturnType<typeof useEditPlan<Bucket>>;
