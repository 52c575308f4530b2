import { Menu, UnstyledButton } from '@mantine/core';
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { DIAL_SORTS, type DialSort } from '#domain/dial/list.ts';
import { showingText } from './countText.ts';
import type { ListState } from './listState.ts';
import classes from './ListFoot.module.css';

const WORDS: Readonly<Record<DialSort, string>> = { name: 'by name', saved: 'by last saved' };

type ListFootProps = Readonly<{
  shown: number;
  count: number;
  more: boolean;
  state: ListState;
  onSort: (sort: DialSort) => void;
}>;

/** How much of the list is here, and in which order. */
export function ListFoot({ shown, count, more, state, onSort }: ListFootProps) {
  return (
    <div className={classes.foot}>
      <div className={classes.text}>
        {showingText(shown, count, more, state)},{' '}
        <Menu position="top-start">
          <Menu.Target>
            <UnstyledButton className={classes.sort} aria-label={`Sorted ${WORDS[state.sort]}`}>
              {WORDS[state.sort]}
              <IconChevron size={13} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {DIAL_SORTS.map((sort) => (
              <Menu.Item key={sort} onClick={() => onSort(sort)} {...(sort === state.sort && { 'aria-current': true })}>
                {WORDS[sort].replace('by', 'By')}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {more && <span>Scroll for more</span>}
    </div>
  );
}
