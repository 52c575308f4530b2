import { Outlet } from 'react-router';
import { AppPage } from '#web/frame/AppPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export function DialEditPage() {
  return (
    <AppPage title="Create Dial" subtitle="Dials" parent={{ to: '/dials', name: 'Dials' }}>
      <Outlet />
    </AppPage>
  );
}

export function InformationStep() {
  return <EmptyState title="Information" text="The name, window and reason of a dial will be written here." />;
}

export function DimensionsStep() {
  return <EmptyState title="Dimensions" text="When a dial applies will be written here." />;
}

export function ValuesStep() {
  return <EmptyState title="Values" text="What a dial sets will be written here." />;
}
