import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Problem, type RefusedBucket } from '#contract/problem.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { useApi } from '#web/api/client.tsx';
import { reviewSetAddress } from '#web/bucket/address.ts';
import { refreshBuckets } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { plural } from '#web/kit/plural.ts';
import { useMay } from '#web/session/session.tsx';
import { editsIn, type RolloutRow } from './rolloutPlan.ts';
import { savedText, submittedText } from './words.ts';

type RolloutRequest = Readonly<{ rows: readonly RolloutRow[]; description: string | undefined }>;

type Options = Readonly<{
  rows: readonly RolloutRow[];
  /** Whether free buckets are preselected. */
  startsChosen: boolean;
  /** Why nothing can be sent yet, besides the checks every change gets. */
  stopped?: string | undefined;
  /** Whether anything besides the buckets was chosen. */
  isTouched: boolean;
  /** The referring page, to return to after saving drafts. */
  back: string;
}>;

/** The choices of a change in many buckets, and sending it. Choices stay until sent or left. */
export function useRollout({ rows, startsChosen, stopped: besides, isTouched, back }: Options) {
  const api = useApi();
  const navigate = useNavigate();
  const mayReview = useMay()({ scope: 'review', action: 'view' });
  // Explicit choices; the rest has its default.
  const [picked, setPicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [description, setDescription] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isChosen = ({ key, barred, isFree, conflict }: RolloutRow): boolean =>
    barred === undefined && conflict === undefined && (picked.get(key) ?? (isFree && startsChosen));
  const chosen = rows.filter(isChosen);
  const open = chosen.reduce((sum, { plan }) => sum + (plan?.open ?? 0), 0);

  const stopped = whyStopped({ count: chosen.length, open, besides });

  const change = useChange({
    send: ({ rows: rowsToSend, description: why }: RolloutRequest) =>
      api.saveDrafts({
        body: {
          buckets: rowsToSend.map(editsIn),
          submit: why === undefined ? null : { description: why },
        },
      }),
    failed: 'The drafts were not saved',
    apply: refreshBuckets,
    done: ({ buckets, set }) => (set === null ? savedText(buckets.length) : submittedText(buckets.length)),
    onDone: ({ set }) => navigate(set !== null && mayReview ? reviewSetAddress(set) : back, { state: { saved: true } }),
    // Refetch the buckets; the choices stay.
    onFailed: refreshBuckets,
  });
  const refused = refusedIn(change.failure?.error);
  const [wasSubmit, setWasSubmit] = useState(false);
  const others = chosen.filter(({ key }) => !refused.has(key));

  const send = (rowsToSend: readonly RolloutRow[], isSubmit: boolean) => {
    if (stopped !== undefined) return;
    const why = description.trim();
    setWasSubmit(isSubmit);
    setMissing(isSubmit && why === '');
    if (!isSubmit || why !== '') void change.run({ rows: rowsToSend, description: isSubmit ? why : undefined });
  };

  return {
    rows,
    chosen,
    isChosen,
    open,
    description,
    isMissing,
    describe: (text: string) => {
      setDescription(text);
      setMissing(false);
    },
    isDirty: description.trim() !== '' || picked.size > 0 || isTouched,
    stopped,
    pick: (keys: readonly string[], yes: boolean) =>
      setPicked((before) => new Map([...before, ...keys.map((key) => [key, yes] as const)])),
    busy: change.busy,
    failure: change.failure,
    refused,
    /** The buckets that were not refused; they can be sent again unchanged. */
    others: chosen.some(({ key }) => refused.has(key)) ? others.length : 0,
    sendOthers: () => {
      setPicked((before) => new Map([...before, ...[...refused.keys()].map((key) => [key, false] as const)]));
      send(others, wasSubmit);
    },
    save: () => send(chosen, false),
    submit: () => send(chosen, true),
    back,
  };
}

export type RolloutState = ReturnType<typeof useRollout>;

type Progress = Readonly<{ count: number; open: number; besides: string | undefined }>;

/** Why nothing can be sent yet. */
function whyStopped({ count, open, besides }: Progress): string | undefined {
  if (count === 0) return 'Choose a bucket.';
  if (count > MAX_SET_BUCKETS) return `At most ${MAX_SET_BUCKETS} buckets are changed together.`;
  return open > 0 ? `${plural(open, 'choice')} left` : besides;
}

/** The buckets that blocked a change, by key. */
function refusedIn(error: unknown): ReadonlyMap<string, RefusedBucket> {
  const refused = error instanceof Problem ? (error.document.refused ?? []) : [];
  return new Map(refused.map((one) => [`${one.partner} ${one.cob}`, one]));
}
