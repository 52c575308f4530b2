import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { AppPage } from '#web/frame/AppPage.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

export function DialsPage() {
  return (
    <AppPage
      title="Dials"
      subtitle="Rules with dimensions and values"
      actions={[
        {
          label: 'Create Dial',
          to: '/dial',
          variant: 'filled',
          icon: <IconPlus size={15} aria-hidden />,
          needs: { scope: 'dials', action: 'create' },
        },
      ]}
    >
      <EmptyState title="No dials yet" text="A dial appears here as soon as its draft is saved." />
    </AppPage>
  );
}
