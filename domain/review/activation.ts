import { ENTRY_NOTES, type EntryNote } from '#domain/bucket/check.ts';
import { MAX_NAMED } from './author.ts';

export const ACTIVATION_REFUSALS = {
  otherContent: 'The draft is not what was submitted. Cancel the review, check the draft and submit it again.',
} as const;

/** What to do about dials that keep a draft from going live. */
const ADVICE = {
  submit: (them) => `Remove ${them} first.`,
  submitForDay: (them) => `Remove ${them}, or choose an earlier day.`,
  vote: (them) => `Cancel the review and remove ${them}.`,
  reschedule: (them) => `Choose an earlier day, or call it off and remove ${them}.`,
} as const satisfies Record<string, (them: string) => string>;
export type ActivationStep = keyof typeof ADVICE;

/** Why a draft cannot go live on the day of these notes, naming the dials; undefined if it can. */
export function refuseActivation(
  notes: readonly EntryNote[],
  nameOf: (dialId: string) => string,
  step: ActivationStep = 'vote',
): string | undefined {
  const stopping = notes.filter(({ kind }) => ENTRY_NOTES[kind].stops);
  if (stopping.length === 0) return undefined;
  const named = stopping.slice(0, MAX_NAMED).map(({ dial_id, kind }) => `“${nameOf(dial_id)}” (${kind})`);
  const more = stopping.length > MAX_NAMED ? ` and ${stopping.length - MAX_NAMED} more` : '';
  return `This draft cannot go live with ${named.join(', ')}${more}. ${ADVICE[step](stopping.length === 1 ? 'it' : 'them')}`;
}
