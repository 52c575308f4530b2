import { useState } from 'react';
import { type SetGoLive, WHEN_APPROVED } from '#web/bucket/schedule/goLive.ts';

/** What is typed about a change of many buckets. */
export type PlanForm = Readonly<{ description: string; goLive: SetGoLive }>;
export const EMPTY_PLAN_FORM: PlanForm = { description: '', goLive: WHEN_APPROVED };

/** Outlives the page of the plan: it is still there when saved drafts are submitted. */
export function usePlanForm() {
  const [form, setForm] = useState(EMPTY_PLAN_FORM);
  return { form, setForm };
}
export type PlanFormState = ReturnType<typeof usePlanForm>;
