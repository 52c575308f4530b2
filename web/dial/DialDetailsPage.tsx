import { Button } from '@mantine/core';
import { useParams, useSearchParams } from 'react-router';
import { Problem } from '#contract/problem.ts';
import { AppPage } from '#web/frame/AppPage.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { readVersion } from './details/detailsAddress.ts';
import { DetailsSkeleton, DialDetails } from './details/DialDetails.tsx';
import { useShownDial } from './query.ts';

export function DialDetailsPage() {
  const { dialId = '' } = useParams();
  const [search] = useSearchParams();
  const version = readVersion(search);
  const { data, error, isFetching, refetch } = useShownDial(dialId, version);

  if (data) return <DialDetails dial={data} />;
  return (
    <AppPage title="Dial" subtitle={[{ label: 'Dials', to: '/dials' }]} parent={{ to: '/dials', name: 'Dials' }}>
      {error === null && <DetailsSkeleton />}
      {error !== null && isMissing(error) && <Missing dialId={dialId} version={version} />}
      {error !== null && !isMissing(error) && (
        <ErrorState
          title="An error has occurred"
          detail={error.message}
          reference={error instanceof Problem ? error.document.reference : undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </AppPage>
  );
}

/** An address that is no dial's (a typo, half a link) is refused as invalid; to a person both are the same. */
const isMissing = (error: Error) =>
  error instanceof Problem && (error.kind === 'not-found' || error.kind === 'invalid-input');

function Missing({ dialId, version }: Readonly<{ dialId: string; version: number | undefined }>) {
  if (version !== undefined)
    return (
      <EmptyState
        title={`There is no version ${version}`}
        text="This dial has no version of that number, or the dial itself does not exist."
        action={<To address={`/dials/${dialId}`} label="View Dial" />}
      />
    );
  return (
    <EmptyState
      title="This dial does not exist"
      text="It may have been deleted, or the address is not complete."
      action={<To address="/dials" label="View all dials" />}
    />
  );
}

function To({ address, label }: Readonly<{ address: string; label: string }>) {
  return (
    <Button component={PageLink} to={address} variant="default">
      {label}
    </Button>
  );
}
