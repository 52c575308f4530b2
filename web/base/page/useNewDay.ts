import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useToday } from '#web/kit/useNow.ts';

/** On a new day statuses change without an event. */
export function useNewDay(): void {
  const queries = useQueryClient();
  const today = useToday();
  const seen = useRef(today);
  useEffect(() => {
    if (seen.current === today) return;
    seen.current = today;
    void queries.invalidateQueries();
  }, [queries, today]);
}
