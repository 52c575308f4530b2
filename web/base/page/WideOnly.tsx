import { Button } from '@mantine/core';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { copyText } from '#web/kit/copyText.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { PHONE } from '#web/kit/usePhone.ts';
import { AppPage } from './AppPage.tsx';

/** Pages for editing do not fit on a phone. Decided once: a window made narrower keeps its page and what was typed. */
export function WideOnly() {
  const [isPhone] = useState(() => window.matchMedia(PHONE).matches);
  if (!isPhone) return <Outlet />;
  return (
    <AppPage title="Lineslip" parent={{ to: '/', name: 'Home' }}>
      <EmptyState
        title="Open this on a wider screen."
        text="Editing needs more room than a phone has. Reviews work here."
        action={
          <Button variant="default" onClick={() => void copyText(window.location.href, 'Link copied to clipboard')}>
            Copy link
          </Button>
        }
      />
    </AppPage>
  );
}
