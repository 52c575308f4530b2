import type { Bucket } from '#contract/bucket.ts';
import { newsText } from '#web/bucket/show/eventWords.ts';
import type { BucketNews } from '#web/bucket/show/useBucketWatch.ts';
import { plural } from '#web/kit/plural.ts';

/** What the newest event says, as far as it is about this revision; else what the bucket itself tells. */
function newsOf(theirs: Bucket, news: BucketNews | undefined): BucketNews | undefined {
  if (news?.revision === theirs.revision) return news;
  const { draft, cob, revision, partner } = theirs;
  const about = { cob, revision, partner: partner.number };
  if (draft === null) return undefined;
  if (draft.review === null) return { kind: 'bucket_draft_saved', ...about, by: draft.saved_by, at: draft.saved_at };
  return { kind: 'bucket_submitted', ...about, by: draft.review.submitted_by, at: draft.review.submitted_at };
}

/** "Demo Cyber Lead saved this draft at 11:02." Without an event nobody can say who took a draft away. */
export function whatHappened(theirs: Bucket, mine: Bucket, news: BucketNews | undefined, personId: string): string {
  const known = newsOf(theirs, news);
  if (known !== undefined) return newsText(known, personId);
  if (theirs.live.number !== mine.live.number) return `Version ${theirs.live.number} went live.`;
  return 'This draft was reset to the live version.';
}

export const isInReview = (bucket: Bucket): boolean => bucket.draft?.state === 'pending_review';

/** "3 unsaved changes", "1 unsaved change". */
export const unsavedText = (count: number): string => plural(count, 'unsaved change');
