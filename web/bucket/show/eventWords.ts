import type { BucketNews } from './useBucketWatch.ts';

const DID = {
  draft_saved: 'saved this draft',
  review_requested: 'asked for a review of this draft',
  review_cancelled: 'took this draft out of review',
  draft_reset: 'reset this draft to the live version',
  voted: 'voted on this draft',
  commented: 'commented on this draft',
  sent_back: 'rejected this draft and sent it back',
  activated: 'made this draft live',
  appetite_set: 'set the appetite of this bucket',
} as const satisfies Record<BucketNews['kind'], string>;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** "Demo Cyber Lead saved this draft at 11:02." */
export function newsText({ kind, by, at }: BucketNews, personId: string): string {
  const when = clock.format(new Date(at));
  if (by.id === personId) return `You ${DID[kind]} in another tab at ${when}.`;
  return `${by.name} ${DID[kind]} at ${when}.`;
}
