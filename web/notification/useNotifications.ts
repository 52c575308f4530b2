import { useQueryClient } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { useApi } from '#web/base/api/client.tsx';
import { EXAMPLE_EVENTS, LIVE_DIAL_EVENTS, LIVE_PORTFOLIO_EVENTS } from '#domain/event/live.ts';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { refreshAfter } from '#web/bucket/query.ts';
import { eventStreamOf } from '#web/base/live/eventStream.ts';
import { useMay } from '#web/base/session/session.tsx';
import { apiKey, refresh } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';

/** The newest notifications. Opening them marks them as read; new ones stay marked while open. */
export function useNotifications() {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = useApiQuery('listNotifications', SHOWN, { refetchInterval: ASK_AGAIN_MS });
  const [opened, setOpened] = useState(false);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useNotificationWatch();

  const markRead = async (up_to: string) => {
    const { unread } = await api.readNotifications({ body: { up_to } });
    queryClient.setQueryData(apiKey('listNotifications', SHOWN), (before) => before && { ...before, unread });
    await refresh(queryClient, 'notifications');
  };

  const open = () => {
    setOpened(true);
    setFresh(new Set(query.data?.items.filter((item) => !item.read).map(({ id }) => id)));
    const newest = query.data?.items[0];
    // A failed mark stays unread, and is retried the next time.
    if (newest && (query.data?.unread ?? 0) > 0) markRead(newest.at).catch(() => undefined);
  };
  return { query, unread: query.data?.unread ?? 0, opened, fresh, open, close: () => setOpened(false) };
}

/** Events without notifications that start or end no review. */
const QUIET: ReadonlySet<BucketEvent['kind']> = new Set([
  'bucket_added',
  'bucket_appetite_changed',
  'bucket_draft_saved',
  'bucket_draft_reset',
  ...EXAMPLE_EVENTS,
  ...LIVE_DIAL_EVENTS,
  ...LIVE_PORTFOLIO_EVENTS,
]);

/** On every page: refetches what an event makes stale. */
function useNotificationWatch(): void {
  const api = useApi();
  const queryClient = useQueryClient();
  const allowed = useMay()({ scope: 'bucket', action: 'view' });
  useEffect(() => {
    if (!allowed) return;
    return eventStreamOf(api).subscribe((event) => {
      refreshAfter(queryClient, event);
      if (!QUIET.has(event.kind)) void refresh(queryClient, 'notifications');
    });
  }, [api, queryClient, allowed]);
}

/** The newest. */
const SHOWN = { query: { limit: 30 } };
/** For people without access to the event stream. */
const ASK_AGAIN_MS = 2 * 60_000;
