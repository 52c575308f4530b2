import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';

/** The last net: routing errors, and errors of the shell itself. */
export function RootError() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <ErrorPage
      title="Unexpected Application Error!"
      facts={describe(error)}
      action={{ label: 'Go to Home', onClick: () => window.location.assign('/') }}
    />
  );
}

/** "404 Not Found", then what the router says of it ("No route matches URL …"). */
export function describe(error: unknown): string[] {
  if (isRouteErrorResponse(error)) {
    const said = error.data instanceof Error ? error.data.message : error.data;
    const detail = typeof said === 'string' ? said.replace(/^Error: /, '') : '';
    return [`${error.status} ${error.statusText}`, detail].filter(Boolean);
  }
  return [error instanceof Error && error.message ? error.message : 'An error has occurred'];
}
