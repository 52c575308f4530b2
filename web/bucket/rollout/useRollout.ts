import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { Problem, type RefusedBucket } from '#contract/problem.ts';
import type { Place } from '#domain/bucket/rollout.ts';
import type { UpdateAnswer, UpdateAnswers } from '#domain/bucket/update.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import { useApi } from '#web/api/client.tsx';
import { refreshBuckets } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { plural } from '#web/kit/plural.ts';
import { reviewSetAddress } from '#web/bucket/address.ts';
import { useMay } from '#web/session/session.tsx';
import { type DialInBuckets, editOf, listRows, type Rollout, type RolloutRow } from './rolloutPlan.ts';
import { savedText, submittedText } from './words.ts';

type Sent = Readonly<{ rows: readonly RolloutRow[]; description: string | undefined }>;

/** The choices of a change in many buckets, and its sending. What was chosen stays until it is sent or left. */
export function useRollout(dial: DialInBuckets, rollout: Rollout) {
  const api = useApi();
  const navigate = useNavigate();
  const mayReview = useMay()({ scope: 'review', action: 'view' });
  const { dialId, versions } = dial;
  const newest = versions.at(-1)?.version ?? 1;
  const [answers, setAnswers] = useState<Readonly<Record<string, UpdateAnswers>>>({});
  // What somebody ticked or unticked; the rest is as it is from the start.
  const [picked, setPicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [place, setPlace] = useState<Place | undefined>({ at: 'end' });
  const [description, setDescription] = useState('');
  const [isMissing, setMissing] = useState(false);
  const rows = useMemo(() => listRows(dial, rollout, answers), [dial, rollout, answers]);
  const isChosen = ({ key, barred, isFree, conflict }: RolloutRow): boolean =>
    barred === undefined && conflict === undefined && (picked.get(key) ?? (isFree && rollout === 'update'));
  const chosen = rows.filter(isChosen);
  const open = chosen.reduce((sum, { plan }) => sum + (plan?.open ?? 0), 0);

  const stopped = whyStopped({ count: chosen.length, open, isPlaced: rollout !== 'add' || place !== undefined });

  const change = useChange({
    send: ({ rows: asked, description: why }: Sent) =>
      api.saveDrafts({
        body: {
          buckets: asked.map(({ key, place: { partner, cob, revision } }) => ({
            partner: partner.number,
            cob,
            revision,
            edits: [editOf(dialId, newest, rollout, { answers: answers[key] ?? {}, place: place ?? { at: 'end' } })],
          })),
          submit: why === undefined ? null : { description: why },
        },
      }),
    failed: 'The drafts were not saved',
    apply: refreshBuckets,
    done: ({ buckets, set }) => (set === null ? savedText(buckets.length) : submittedText(buckets.length)),
    onDone: ({ set }) =>
      navigate(set !== null && mayReview ? reviewSetAddress(set) : `/dials/${dialId}`, { state: { saved: true } }),
    // What is there now is read again; what was chosen stays.
    onFailed: refreshBuckets,
  });
  const refused = refusedIn(change.failure?.error);
  const [wasSubmit, setWasSubmit] = useState(false);
  const others = chosen.filter(({ key }) => !refused.has(key));

  const send = (asked: readonly RolloutRow[], isSubmit: boolean) => {
    if (stopped !== undefined) return;
    const why = description.trim();
    setWasSubmit(isSubmit);
    setMissing(isSubmit && why === '');
    if (!isSubmit || why !== '') void change.run({ rows: asked, description: isSubmit ? why : undefined });
  };

  return {
    rows,
    chosen,
    isChosen,
    open,
    newest,
    answers,
    place,
    setPlace,
    description,
    isMissing,
    describe: (text: string) => {
      setDescription(text);
      setMissing(false);
    },
    isDirty: description.trim() !== '' || picked.size > 0 || Object.keys(answers).length > 0,
    stopped,
    pick: (keys: readonly string[], yes: boolean) =>
      setPicked((before) => new Map([...before, ...keys.map((key) => [key, yes] as const)])),
    answer: (key: string, value: ValueKey, given: UpdateAnswer) =>
      setAnswers((before) => ({ ...before, [key]: { ...before[key], [value]: given } })),
    busy: change.busy,
    failure: change.failure,
    refused,
    /** Those that could take the change, after a refusal; they are sent again as they were. */
    others: chosen.some(({ key }) => refused.has(key)) ? others.length : 0,
    sendOthers: () => {
      setPicked((before) => new Map([...before, ...[...refused.keys()].map((key) => [key, false] as const)]));
      send(others, wasSubmit);
    },
    save: () => send(chosen, false),
    submit: () => send(chosen, true),
  };
}

export type RolloutState = ReturnType<typeof useRollout>;

type Progress = Readonly<{ count: number; open: number; isPlaced: boolean }>;

/** Why nothing can be sent yet. */
function whyStopped({ count, open, isPlaced }: Progress): string | undefined {
  if (count === 0) return 'Choose a bucket.';
  if (count > MAX_SET_BUCKETS) return `At most ${MAX_SET_BUCKETS} buckets are changed together.`;
  if (!isPlaced) return 'Choose the dial that it goes next to.';
  return open > 0 ? `${plural(open, 'choice')} left` : undefined;
}

/** The buckets that stopped a change, by their key. */
function refusedIn(error: unknown): ReadonlyMap<string, RefusedBucket> {
  const refused = error instanceof Problem ? (error.document.refused ?? []) : [];
  return new Map(refused.map((one) => [`${one.partner} ${one.cob}`, one]));
}
