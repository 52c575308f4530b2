import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '#web/base/api/client.tsx';
import { dials as countDials } from '#web/dial/list/listText.ts';
import { refreshDials } from '#web/dial/query.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { notifySuccess } from '#web/kit/Toaster.tsx';
import { changeDials, type DialsChange } from './changeDials.ts';

export type Job = Readonly<{ change: DialsChange; dials: readonly Readonly<{ id: string; name?: string }>[] }>;

type ManyDialogProps = Readonly<{
  job: Job;
  onClose: () => void;
  /** All of them were tried. */
  onDone?: () => void;
}>;

const WORDS = {
  publish: {
    verb: 'Publish',
    doing: 'Publishing',
    done: 'published',
    keep: 'Keep as drafts',
    text: 'A published version can no longer change. Those that are not complete, or that you may not publish, are named and stay as they are.',
  },
  delete: {
    verb: 'Delete',
    doing: 'Deleting',
    done: 'deleted',
    keep: 'Keep dials',
    text: 'They leave the list and can no longer be put into a bucket. Their history is kept. Dials that are in a bucket are listed and stay.',
  },
} as const;

/** Asks, runs it in batches that can be stopped in between, and names each refused dial with the reason. */
export function ManyDialog({ job, onClose, onDone }: ManyDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [through, setThrough] = useState<number>();
  const [result, setResult] = useState<Awaited<ReturnType<typeof changeDials>>>();
  const stopped = useRef(false);
  const [isStopping, setStopping] = useState(false);
  const { change, dials } = job;
  const { verb, doing, done, keep, text } = WORDS[change];
  const isBusy = through !== undefined;

  const run = async () => {
    setThrough(0);
    const outcome = await changeDials(api, change, dials, { onStep: setThrough, isStopped: () => stopped.current });
    await refreshDials(queries);
    setThrough(undefined);
    const count = outcome.tried - outcome.refused.length;
    if (count > 0) notifySuccess(`${countDials(count)} ${done}`);
    onDone?.();
    if (outcome.refused.length === 0 && outcome.tried === dials.length) onClose();
    else setResult(outcome);
  };
  const stop = () => {
    stopped.current = true;
    setStopping(true);
  };
  return (
    <DialogFrame
      onClose={isBusy ? () => undefined : onClose}
      title={
        result === undefined
          ? `${verb} ${countDials(dials.length)}?`
          : `${countDials(dials.length - result.tried + result.refused.length)} not ${done}`
      }
      size={520}
      hasButtons
    >
      {result === undefined ? (
        <p className="ls-ink-2">{text}</p>
      ) : (
        <>
          <p className="ls-ink-2 ls-below-12" role="status">
            {result.tried - result.refused.length} of {countDials(dials.length)} {done}.
            {result.tried < dials.length && ` You stopped it: the last ${dials.length - result.tried} were not tried.`}
            {result.refused.length > 0 && ' These were refused:'}
          </p>
          <ul className="ls-list ls-grid ls-gap-10">
            {result.refused.map(({ id, name, why }) => (
              <li key={id} className="ls-break">
                <PageLink to={`/dials/${id}`} className="ls-link">
                  {name}
                </PageLink>
                : {why}
              </li>
            ))}
          </ul>
        </>
      )}
      {isBusy && (
        <div className="ls-above-12">
          <p role="status" className="ls-ink-3 ls-below-8">
            {doing} {through} of {dials.length}
          </p>
          <Progress value={(through / dials.length) * 100} aria-label={doing} />
        </div>
      )}
      <div className="ls-dialog-foot">
        {isBusy ? (
          <Button variant="default" disabled={isStopping} onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button variant="default" onClick={onClose} data-autofocus>
            {result === undefined ? keep : 'Close'}
          </Button>
        )}
        {result === undefined && (
          <Button {...(change === 'delete' && { color: 'red' })} loading={isBusy} onClick={() => void run()}>
            {verb} {countDials(dials.length)}
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}
