import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { useApi } from '#web/base/api/client.tsx';
import { ownChangesOf } from '#web/base/api/ownChanges.ts';
import { isOfExamples, refreshAfter } from './query.ts';
import { useSession } from '#web/base/session/session.tsx';
import { eventStreamOf } from '#web/base/live/eventStream.ts';
import type { BucketAddress } from './address.ts';

/** Of the person's own actions: votes, comments and stops are already on the screen. */
const SHOWN_AT_ONCE: ReadonlySet<BucketEvent['kind']> = new Set([
  'bucket_voted',
  'bucket_commented',
  'bucket_comment_resolved',
  'bucket_comment_reopened',
  'bucket_sent_back',
  'bucket_activated',
  'bucket_scheduled',
  'bucket_stopped',
  'bucket_restarted',
]);

/** A change to one bucket by someone else or from another tab. */
export type RemoteChange = Extract<BucketEvent, { cob: string }>;

/**
 * Refetches what the screen shows when an event arrives. Returns the last change to this bucket by someone else, or by
 * the same person in another tab. Without an address only the lists are watched.
 */
export function useBucketWatch(address?: BucketAddress): RemoteChange | undefined {
  const api = useApi();
  const queryClient = useQueryClient();
  const { person } = useSession();
  const [remoteChange, setRemoteChange] = useState<RemoteChange>();
  const onRemoteEvent = useEffectEvent((event: RemoteChange) => {
    if (address !== undefined && isAbout(event, address)) setRemoteChange(event);
  });

  useEffect(() => {
    let gone = false;
    const own = ownChangesOf(api);
    const leave = eventStreamOf(api).subscribe(async (event) => {
      refreshAfter(queryClient, event);
      if (!('cob' in event) || isOfExamples(event)) return;
      if (event.by.id === person.id) {
        if (SHOWN_AT_ONCE.has(event.kind)) return;
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

  return remoteChange !== undefined && address !== undefined && isAbout(remoteChange, address)
    ? remoteChange
    : undefined;
}

const isAbout = (remoteChange: RemoteChange, { partner, cob }: BucketAddress): boolean =>
  remoteChange.partner === partner && remoteChange.cob === cob;
