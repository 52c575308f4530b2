import { coversBucket } from '#domain/bucket/stop.ts';
import { StopDialog } from '#web/bucket/show/stop/StopDialog.tsx';
import { type PageScope, useStopScope } from './useStopScope.tsx';

type StopManyDialogProps = PageScope & Readonly<{ onClose: () => void }>;

/** Stops the buckets of a class, of a partner, or all; those that are stopped already do not count. */
export function StopManyDialog({ onClose, ...page }: StopManyDialogProps) {
  const { scope, cells, name, field } = useStopScope(page);
  const count = scope === undefined ? 0 : cells.filter((cell) => !cell.stopped && coversBucket(scope, cell)).length;
  return (
    <StopDialog scope={scope} count={count} question={`Stop ${name}?`} onClose={onClose}>
      {field}
    </StopDialog>
  );
}
