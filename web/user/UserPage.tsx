import { useParams } from 'react-router';
import { useApiQuery } from '#web/base/api/query.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { LinkButton } from '#web/base/page/PageLink.tsx';
import { UserDetails, UserSkeleton } from '#web/user/profile/UserDetails.tsx';

export function UserPage() {
  const { userId = '' } = useParams();
  const query = useApiQuery('getUser', { params: { userId } });
  // Boxes set for one person must never be saved for another.
  if (query.data) return <UserDetails key={query.data.id} user={query.data} />;
  return (
    <Loaded
      query={query}
      page={{ title: 'User', subtitle: [{ label: 'Users', to: '/users' }], parent: { to: '/users', name: 'Users' } }}
      skeleton={<UserSkeleton />}
      missing={{
        title: 'Person not found',
        text: 'The address may be incomplete, or belong to another directory.',
        action: <LinkButton to="/users" label="View all users" />,
      }}
    />
  );
}
