import { AppPage } from '#web/frame/AppPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export function PartnersPage() {
  return (
    <AppPage title="Buckets" subtitle="One class of business for one partner">
      <EmptyState
        title="No partner yet"
        text="Partners and their buckets appear here once an administrator has added them."
      />
    </AppPage>
  );
}
