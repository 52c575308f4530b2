import { useMemo } from 'react';
import type { Bucket, BucketDraft } from '#contract/bucket.ts';
import type { ReviewComment } from '#contract/review.ts';
import { useReviewImpact } from '#web/impact/useReviewImpact.tsx';
import { useBucketDials } from '#web/bucket/query.ts';
import { DraftFacts } from './DraftFacts.tsx';
import { laterDay } from '#web/kit/format.ts';
import { useListFacts } from './useDraftFacts.ts';

type LiveFactsProps = Readonly<{ bucket: Bucket; draft: BucketDraft; unresolved: readonly ReviewComment[] }>;

/** What is wrong with a draft, for whoever is about to make it live. The impact is the one that its page shows. */
export function LiveFacts({ bucket, draft, unresolved }: LiveFactsProps) {
  const read = useMemo(() => [...bucket.live.entries, ...draft.entries], [bucket, draft]);
  const { lookup } = useBucketDials(read);
  const facts = useListFacts(bucket, draft.entries, lookup, laterDay(draft.review?.live_on));
  const { query, stored } = useReviewImpact(bucket);
  const missing = query.data?.missing ?? null;
  const impact = {
    error: query.error,
    data: stored
      ? { state: 'measured' as const, ...stored }
      : missing === null || missing === 'on-its-way'
        ? undefined
        : ({ state: missing === 'none-of-class' ? missing : 'no-portfolio' } as const),
  };
  return (
    <DraftFacts
      bucket={bucket}
      entries={draft.entries}
      lookup={lookup}
      facts={{ ...facts, impact }}
      unresolved={unresolved}
    />
  );
}
