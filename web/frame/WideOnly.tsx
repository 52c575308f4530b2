import { useState } from 'react';
import { Outlet } from 'react-router';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { AppPage } from './AppPage.tsx';
import { Button } from '@mantine/core';

const PHONE = '(max-width: 599.98px)';

/** Pages for editing do not fit on a phone. Decided once: a window made narrower keeps its page and what was typed. */
export function WideOnly() {
  const [isPhone] = useState(() => window.matchMedia(PHONE).matches);
  return isPhone ? <TooNarrow /> : <Outlet />;
}

function TooNarrow() {
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
