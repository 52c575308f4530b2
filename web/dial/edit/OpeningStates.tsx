import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Dial } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { useLink } from '#web/kit/link.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import classes from './DialEditor.module.css';

export const DIALS = { to: '/dials', name: 'Dials' } as const;

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AppPage title={title} subtitle={[{ label: 'Dials', to: '/dials' }]} parent={DIALS}>
      {children}
    </AppPage>
  );
}

/** In the shape of what is coming: steps, content, panel. */
export function Opening() {
  return (
    <Frame title="Dial">
      <div className={classes.columns}>
        <Skeleton lines={3} />
        <Card>
          <Skeleton lines={8} />
        </Card>
        <div className={classes.panel}>
          <Card>
            <Skeleton lines={4} />
          </Card>
        </div>
      </div>
    </Frame>
  );
}

type OpenFailedProps = Readonly<{ error: Error; onRetry: () => void; retrying: boolean }>;

export function OpenFailed({ error, onRetry, retrying }: OpenFailedProps) {
  // An address that is no dial's at all is refused as invalid before anything is looked up.
  const missing = error instanceof Problem && (error.kind === 'not-found' || error.kind === 'invalid-input');
  if (missing)
    return (
      <Frame title="Dial">
        <EmptyState
          title="This dial does not exist"
          text="It may have been deleted, or the address may be incomplete."
          action={<LinkButton to="/dials" label="All dials" />}
        />
      </Frame>
    );
  return (
    <Frame title="Dial">
      <ErrorState
        title="An error has occurred"
        detail={error.message}
        reference={error instanceof Problem ? error.document.reference : undefined}
        onRetry={onRetry}
        retrying={retrying}
      />
    </Frame>
  );
}

export function NotEditable({ dial }: { dial: Dial }) {
  return (
    <Frame title={dial.data.name}>
      <EmptyState
        title="You can read this dial, but not change it"
        text={
          dial.state === 'draft'
            ? `This draft belongs to ${dial.created_by.name}. Changing the drafts of others needs edit on dials.`
            : 'Starting a new version of a published dial needs edit on dials.'
        }
        action={<LinkButton to={`/dials/${dial.id}`} label="View Dial" />}
      />
    </Frame>
  );
}

function LinkButton({ to, label }: { to: string; label: string }) {
  const Link = useLink();
  return (
    <Button variant="default" component={Link} to={to} end>
      {label}
    </Button>
  );
}
