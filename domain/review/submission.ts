import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import type { RoundOutcome } from '#domain/bucket/state.ts';
import { quoteNames } from './author.ts';

type NamedExample = Readonly<{ id: string; name: string }>;
type LastRound = Readonly<{ outcome: RoundOutcome | null; content_hash: string }>;

/** What a person sends with a submission beside its description. */
export type SubmissionNotes = Readonly<{
  /** The ids of examples that they know to break. */
  broken_examples: readonly string[];
  /** The answer to the last rejection. */
  reply: string;
}>;

/** A draft that was rejected and not changed since is only submitted with an answer to the rejection. */
export const needsReply = (last: LastRound | undefined, contentHash: string): boolean =>
  last?.outcome === 'rejected' && last.content_hash === contentHash;

export const REPLY_MISSING = BUCKET_REFUSALS.reply;

/** The newly broken examples that the person did not name. */
export const findUnacknowledged = <E extends NamedExample>(broken: readonly E[], notes: SubmissionNotes): E[] =>
  broken.filter(({ id }) => !notes.broken_examples.includes(id));

/** "2 examples newly break: “A” and “B”. Confirm that you know." */
export function explainUnacknowledged(broken: readonly NamedExample[]): string {
  const names = quoteNames(broken.map(({ name }) => name));
  const count = broken.length === 1 ? '1 example newly breaks' : `${broken.length} examples newly break`;
  return `${count}: ${names}. Confirm that you know.`;
}
