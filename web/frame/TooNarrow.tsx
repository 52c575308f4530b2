import { Button } from '@mantine/core';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { AppPage } from './AppPage.tsx';

/** In place of a page that does not fit on a phone. */
export function TooNarrow() {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      notifySuccess('Link copied to clipboard');
    } catch {
      notifyError('Failed to copy to clipboard');
    }
  };
  return (
    <AppPage title="Lineslip" parent={{ to: '/', name: 'Home' }}>
      <EmptyState
        title="Open this on a wider screen."
        text="Editing needs more room than a phone has. Reviews work here."
        action={
          <Button variant="default" onClick={() => void copy()}>
            Copy link
          </Button>
        }
      />
    </AppPage>
  );
}
