import { Button, Loader } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconRetry from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import classes from './ErrorState.module.css';

type ErrorStateProps = Readonly<{
  title: string;
  detail?: string;
  onRetry?: () => void;
  /** Replaces the default action. */
  retryLabel?: string;
  retrying?: boolean;
  /** When it failed. Failing again is announced again. */
  failedAt?: number | undefined;
}>;

/** An error in place, with an action. */
export function ErrorState({ title, detail, onRetry, retryLabel, retrying = false, failedAt }: ErrorStateProps) {
  return (
    <div role="alert" className={`ls-row ls-card ${classes.error}`}>
      <span className={`ls-center ls-fixed ls-red ${classes.icon}`}>
        <IconWarning size={16} aria-hidden />
      </span>
      <div key={failedAt} className="ls-grow">
        <p className="ls-bold">{title}</p>
        {detail !== undefined && <p className="ls-break ls-small ls-loose ls-ink-3">{detail}</p>}
      </div>
      {onRetry !== undefined && (
        <Button
          variant="default"
          // A disabled button would lose the focus.
          aria-disabled={retrying}
          leftSection={
            retrying ? <Loader size={15} /> : retryLabel === undefined && <IconRetry size={15} aria-hidden />
          }
          onClick={retrying ? undefined : onRetry}
        >
          {retryLabel ?? 'Retry'}
        </Button>
      )}
    </div>
  );
}
