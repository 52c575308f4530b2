import { bucketId, type BucketAddress } from '#domain/event/event.ts';
import { evaluate, type Evaluation } from '#domain/evaluation/evaluate.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { type DocumentEntry, type FeedDocument, readDocument } from './document.ts';
import { FeedError } from './read.ts';
import { documentsOf, type Release, type ReleaseBucket, versionOn } from './release.ts';

/** Why there are no values; `evaluated` if the dials decided, even if none of them sets a value. */
export type DecisionReason = 'evaluated' | 'stopped' | 'no-bucket';

/** What a release says about one risk. */
export type Decision = Readonly<{
  reason: DecisionReason;
  bucket: ReleaseBucket | undefined;
  /** The version that decided: the live one, or the next one from its day on. */
  version: number | undefined;
  /** The hash of its document. */
  document?: string | undefined;
  entries: readonly DocumentEntry[];
  evaluation: Evaluation;
  /** Whether the version before gives other values; null if the release names none. */
  differs: boolean | null;
}>;

/** A release with its documents, ready to decide. It never changes. */
export type Rules = Readonly<{
  release: Release;
  /** By hash. */
  documents: ReadonlyMap<string, FeedDocument>;
  decide: (address: BucketAddress, risk: Risk) => Decision;
}>;

const NOTHING: Evaluation = { dials: [], values: {} };

/** Reads every document, so that a release applies as a whole or not at all. `known` are documents of rules before it. */
export function createRules(
  release: Release,
  textOf: (hash: string) => string,
  known: ReadonlyMap<string, FeedDocument> = new Map(),
): Rules {
  const documents = new Map<string, FeedDocument>();
  for (const hash of documentsOf(release)) {
    try {
      documents.set(hash, known.get(hash) ?? readDocument(textOf(hash)));
    } catch (error) {
      if (error instanceof FeedError) throw new FeedError(`${nameOf(release, hash)}: ${error.message}`);
      throw error;
    }
  }
  const buckets = new Map(release.buckets.map((bucket) => [bucketId(bucket), bucket]));
  const entriesOf = (hash: string) => documents.get(hash)?.entries ?? [];
  return {
    release,
    documents,
    decide: (address, risk) => {
      const bucket = buckets.get(bucketId(address));
      if (bucket === undefined) return refuse('no-bucket', bucket);
      if (bucket.stopped) return refuse('stopped', bucket);
      const { version, document } = versionOn(bucket, risk.date);
      const entries = entriesOf(document);
      const evaluation = evaluate(entries, risk);
      const { before } = bucket;
      const isCompared = before !== undefined && version === bucket.version;
      const differs = isCompared ? !hasSameValues(evaluation, evaluate(entriesOf(before.document), risk)) : null;
      return { reason: 'evaluated', bucket, version, document, entries, evaluation, differs };
    },
  };
}

const refuse = (reason: DecisionReason, bucket: ReleaseBucket | undefined): Decision => ({
  reason,
  bucket,
  version: bucket?.version,
  document: bucket?.document,
  entries: [],
  evaluation: NOTHING,
  differs: null,
});

export const hasSameValues = (a: Evaluation, b: Evaluation): boolean =>
  VALUE_KEYS.every((key) => a.values[key]?.winner.value === b.values[key]?.winner.value);

/** The first bucket that needs the document. */
function nameOf({ buckets }: Release, hash: string): string {
  const bucket = buckets.find((one) => documentsOf({ buckets: [one] }).has(hash));
  return bucket === undefined ? hash : `${bucket.partner} ${bucket.cob}`;
}
