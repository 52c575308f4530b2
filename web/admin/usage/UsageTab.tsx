import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usageQuery } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { Usage } from './Usage.tsx';

const TIMES = [7, 30, 90].map((days) => ({ value: String(days), label: `${days} days` }));

export function UsageTab() {
  const [days, setDays] = useState('30');
  const usage = useQuery({ ...usageQuery(useApi(), Number(days)), placeholderData: keepPreviousData });
  const empty =
    usage.data?.days.every(({ people, views }) => people + views === 0) === true &&
    usage.data.pages.length + usage.data.searches.length === 0;
  return (
    <>
      <div className="ls-row ls-gap-10 ls-fixed ls-wrap ls-below-14">
        <SegmentedControl aria-label="Time" data={TIMES} value={days} onChange={setDays} />
      </div>
      {usage.isPending && <Skeleton lines={9} />}
      {usage.data === undefined && <FetchError title="Failed to load usage" query={usage} />}
      {empty && (
        <EmptyState
          title="No usage recorded"
          text="Page views and searches are counted here while the flag usage-analytics is on and this server collects them."
        />
      )}
      {usage.data !== undefined && !empty && <Usage usage={usage.data} />}
    </>
  );
}
