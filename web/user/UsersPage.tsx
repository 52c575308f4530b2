import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import { AppPage } from '#web/frame/AppPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { usersQuery } from './users.query.ts';
import { UsersTable } from './UsersTable.tsx';

export function UsersPage() {
  const users = useInfiniteQuery(usersQuery(useApi()));
  const people = users.data?.pages.flatMap(({ items }) => items);
  return (
    <AppPage title="Users" subtitle="Everyone the directory knows">
      {users.isPending && <Skeleton lines={7} />}
      {users.isError && (
        <ErrorState
          title="An error has occurred"
          detail={users.error.message}
          onRetry={() => void users.refetch()}
          retrying={users.isRefetching}
        />
      )}
      {people?.length === 0 && (
        <EmptyState title="Nobody is known yet" text="People appear here when they first sign in." />
      )}
      {people !== undefined && people.length > 0 && <UsersTable users={people} />}
      {users.hasNextPage && (
        <Button variant="default" mt={16} loading={users.isFetchingNextPage} onClick={() => void users.fetchNextPage()}>
          Show more
        </Button>
      )}
    </AppPage>
  );
}
