import { Button } from '@mantine/core';
import { CenteredPage } from '#web/kit/CenteredPage.tsx';
import { useEffect, Component, type ReactNode } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { Page } from '#web/kit/Page.tsx';
import { PageHeader } from '#web/kit/PageHeader.tsx';
import { useAuth0 } from '@auth0/auth0-react';
import { describeError } from '#web/base/api/describeError.ts';
import { untilReachable } from '#web/base/api/connection.ts';
import { keepReturnAddress } from '#web/base/session/returnAddress.ts';
import { ThemeProvider } from '#web/app/ThemeProvider.tsx';
import classes from '#web/kit/CenteredPage.module.css';

type ErrorPageProps = Readonly<{
  title: string;
  facts: readonly string[];
  action: Readonly<{ label: string; onClick: () => void }>;
}>;

/** What happened, in words, and one action. No stack traces. */
export function ErrorPage({ title, facts, action }: ErrorPageProps) {
  return (
    <CenteredPage>
      <div role="alert" className={classes.text}>
        <h1 className={`ls-heading ${classes.title}`}>{title}</h1>
        {facts.map((fact) => (
          <p key={fact} className={`ls-break ls-ink-2 ${classes.facts}`}>
            {fact}
          </p>
        ))}
        <div className={classes.actions}>
          <Button onClick={action.onClick}>{action.label}</Button>
        </div>
      </div>
    </CenteredPage>
  );
}

/** The last error boundary: routing errors, and errors of the shell itself. */
export function RootError() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <ErrorPage
      title="Unexpected Application Error!"
      facts={describe(error)}
      action={{ label: 'Go to Home', onClick: () => void untilReachable().then(() => window.location.assign('/')) }}
    />
  );
}

/** "404 Not Found", then the router's message ("No route matches URL …"). */
function describe(error: unknown): string[] {
  if (isRouteErrorResponse(error)) {
    const message = error.data instanceof Error ? error.data.message : error.data;
    const detail = typeof message === 'string' ? message.replace(/^Error: /, '') : '';
    return [`${error.status} ${error.statusText}`, detail].filter(Boolean);
  }
  return [describeError(error)];
}

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
        onRetry={() => void untilReachable().then(() => window.location.reload())}
      />
    </Page>
  );
}

/** Catches errors of the gate: a sign-in that did not finish, and why. */
export class SignInErrors extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? <SignInError error={this.state.error} /> : this.props.children;
  }
}

function SignInError({ error }: { error: Error }) {
  const { loginWithRedirect } = useAuth0();
  return (
    <ErrorPage
      title="The sign-in did not finish"
      facts={[describeError(error)]}
      action={{
        label: 'Sign in again',
        onClick: () => void loginWithRedirect({ appState: { returnTo: keepReturnAddress() } }),
      }}
    />
  );
}

/** The settings failed to load, so there is nothing to sign in to yet. */
export function StartFailed() {
  return (
    <ThemeProvider>
      <ErrorPage
        title="Lineslip cannot be reached"
        facts={['The server did not answer. Check the connection, or try again in a moment.']}
        action={{ label: 'Try again', onClick: () => window.location.reload() }}
      />
    </ThemeProvider>
  );
}
