import { useMemo } from 'react';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import type { ReviewComment } from '#contract/review.ts';
import { useBucketDials } from '#web/bucket/query.ts';
import { DraftFacts } from './DraftFacts.tsx';
import { laterDay } from '#web/kit/format.ts';
import { useDraftFacts } from './useDraftFacts.ts';

type LiveFactsProps = Readonly<{ bucket: Bucket; draft: BucketDraft; unresolved: readonly ReviewComment[] }>;

/** What is wrong with a draft, for whoever is about to make it live. */
export function LiveFacts({ bucket, draft, unresolved }: LiveFactsProps) {
  const read = useMemo(() => [...bucket.live.entries, ...draft.entries], [bucket, draft]);
  const { lookup } = useBucketDials(read);
  const facts = useDraftFacts(bucket, draft.entries, lookup, laterDay(draft.review?.live_on));
  return <DraftFacts bucket={bucket} entries={draft.entries} lookup={lookup} facts={facts} unresolved={unresolved} />;
}
