import { Button } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconRetry from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import classes from './ErrorState.module.css';

export type ErrorStateProps = Readonly<{
  title: string;
  detail?: string;
  /** What to quote when asking for help. */
  reference?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
}>;

/** What went wrong, in the place where it went wrong, with a way on. */
export function ErrorState({ title, detail, reference, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div role="alert" className={classes.error}>
      <span className={classes.icon}>
        <IconWarning size={16} aria-hidden />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {(detail !== undefined || reference !== undefined) && (
          <p className={classes.more}>
            {detail} {reference !== undefined && `Reference ${reference}.`}
          </p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button
          variant="default"
          leftSection={<IconRetry size={15} aria-hidden />}
          loading={retrying}
          onClick={onRetry}
        >
          Retry
        </Button>
      )}
    </div>
  );
}
