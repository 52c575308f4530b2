import type { Matrix } from '#web/admin/query.ts';
import type { AppetiteStep } from '#web/review/AppetiteSteps.tsx';

/** The appetite of an existing bucket, before and after. */
export type AppetiteChange = Readonly<{ partner: number; cob: string; appetite: number; was: number }>;

/** The same with the names of the partners. */
export const stepsOf = (
  { partners }: Matrix,
  changes: readonly Readonly<{ partner: number; cob: string; was: number; becomes: number }>[],
): AppetiteStep[] =>
  changes.map((change) => ({
    ...change,
    partner: partners.find(({ number }) => number === change.partner) ?? { number: change.partner, name: '' },
  }));
