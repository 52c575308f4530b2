/** What is known of a version that is or was live, each by its hash. */
export type VersionFacts = Readonly<{
  number: number;
  /** Of its entries, computed anew. */
  content: string;
  isEmpty: boolean;
  /** What the records of its activation name; one, where all is well. */
  activated: readonly string[];
  /** What the reviews that approved it were of; one, where all is well. */
  approved: readonly string[];
}>;

/** The first version of a bucket is empty and was never reviewed. */
const isStart = ({ number, isEmpty, activated, approved }: VersionFacts): boolean =>
  number === 1 && isEmpty && activated.length === 0 && approved.length === 0;

/** What does not fit between a version, the record of its activation and its review. */
export function findVersionMismatch(facts: VersionFacts): string | undefined {
  const { content, activated, approved } = facts;
  if (isStart(facts)) return undefined;
  if (activated.length === 0) return 'There is no audit record of its activation.';
  if (activated.length > 1) return 'There is more than one audit record of its activation.';
  if (activated[0] !== content) return 'Its content is not what its activation record names.';
  if (approved.length === 0) return 'There is no review that approved it.';
  if (approved.some((hash) => hash !== content)) return 'Its content is not what its review approved.';
  return undefined;
}

/**
 * Of the signed checkpoint over the activation record: it agrees; there is none yet; it was signed by a key that is not
 * known here; it is of other records.
 */
export type CheckpointState = 'agrees' | 'none' | 'other-key' | 'differs';

export const AGREEMENTS = ['agrees', 'unsigned', 'differs', 'nothing-to-compare'] as const;
export type Agreement = Readonly<{ verdict: (typeof AGREEMENTS)[number]; sentence: string }>;

type ComparedFacts = VersionFacts &
  Readonly<{
    /** Whether the activation record still gives its own hash. */
    isRecordUnchanged: boolean;
    checkpoint: CheckpointState;
  }>;

const UNSIGNED = {
  none: 'No signed checkpoint covers that record yet.',
  'other-key':
    'The checkpoint over that record was signed by a key that this server does not have; it was not checked.',
} as const;

/** Whether a version, its activation record, its review and the checkpoint agree, as a sentence to be read. */
export function describeAgreement(compared: ComparedFacts): Agreement {
  const { isRecordUnchanged, checkpoint } = compared;
  if (isStart(compared))
    return {
      verdict: 'nothing-to-compare',
      sentence:
        'This version is the empty start of the bucket: there was no activation, so there is nothing to compare.',
    };
  const mismatch =
    findVersionMismatch(compared) ??
    (isRecordUnchanged ? undefined : 'Its activation record was changed after it was written.') ??
    (checkpoint === 'differs' ? 'The audit records are not those that were signed in the checkpoint.' : undefined);
  if (mismatch !== undefined) return { verdict: 'differs', sentence: `This version cannot be relied on. ${mismatch}` };
  if (checkpoint === 'none' || checkpoint === 'other-key')
    return {
      verdict: 'unsigned',
      sentence: `The content of this version, its activation record and its review agree. ${UNSIGNED[checkpoint]}`,
    };
  return {
    verdict: 'agrees',
    sentence: 'The content of this version, its activation record, its review and the signed checkpoint agree.',
  };
}
