import type { SignedCheckpoint } from '#domain/audit/checkpoint.ts';
import { isSignatureValid } from './audit.key.ts';

type Sourced = SignedCheckpoint & Readonly<{ isFromOutside: boolean }>;
type CheckpointSources = Readonly<{
  /** Those of the table. */
  kept: readonly SignedCheckpoint[];
  /** Those that somebody kept elsewhere, from the log or the webhook. Who gives one trusts it, its key included. */
  outside: readonly SignedCheckpoint[];
  /** The public keys that count. */
  keys: readonly string[];
}>;

/** Compares checkpoints with the records as these go by, in their order. */
export function checkpointComparison({ kept, outside, keys }: CheckpointSources) {
  const trusted = new Set([...keys, ...outside.map(({ key }) => key)]);
  const all: Sourced[] = [
    ...kept.map((one) => ({ ...one, isFromOutside: false })),
    ...outside.map((one) => ({ ...one, isFromOutside: true })),
  ];
  const problems: string[] = [];
  const waiting = new Map<number, Sourced[]>();
  for (const checkpoint of all) {
    const problem = findForgery(checkpoint, trusted);
    if (problem === undefined) waiting.set(checkpoint.seq, [...(waiting.get(checkpoint.seq) ?? []), checkpoint]);
    else problems.push(problem);
  }
  let newest: SignedCheckpoint | undefined;

  return {
    problems,
    /** The newest of those that agree. */
    newest: (): SignedCheckpoint | undefined => newest,

    visit: (seq: number, hash: string, count: number): void => {
      for (const checkpoint of waiting.get(seq) ?? []) {
        if (checkpoint.hash !== hash || checkpoint.count !== count)
          problems.push(
            `${nameOf(checkpoint)} is not of the records that are there now: up to record ${seq} some were changed, ` +
              'added or taken out since.',
          );
        else newest = checkpoint;
      }
      waiting.delete(seq);
    },

    /** What no record answered to, once all have gone by. */
    finish: (lastSeq: number): void => {
      for (const checkpoint of [...waiting.values()].flat())
        problems.push(
          checkpoint.seq > lastSeq
            ? `${nameOf(checkpoint)} was signed when record ${checkpoint.seq} was the last of ${checkpoint.count}; now ` +
                `record ${lastSeq} is the last. The end of the chain was cut off.`
            : `${nameOf(checkpoint)} is of record ${checkpoint.seq}, which is missing.`,
        );
    },
  };
}

function findForgery(checkpoint: Sourced, trusted: ReadonlySet<string>): string | undefined {
  if (!isSignatureValid(checkpoint)) return `${nameOf(checkpoint)} has a signature that is not valid.`;
  if (trusted.has(checkpoint.key)) return undefined;
  return (
    `${nameOf(checkpoint)} was signed by a key that is not known here, ${checkpoint.key}. ` +
    `If it is one of yours, run this again with --key ${checkpoint.key}`
  );
}

const nameOf = ({ at, seq, isFromOutside }: Sourced): string =>
  `The checkpoint${isFromOutside ? ' you gave' : ''} of ${at} (record ${seq})`;
