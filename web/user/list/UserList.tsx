import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { User } from '#contract/user.ts';
import { Problem } from '#contract/problem.ts';
import { useShownError } from '#web/frame/useShownError.ts';
import { Card } from '#web/kit/Card.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { NoUsers } from './NoUsers.tsx';
import { MarksLegend } from './ScopeMarks.tsx';
import type { UsersState } from './usersState.ts';
import { UsersTable } from './UsersTable.tsx';

type Answer = Readonly<{ items: readonly User[]; counts: Readonly<Record<UsersState['tab'], number>> }>;

type UserListProps = Readonly<{
  id: string;
  query: UseInfiniteQueryResult<Readonly<{ pages: readonly Answer[] }>>;
  state: UsersState;
  onChange: (part: Partial<UsersState>) => void;
}>;

export function UserList({ id, query, state, onChange }: UserListProps) {
  const error = useShownError(query);
  const pages = query.data?.pages;
  const people = pages?.flatMap(({ items }) => items) ?? [];
  // A page that failed leaves those before it where they are.
  const isShown = pages !== undefined && (error === undefined || query.isFetchNextPageError);
  return (
    <div id={id} role="tabpanel" aria-label="People of the chosen tab" className="ls-grid ls-gap-14">
      {pages === undefined && error === undefined && (
        <Card>
          <Skeleton lines={9} />
        </Card>
      )}
      {isShown && people.length === 0 && <NoUsers state={state} counts={pages[0]?.counts} onChange={onChange} />}
      {isShown && people.length > 0 && (
        <>
          <UsersTable users={people} />
          <MarksLegend />
        </>
      )}
      {error !== undefined && (
        <ErrorState
          title="An error has occurred"
          detail={error.message}
          reference={error instanceof Problem ? error.document.reference : undefined}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          retrying={query.isFetching}
        />
      )}
      {isShown && error === undefined && query.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
            data-track="Show more"
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
