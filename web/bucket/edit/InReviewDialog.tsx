import { Button, Modal } from '@mantine/core';
import { useLink } from '#web/kit/link.tsx';
import { DIALOG_CLASSES } from '#web/kit/Dialog.ts';

type InReviewDialogProps = Readonly<{ title: string; unsaved: number; draft: string; onClose: () => void }>;

/** Someone submitted the draft for review in between: nothing can be saved now, and nothing is lost. */
export function InReviewDialog({ title, unsaved, draft, onClose }: InReviewDialogProps) {
  const Link = useLink();
  const kept = unsaved === 1 ? 'Your change is' : `Your ${unsaved} changes are`;
  return (
    <Modal opened onClose={onClose} title={title} size={428} withCloseButton={false} classNames={DIALOG_CLASSES}>
      <div className="ls-ink-2">
        While it is in review it cannot be edited. {kept} still here, and kept in this browser until the draft can be
        saved again.
      </div>
      <div className="ls-dialog-foot">
        <Button variant="default" component={Link} to={draft} end>
          View draft
        </Button>
        <Button onClick={onClose} data-autofocus>
          Keep editing
        </Button>
      </div>
    </Modal>
  );
}
