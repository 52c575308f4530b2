import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { PeopleDirectory } from '#contract/user.ts';
import { AddedPerson } from './AddedPerson.tsx';
import { AddPersonForm } from './AddPersonForm.tsx';
import { type Added, useAddPerson } from './useAddPerson.ts';
import classes from './AddPerson.module.css';

type AddPersonDialogProps = Readonly<{ opened: boolean; directory: PeopleDirectory; onClose: () => void }>;

/** A new person; then, where they need it, the one link to set their password. */
export function AddPersonDialog({ opened, directory, onClose }: AddPersonDialogProps) {
  const [added, setAdded] = useState<Added>();
  const [busy, setBusy] = useState(false);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // On opening, not on closing: what is fading away stays as it is, and a link is never shown twice.
    if (opened) setAdded(undefined);
  }
  return (
    <Modal
      opened={opened}
      onClose={busy ? () => undefined : onClose}
      title={added === undefined ? 'Add person' : `${added.user.name} is added`}
      size={added === undefined ? 720 : 540}
      padding={0}
      withCloseButton={false}
      closeOnClickOutside={false}
      classNames={{
        content: `ls-stack ${classes.dialog}`,
        header: `ls-fixed ${classes.head}`,
        body: `${classes.frame}`,
      }}
    >
      {added === undefined ? (
        <Form directory={directory} onAdded={setAdded} onBusy={setBusy} onClose={onClose} />
      ) : (
        <AddedPerson added={added} onDone={onClose} />
      )}
    </Modal>
  );
}

type FormProps = Readonly<{
  directory: PeopleDirectory;
  onAdded: (added: Added) => void;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}>;

/** Mounted with the dialog: closing it forgets what was written. */
function Form({ directory, onAdded, onBusy, onClose }: FormProps) {
  const person = useAddPerson(onAdded, onBusy);
  return <AddPersonForm person={person} directory={directory} onClose={onClose} />;
}
