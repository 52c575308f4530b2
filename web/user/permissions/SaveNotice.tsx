import { Button } from '@mantine/core';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconRead from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useMutation } from '@tanstack/react-query';
import { Problem } from '#contract/problem.ts';
import { isStale, type PermissionEdit } from './usePermissionEdit.ts';
import classes from './SaveNotice.module.css';

/** Why the boxes cannot be saved, or were not, above the boxes; they stay as they are set. */
export function SaveNotice({ edit }: Readonly<{ edit: PermissionEdit }>) {
  const { failure, refusal } = edit;
  if (isStale(failure)) return <InBetween edit={edit} />;
  if (refusal !== undefined) return <Line title={refusal} />;
  if (failure === null) return null;
  const reference = failure instanceof Problem ? failure.document.reference : undefined;
  const more = reference === undefined ? failure.message : `${failure.message} Reference ${reference}.`;
  return <Line title="Failed to update permissions" text={more} />;
}

/** Someone saved in between: who and when is what the server says. */
function InBetween({ edit: { failure, count, readAgain } }: Readonly<{ edit: PermissionEdit }>) {
  const reading = useMutation({ mutationFn: readAgain });
  const yours = count === 1 ? 'Your change is still here.' : `Your ${count} changes are still here.`;
  return (
    <div role="alert" className={classes.line} data-color="amber">
      <IconWarning size={16} aria-hidden />
      <div className={classes.text}>
        <p className={classes.title}>{failure?.message}</p>
        <p>
          {yours} {reading.isError ? reading.error.message : 'Read again to see both sides, then save.'}
        </p>
      </div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRead size={14} aria-hidden />}
        loading={reading.isPending}
        onClick={() => reading.mutate()}
      >
        Read again
      </Button>
    </div>
  );
}

function Line({ title, text }: Readonly<{ title: string; text?: string }>) {
  return (
    <div role="alert" className={classes.line}>
      <IconWarning size={16} aria-hidden />
      <div className={classes.text}>
        <p className={classes.title}>{title}</p>
        {text !== undefined && <p>{text}</p>}
      </div>
    </div>
  );
}
