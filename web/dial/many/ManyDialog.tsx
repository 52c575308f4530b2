import { Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#web/api/client.tsx';
import { dials as countDials } from '#web/dial/list/listText.ts';
import { refreshDials } from '#web/dial/query.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { DIALOG_CLASSES } from '#web/kit/ConfirmDialog.tsx';
import { notifySuccess } from '#web/kit/Toaster.tsx';
import { changeDials, type DialsChange, type Refusal } from './changeDials.ts';

export type Job = Readonly<{ change: DialsChange; dials: readonly Readonly<{ id: string; name?: string }>[] }>;

type ManyDialogProps = Readonly<{
  opened: boolean;
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

/** Asks, runs it dial by dial, and names each refused one with the reason. */
export function ManyDialog({ opened, job, onClose, onDone }: ManyDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [through, setThrough] = useState<number>();
  const [refused, setRefused] = useState<readonly Refusal[]>();
  const { change, dials } = job;
  const { verb, doing, done, keep, text } = WORDS[change];
  const isBusy = through !== undefined;

  const run = async () => {
    setThrough(0);
    const refusals = await changeDials(api, change, dials, setThrough);
    await refreshDials(queries);
    setThrough(undefined);
    const count = dials.length - refusals.length;
    if (count > 0) notifySuccess(`${countDials(count)} ${done}`);
    onDone?.();
    if (refusals.length === 0) onClose();
    else setRefused(refusals);
  };
  return (
    <Modal
      opened={opened}
      onClose={isBusy ? () => undefined : onClose}
      title={
        refused === undefined ? `${verb} ${countDials(dials.length)}?` : `${countDials(refused.length)} not ${done}`
      }
      size={520}
      withCloseButton={false}
      classNames={DIALOG_CLASSES}
    >
      {refused === undefined ? (
        <p className="ls-ink-2">{text}</p>
      ) : (
        <>
          <p className="ls-ink-2 ls-below-12" role="status">
            {dials.length - refused.length} of {countDials(dials.length)} {done}. These were not:
          </p>
          <ul className="ls-list ls-grid ls-gap-10">
            {refused.map(({ id, name, why }) => (
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
        <p role="status" className="ls-ink-3 ls-above-12">
          {doing} {through + 1} of {dials.length}
        </p>
      )}
      <div className="ls-dialog-foot">
        <Button variant="default" disabled={isBusy} onClick={onClose} data-autofocus>
          {refused === undefined ? keep : 'Close'}
        </Button>
        {refused === undefined && (
          <Button {...(change === 'delete' && { color: 'red' })} loading={isBusy} onClick={() => void run()}>
            {verb} {countDials(dials.length)}
          </Button>
        )}
      </div>
    </Modal>
  );
}
