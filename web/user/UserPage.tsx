import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Problem } from '#contract/problem.ts';
import { useApi } from '#web/api/client.tsx';
import { FetchError } from '#web/frame/FetchError.tsx';
import { AppPage } from '#web/frame/AppPage.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { UserDetails } from './profile/UserDetails.tsx';
import { UserSkeleton } from './profile/UserDetails.tsx';
import { userQuery } from './query.ts';

export function UserPage() {
  const { userId = '' } = useParams();
  const query = useQuery(userQuery(useApi(), userId));
  // Boxes set for one person must never be saved for another.
  if (query.data) return <UserDetails key={query.data.id} user={query.data} />;
  return (
    <AppPage title="User" subtitle={[{ label: 'Users', to: '/users' }]} parent={{ to: '/users', name: 'Users' }}>
      {query.error === null && <UserSkeleton />}
      {query.error !== null && isMissing(query.error) && (
        <EmptyState
          title="This person is not known"
          text="The address may not be complete, or it is of another directory."
          action={
            <Button component={PageLink} to="/users" variant="default">
              View all users
            </Button>
          }
        />
      )}
      {query.error !== null && !isMissing(query.error) && <FetchError title="An error has occurred" query={query} />}
    </AppPage>
  );
}

/** An address that is nobody's (a typo, half a link) is refused as invalid; to a person both are the same. */
const isMissing = (error: Error): boolean =>
  error instanceof Problem && (error.kind === 'not-found' || error.kind === 'invalid-input');
