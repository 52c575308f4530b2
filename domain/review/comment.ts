/** The people of a draft, by what they did with it. */
type DraftPeople = Readonly<{
  savers: readonly string[];
  submitters: readonly string[];
  voters: readonly string[];
  commenters: readonly string[];
}>;

/** Everyone who takes part in the talk about a draft, once. Who only wrote one of its dials does not. */
export const findParticipants = ({ savers, submitters, voters, commenters }: DraftPeople): string[] =>
  [...new Set([...submitters, ...savers, ...voters, ...commenters])].toSorted();

/** Comments are taken from the first submission of a draft until it is live or reset; `state` is that of its version. */
export const takesComments = (state: string): boolean => state === 'draft' || state === 'pending_review';

type Answered = Readonly<{ bucket_version_id: string; reply_to: string | null }>;

export const REPLY_REFUSALS = {
  elsewhere: 'This comment is not of this draft',
  reply: 'A reply cannot be replied to',
  about: 'A reply is about what it replies to',
} as const;

/** Why a comment on this draft cannot be replied to; nothing where it can. One level is deep enough. */
export function refuseReply(answered: Answered | undefined, draftId: string): keyof typeof REPLY_REFUSALS | undefined {
  if (answered?.bucket_version_id !== draftId) return 'elsewhere';
  return answered.reply_to === null ? undefined : 'reply';
}
