import { Button } from '@mantine/core';
import { copyText } from '#web/kit/copyText.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { AppPage } from './AppPage.tsx';

/** In place of a page that does not fit on a phone. */
export function TooNarrow() {
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
