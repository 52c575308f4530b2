import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#web/api/client.tsx';
import { notificationsQuery } from './query.ts';
import { useNotificationWatch } from './useNotificationWatch.ts';

/** The newest notifications. Looking at them marks them as read; which were new stays to be seen while one looks. */
export function useNotifications() {
  const api = useApi();
  const queryClient = useQueryClient();
  const declared = notificationsQuery(api);
  const query = useQuery(declared);
  const [opened, setOpened] = useState(false);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useNotificationWatch();

  const read = useMutation({
    mutationFn: (up_to: string) => api.readNotifications({ body: { up_to } }),
    onSuccess: ({ unread }) => {
      queryClient.setQueryData(declared.queryKey, (before) => before && { ...before, unread });
      void queryClient.invalidateQueries({ queryKey: declared.queryKey });
    },
  });

  const open = () => {
    setOpened(true);
    setFresh(new Set(query.data?.items.filter((item) => !item.read).map(({ id }) => id)));
    const newest = query.data?.items[0];
    if (newest && (query.data?.unread ?? 0) > 0) read.mutate(newest.at);
  };
  return { query, unread: query.data?.unread ?? 0, opened, fresh, open, close: () => setOpened(false) };
}
