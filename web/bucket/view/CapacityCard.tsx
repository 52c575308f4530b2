import type { Limit } from '#domain/capacity/limit.ts';
import { importedUse } from '#domain/capacity/capacity.ts';
import { CapacityList, LimitDays } from '#web/bucket/show/capacity/CapacityList.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { Card } from '#web/kit/Card.tsx';

type LimitsQuery = Readonly<{
  data: Readonly<{ items: readonly Limit[] }> | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}>;

/** The limits that the bucket uses, as imported. Left out if there are none. */
export function CapacityCard({ query }: Readonly<{ query: LimitsQuery }>) {
  const limits = query.data?.items ?? [];
  if (query.error !== null && query.data === undefined)
    return (
      <Card title="Capacity">
        <FetchError title="Failed to load the limits" query={query} />
      </Card>
    );
  if (limits.length === 0) return null;
  return (
    <Card title="Capacity" note={<LimitDays limits={limits} />}>
      <CapacityList uses={limits.map(importedUse)} />
    </Card>
  );
}
