import { AppPage } from '#web/frame/AppPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export function UserPage() {
  return (
    <AppPage title="User" subtitle="Users" parent={{ to: '/users', name: 'Users' }}>
      <EmptyState title="Nothing to show yet" text="A person’s permissions and recent activity will stand here." />
    </AppPage>
  );
}
