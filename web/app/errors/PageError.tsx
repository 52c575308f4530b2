import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { Page } from '#web/kit/Page.tsx';
import { PageHeader } from '#web/kit/PageHeader.tsx';

/** A page failed; the navigation beside it still works. Routing errors go up to the root. */
export function PageError() {
  const error = useRouteError();
  const routing = isRouteErrorResponse(error);
  useEffect(() => {
    if (!routing) console.error(error);
  }, [error, routing]);
  if (routing) throw error;
  return (
    <Page header={<PageHeader title="An error has occurred" />}>
      <ErrorState
        title="This page could not be shown"
        detail="The rest of the product still works. Reload the page to try again."
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}
