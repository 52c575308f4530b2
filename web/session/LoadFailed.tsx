import { CenteredPage } from '#web/kit/CenteredPage.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';

/** The first token could not be fetched, though the session may well be alive: say so, and offer to try again. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const detail = error instanceof Error && error.message ? error.message : 'Get access token failed';
  return (
    <CenteredPage>
      <ErrorState
        title="Lineslip cannot reach the sign-in service"
        detail={`You are still signed in. Check the connection and try again. (${detail})`}
        onRetry={onRetry}
      />
    </CenteredPage>
  );
}
