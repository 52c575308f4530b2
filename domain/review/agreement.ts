/** The hashes that must agree for a version that is or was live. */
export type VersionFacts = Readonly<{
  number: number;
  /** Recomputed from its entries. */
  content: string;
  isEmpty: boolean;
  /** From its activation records; normally one. */
  activated: readonly string[];
  /** The hashes of the reviews that approved it, normally one, and of its content with the day of each. */
  approved: readonly Readonly<{ hash: string; content: string }>[];
}>;

/** Version 1 is empty and never reviewed. */
const isInitialVersion = ({ number, isEmpty, activated, approved }: VersionFacts): boolean =>
  number === 1 && isEmpty && activated.length === 0 && approved.length === 0;

/** The first mismatch between a version, its activation record and its review. */
export function findVersionMismatch(facts: VersionFacts): string | undefined {
  const { content, activated, approved } = facts;
  if (isInitialVersion(facts)) return undefined;
  if (activated.length === 0) return 'There is no audit record of its activation.';
  if (activated.length > 1) return 'There is more than one audit record of its activation.';
  if (activated[0] !== content) return 'Its content is not what its activation record names.';
  if (approved.length === 0) return 'There is no review that approved it.';
  if (approved.some((review) => review.hash !== review.content)) return 'Its content is not what its review approved.';
  return undefined;
}

/**
 * The signed checkpoint over the activation record: matches, does not exist yet, was signed with an unknown key, or covers
 * other records.
 */
export type CheckpointState = 'agrees' | 'none' | 'other-key' | 'differs';

export const AGREEMENTS = ['agrees', 'unsigned', 'differs', 'nothing-to-compare'] as const;
export type Agreement = Readonly<{ verdict: (typeof AGREEMENTS)[number]; sentence: string }>;

type ComparedFacts = VersionFacts &
  Readonly<{
    /** Whether the activation record still matches its own hash. */
    isRecordUnchanged: boolean;
    checkpoint: CheckpointState;
  }>;

const UNSIGNED = {
  none: 'No signed checkpoint covers that record yet.',
  'other-key':
    'The checkpoint over that record was signed by a key that this server does not have; it was not checked.',
} as const;

export function describeAgreement(compared: ComparedFacts): Agreement {
  const { isRecordUnchanged, checkpoint } = compared;
  if (isInitialVersion(compared))
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
