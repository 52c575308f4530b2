import { Menu } from '@mantine/core';
import IconBottom from '@tabler/icons-react/dist/esm/icons/IconArrowBarToDown.mjs';
import IconTop from '@tabler/icons-react/dist/esm/icons/IconArrowBarToUp.mjs';
import IconCompare from '@tabler/icons-react/dist/esm/icons/IconColumns2.mjs';
import IconView from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import IconRemove from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { ComponentProps } from 'react';
import type { RowActions } from './useOrdering.ts';
import classes from './OrderingRow.module.css';

const icon = { size: 15, stroke: 1.75, 'aria-hidden': true } as const;

export function MenuButton({ name, ...button }: Readonly<{ name: string }> & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className={`ls-icon ls-ink-4 ${classes.menu}`}
      aria-label={`Actions for ${name}`}
    />
  );
}

type RowMenuProps = Readonly<{
  dialId: string;
  name: string;
  first: boolean;
  last: boolean;
  mayView: boolean;
  actions: RowActions;
}>;

/** Only the row with the open menu renders one: hundreds of closed ones would be slow. */
export function RowMenu({ dialId, name, first, last, mayView, actions }: RowMenuProps) {
  return (
    <Menu opened onClose={actions.closeMenu} width="max-content" returnFocus={false}>
      <Menu.Target>
        <MenuButton name={name} onClick={actions.closeMenu} />
      </Menu.Target>
      <Menu.Dropdown miw={204}>
        <Menu.Item
          leftSection={<IconCompare {...icon} />}
          rightSection={<span aria-hidden>C</span>}
          onClick={() => actions.compare(dialId)}
        >
          Compare
        </Menu.Item>
        <Menu.Item leftSection={<IconTop {...icon} />} disabled={first} onClick={() => actions.place(dialId, 1, true)}>
          Move to top
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBottom {...icon} />}
          disabled={last}
          onClick={() => actions.place(dialId, Infinity, true)}
        >
          Move to bottom
        </Menu.Item>
        {mayView && (
          <Menu.Item
            component="a"
            href={`/dials/${dialId}`}
            target="_blank"
            rel="noopener"
            leftSection={<IconView {...icon} />}
          >
            View Dial
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          color="var(--ls-red-text)"
          leftSection={<IconRemove {...icon} />}
          rightSection={<span aria-hidden>Del</span>}
          onClick={() => actions.remove(dialId)}
        >
          Remove from bucket
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
