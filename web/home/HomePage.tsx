import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import { hasNoPermissions } from '#domain/user/permission.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { useMay, useSession } from '#web/session/session.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { formatLongDay } from '#web/ui/format.ts';
import { NoPermissions } from './NoPermissions.tsx';

export function HomePage() {
  const { permissions } = useSession();
  const may = useMay();
  const [today] = useState(() => new Date());
  const nothing = permissions === undefined || hasNoPermissions(permissions);
  return (
    <AppPage
      title="Home"
      subtitle={formatLongDay(today)}
      actions={[
        { label: 'View buckets', to: '/syndicate', variant: 'subtle', needs: { scope: 'bucket', action: 'view' } },
        { label: 'View all dials', to: '/dials', variant: 'subtle', needs: { scope: 'dials', action: 'view' } },
        {
          label: 'Create Dial',
          to: '/dial',
          variant: 'default',
          icon: <IconPlus size={15} aria-hidden />,
          needs: { scope: 'dials', action: 'create' },
        },
      ]}
    >
      {nothing && <NoPermissions />}
      {may({ scope: 'review', action: 'view' }) && (
        <Card title="Review pending buckets" padded={false}>
          <EmptyState
            bare
            headingLevel={3}
            title="No bucket waits for review"
            text="A draft that someone submits for review appears here."
          />
        </Card>
      )}
    </AppPage>
  );
}
