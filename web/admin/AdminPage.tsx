import { AppPage } from '#web/frame/AppPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export function AdminPage() {
  return (
    <AppPage title="Admin" subtitle="Classes, appetites and reference lists">
      <EmptyState
        title="No class of business yet"
        text="Classes of business and the appetite of each partner will be kept here."
      />
    </AppPage>
  );
}
