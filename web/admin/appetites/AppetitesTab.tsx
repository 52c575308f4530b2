import { useQuery } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import { appetitesQuery } from '#web/admin/query.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { Appetites } from './Appetites.tsx';

export function AppetitesTab() {
  const matrix = useQuery(appetitesQuery(useApi()));
  if (matrix.isPending) return <Skeleton lines={14} />;
  if (matrix.data === undefined) return <FetchError title="Failed to load appetites" query={matrix} />;
  return <Appetites matrix={matrix.data} />;
}
