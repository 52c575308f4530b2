import { Button } from '@mantine/core';
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
}>;

/** An error in place, with an action. */
export function ErrorState({ title, detail, onRetry, retryLabel, retrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className={`ls-row ls-card ${classes.error}`}>
      <span className={`ls-center ls-fixed ls-red ${classes.icon}`}>
        <IconWarning size={16} aria-hidden />
      </span>
      <div className="ls-grow">
        <p className="ls-bold">{title}</p>
        {detail !== undefined && <p className="ls-break ls-small ls-loose ls-ink-3">{detail}</p>}
      </div>
      {onRetry !== undefined && (
        <Button
          variant="default"
          leftSection={retryLabel === undefined && <IconRetry size={15} aria-hidden />}
          loading={retrying}
          onClick={onRetry}
        >
          {retryLabel ?? 'Retry'}
        </Button>
      )}
    </div>
  );
}
