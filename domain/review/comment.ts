type DraftPeople = Readonly<{
  savers: readonly string[];
  submitters: readonly string[];
  voters: readonly string[];
  commenters: readonly string[];
}>;

/** Everyone in the discussion of a draft. Authors of its dials are not included. */
export const findParticipants = ({ savers, submitters, voters, commenters }: DraftPeople): string[] =>
  [...new Set([...submitters, ...savers, ...voters, ...commenters])].toSorted();

/** A draft accepts comments from its first submission until it is live or reset; `state` is that of its version. */
export const acceptsComments = (state: string): boolean => state === 'draft' || state === 'pending_review';

type ParentComment = Readonly<{ bucket_version_id: string; reply_to: string | null }>;

export const REPLY_REFUSALS = {
  elsewhere: 'This comment belongs to another draft',
  reply: 'You can’t reply to a reply',
  about: 'A reply can’t name a dial',
} as const;

/** Why a comment cannot be replied to; undefined if it can. Replies are one level deep. */
export function refuseReply(
  parent: ParentComment | undefined,
  draftId: string,
): keyof typeof REPLY_REFUSALS | undefined {
  if (parent?.bucket_version_id !== draftId) return 'elsewhere';
  return parent.reply_to === null ? undefined : 'reply';
}
