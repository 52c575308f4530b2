import { MAX_NAMED } from './author.ts';

export const ACTIVATION_REFUSALS = {
  otherContent: 'The draft is not what was submitted. Cancel the review, check the draft and submit it again.',
} as const;

/** What to do about dials that keep a draft from going live: those that were deleted. What has ended rides along. */
const ADVICE = {
  submit: (them) => `Remove ${them} first.`,
  vote: (them) => `Cancel the review and remove ${them}.`,
  reschedule: (them) => `Call it off and remove ${them}.`,
} as const satisfies Record<string, (them: string) => string>;
export type ActivationStep = keyof typeof ADVICE;

/** Why a draft with these deleted dials, by name, cannot go live; undefined if it can. */
export function refuseActivation(deleted: readonly string[], step: ActivationStep = 'vote'): string | undefined {
  if (deleted.length === 0) return undefined;
  const named = deleted.slice(0, MAX_NAMED).map((name) => `“${name}” (deleted)`);
  const more = deleted.length > MAX_NAMED ? ` and ${deleted.length - MAX_NAMED} more` : '';
  return `This draft cannot go live with ${named.join(', ')}${more}. ${ADVICE[step](deleted.length === 1 ? 'it' : 'them')}`;
}
