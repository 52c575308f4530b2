import { Menu, TextInput } from '@mantine/core';
import IconMenu from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconRename from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconUpdate from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconDelete from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import type { Example } from '#contract/example.ts';
import { ConfirmDialog, Dialog } from '#web/kit/Dialog.tsx';
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
  const close = () => {
    changes.forget();
    onAsk(undefined);
  };
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
      {asking === 'rename' && <RenameDialog key={example.id} example={example} changes={changes} onClose={close} />}
      {asking === 'delete' && (
        <ConfirmDialog
          title={`Delete the example “${example.name}”?`}
          text="It is no longer checked. The next review shows that you deleted it."
          submit="Delete"
          keep="Keep it"
          danger
          change={changes}
          onClose={close}
          onConfirm={() => void changes.remove(example)}
        />
      )}
    </>
  );
}

type RenameDialogProps = Readonly<{ example: Example; changes: ExampleChanges; onClose: () => void }>;

function RenameDialog({ example, changes, onClose }: RenameDialogProps) {
  const [name, setName] = useState(example.name);
  const save = async () => {
    if ((await changes.change(example, { ...example, name })) !== undefined) onClose();
  };
  return (
    <Dialog
      title="Rename the example"
      onClose={onClose}
      submit="Rename"
      change={changes}
      fields={['name']}
      onSubmit={() => void save()}
    >
      <TextInput
        label="Name"
        data-autofocus
        value={name}
        error={changes.failure?.field('name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Dialog>
  );
}
