import { AppPage } from '#web/frame/AppPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export function DialDetailsPage() {
  return (
    <AppPage title="Dial" subtitle="Dials" parent={{ to: '/dials', name: 'Dials' }}>
      <EmptyState
        title="This dial does not exist"
        text="No dial has been written yet. Dials appear in the list as soon as one is saved."
      />
    </AppPage>
  );
}
