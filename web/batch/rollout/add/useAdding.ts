import { skipToken } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { InsertPosition } from '#domain/bucket/rollout.ts';
import { VALUE_KEYS, type DialValues, type ValueKey } from '#domain/value/registry.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { readCell, rowErrors } from '#web/bucket/cells.ts';
import type { DialInBuckets } from '#web/batch/rollout/rolloutPlan.ts';
import { useSubmissionForm } from '#web/review/Submission.tsx';
import { useLeavePlan } from '#web/batch/plan/PlanPage.tsx';
import { useEditPlan } from '#web/batch/plan/useEditPlan.ts';
import { addedDial, planAdding } from './addPlan.ts';

/** Texts typed over the values of a dial. */
type Typed = Readonly<Partial<Record<ValueKey, string>>>;

/** The position and overrides of the added dials, on top of the state of every plan. */
export function useAdding(dials: readonly DialInBuckets[]) {
  const [place, setPlace] = useState<InsertPosition | undefined>(END);
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const neighbourId = place && 'dial_id' in place ? place.dial_id : undefined;
  const beside = useApiQuery(
    'listDialPlaces',
    neighbourId === undefined ? skipToken : { params: { dialId: neighbourId } },
  ).data;
  const added = useMemo(
    () => dials.flatMap((dial) => addedDial(dial, readOverrides(typed[dial.dialId] ?? {}))),
    [dials, typed],
  );
  const plan = useMemo(() => {
    const neighbour = neighbourId === undefined ? undefined : beside;
    return planAdding(
      added,
      place,
      neighbour && { name: neighbour.versions.at(-1)?.data.name ?? 'that dial', buckets: neighbour.buckets },
    );
  }, [added, place, neighbourId, beside]);
  const errors = Object.fromEntries(
    added.map((dial) => [dial.dial_id, rowErrors(dial, dial.own, typed[dial.dial_id])] as const),
  );
  const isWrong = Object.values(errors).some((messages) => Object.keys(messages).length > 0);
  const [only, ...others] = dials;
  const back = only === undefined || others.length > 0 ? '/dials' : `/dials/${only.dialId}`;
  const form = useSubmissionForm();
  const state = useEditPlan({
    plan,
    stopReason:
      place === undefined ? 'Choose the dial that it goes next to.' : isWrong ? 'Check the overrides.' : undefined,
    onSaved: useLeavePlan(back, form),
  });
  return {
    state,
    form,
    back,
    isTouched: Object.keys(typed).length > 0,
    added,
    place,
    setPlace,
    typed,
    errors,
    type: (dialId: string, key: ValueKey, text: string) =>
      setTyped((before) => ({ ...before, [dialId]: { ...before[dialId], [key]: text } })),
  };
}
export type AddState = ReturnType<typeof useAdding>;

const END: InsertPosition = { at: 'end' };

/** The values that parse; the others show an error at their field. */
const readOverrides = (typed: Typed): DialValues =>
  Object.fromEntries(
    VALUE_KEYS.flatMap((key) => {
      const reading = readCell(key, typed[key] ?? '');
      return reading.readable && reading.value !== undefined ? [[key, reading.value]] : [];
    }),
  );
