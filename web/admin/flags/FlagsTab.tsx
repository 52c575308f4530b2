import { useQuery } from '@tanstack/react-query';
import { flagsQuery } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { Flags } from './Flags.tsx';

export function FlagsTab() {
  const flags = useQuery(flagsQuery(useApi()));
  if (flags.isPending) return <Skeleton lines={8} />;
  if (flags.data === undefined) return <FetchError title="Failed to load flags" query={flags} />;
  if (flags.data.flags.length === 0) return <EmptyState title="No flag yet" text="The product reads no flag." />;
  return <Flags flags={flags.data.flags} refetch={() => void flags.refetch()} />;
}
