import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { useApi } from '#web/api/client.tsx';
import { refreshAfter } from '#web/bucket/query.ts';
import { eventStreamOf } from '#web/live/eventStream.ts';
import { useMay } from '#web/session/session.tsx';
import { notificationKeys } from './query.ts';

/** Of these nobody is notified, and no review begins or ends by them. */
const QUIET: ReadonlySet<BucketEvent['kind']> = new Set([
  'bucket_added',
  'bucket_appetite_changed',
  'bucket_draft_saved',
  'bucket_draft_reset',
  'dial_published',
]);

/** On every page: what an event makes stale is read again. */
export function useNotificationWatch(): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const allowed = useMay()({ scope: 'bucket', action: 'view' });
  useEffect(() => {
    if (!allowed) return;
    return eventStreamOf(api).subscribe((event) => {
      refreshAfter(queryClient, event);
      if (!QUIET.has(event.kind)) void queryClient.invalidateQueries({ queryKey: notificationKeys.all });
    });
  }, [api, queryClient, allowed]);
}
