import { useQuery } from '@tanstack/react-query';
import { UNUSED_DAYS } from '#domain/practice/practice.ts';
import { useApi } from '#web/api/client.tsx';
import { dialKeys } from '#web/dial/query.ts';
import { addDays, formatDay } from '#web/kit/format.ts';
import { useToday } from '#web/kit/useNow.ts';

/** Since when engines report, and from when on the list can say something. */
export function UnusedNote() {
  const api = useApi();
  const today = useToday();
  const { data } = useQuery({
    queryKey: [...dialKeys.all, 'reporting'],
    queryFn: ({ signal }) => api.getReporting({}, { signal }),
  });
  if (data === undefined || data.since === null) return null;
  const since = data.since.slice(0, 10);
  const ready = addDays(since, UNUSED_DAYS - 1);
  return (
    <span role="status" className="ls-small ls-ink-3">
      {ready > today
        ? `Engines report since ${formatDay(since)}, so this list is empty until ${formatDay(ready)}.`
        : `Live all that time in buckets that engines decided with. Engines report since ${formatDay(since)}.`}
    </span>
  );
}
