import { Menu, Modal, TextInput } from '@mantine/core';
import IconMenu from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconRename from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconUpdate from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconDelete from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type FormEvent, useState } from 'react';
import type { Example } from '#contract/example.ts';
import { ConfirmDialog, DIALOG_CLASSES, DialogFoot } from '#web/kit/ConfirmDialog.tsx';
import type { ExampleChanges } from './useExampleChanges.ts';
import classes from './ExampleList.module.css';

const icon = { size: 15, stroke: 1.75, 'aria-hidden': true } as const;

/** The action to confirm. */
export type ExampleQuestion = 'rename' | 'delete';

type ExampleMenuProps = Readonly<{
  example: Example;
  changes: ExampleChanges;
  asking: ExampleQuestion | undefined;
  onAsk: (asking: ExampleQuestion | undefined) => void;
  /** Replaces the stored risk and expectations with those on the screen; undefined if they are equal. */
  onUpdate: (() => void) | undefined;
}>;

/** The actions on the open example. */
export function ExampleMenu({ example, changes, asking, onAsk, onUpdate }: ExampleMenuProps) {
  return (
    <>
      <Menu position="bottom-end" offset={4}>
        <Menu.Target>
          <button
            type="button"
            className={`ls-icon ls-ink-3 ${classes.menu}`}
            aria-label={`Actions for ${example.name}`}
          >
            <IconMenu size={16} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown miw={180}>
          <Menu.Item leftSection={<IconUpdate {...icon} />} disabled={onUpdate === undefined} onClick={onUpdate}>
            Update
            {onUpdate === undefined && <span className="ls-block ls-small">The risk is as in the example</span>}
          </Menu.Item>
          <Menu.Item leftSection={<IconRename {...icon} />} onClick={() => onAsk('rename')}>
            Rename
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="var(--ls-red-text)" leftSection={<IconDelete {...icon} />} onClick={() => onAsk('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RenameDialog
        key={example.id}
        opened={asking === 'rename'}
        example={example}
        changes={changes}
        onClose={() => onAsk(undefined)}
      />
      <ConfirmDialog
        opened={asking === 'delete'}
        question={`Delete the example “${example.name}”?`}
        consequence="It is no longer checked. The next review shows that you deleted it."
        confirmLabel="Delete"
        cancelLabel="Keep it"
        danger
        confirming={changes.busy}
        refusal={changes.failure?.detail}
        onCancel={() => {
          changes.forget();
          onAsk(undefined);
        }}
        onConfirm={() => void changes.remove(example)}
      />
    </>
  );
}

type RenameDialogProps = Readonly<{
  opened: boolean;
  example: Example;
  changes: ExampleChanges;
  onClose: () => void;
}>;

function RenameDialog({ opened, example, changes, onClose }: RenameDialogProps) {
  const [name, setName] = useState(example.name);
  const { failure, busy, forget } = changes;
  const close = () => {
    forget();
    onClose();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if ((await changes.change(example, { ...example, name })) !== undefined) close();
  };
  return (
    <Modal opened={opened} onClose={close} title="Rename the example" size={428} classNames={DIALOG_CLASSES}>
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={failure?.field('name') ?? failure?.detail}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <DialogFoot onClose={close} submit="Rename" busy={busy} />
      </form>
    </Modal>
  );
}
