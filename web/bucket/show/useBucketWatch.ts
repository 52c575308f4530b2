import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { useApi } from '#web/api/client.tsx';
import { ownChangesOf } from '#web/api/ownChanges.ts';
import { isOfExamples, refreshAfter } from '#web/bucket/query.ts';
import { useSession } from '#web/session/session.tsx';
import { eventStreamOf } from '#web/live/eventStream.ts';
import type { BucketAddress } from '#web/bucket/address.ts';

/** What a vote or a comment brings about. */
const BY_REVIEW: ReadonlySet<BucketEvent['kind']> = new Set([
  'bucket_voted',
  'bucket_commented',
  'bucket_comment_resolved',
  'bucket_comment_reopened',
  'bucket_sent_back',
  'bucket_activated',
]);

/** What happened to one bucket. */
export type BucketNews = Extract<BucketEvent, { cob: string }>;

/**
 * Keeps what is on the screen up to date while it is mounted. Gives the last that happened to this bucket by someone
 * else, or by the same person in another tab. Without an address only the lists are watched.
 */
export function useBucketWatch(address?: BucketAddress): BucketNews | undefined {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person } = useSession();
  const [news, setNews] = useState<BucketNews>();
  const onRemoteEvent = useEffectEvent((event: BucketNews) => {
    if (address !== undefined && isAbout(event, address)) setNews(event);
  });

  useEffect(() => {
    let gone = false;
    const own = ownChangesOf(api);
    const leave = eventStreamOf(api).subscribe(async (event) => {
      refreshAfter(queryClient, event);
      if (!('cob' in event) || isOfExamples(event)) return;
      if (event.by.id === person.id) {
        // One's own vote or word is on the screen already, wherever it was given.
        if (BY_REVIEW.has(event.kind)) return;
        await own.settled();
        if (own.made({ partner: event.partner, cob: event.cob }, event.revision)) return;
      }
      if (!gone) onRemoteEvent(event);
    });
    return () => {
      gone = true;
      leave();
    };
  }, [api, queryClient, person.id]);

  return news !== undefined && address !== undefined && isAbout(news, address) ? news : undefined;
}

const isAbout = (news: BucketNews, { partner, cob }: BucketAddress): boolean =>
  news.partner === partner && news.cob === cob;
