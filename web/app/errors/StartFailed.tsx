import { ThemeProvider } from '#web/app/ThemeProvider.tsx';
import { ErrorPage } from './ErrorPage.tsx';

/** The server gave no settings, so there is nothing to sign in to yet. */
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
