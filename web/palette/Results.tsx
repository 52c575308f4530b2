import IconRest from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { MouseEvent } from 'react';
import { agree } from '#web/kit/plural.ts';
import { type Group, restOf } from './arrange.ts';
import type { GroupKey, Item } from './item.ts';
import { countText } from './Narrowing.tsx';
import { ItemGlyph, ItemRow } from './ItemRow.tsx';
import classes from './Palette.module.css';

type ResultsProps = Readonly<{
  id: string;
  optionId: (rowId: string) => string;
  /** The item above the groups. */
  before: readonly Item[];
  groups: readonly Group[];
  isCounted: boolean;
  narrowed: GroupKey | undefined;
  /** The selected row. */
  on: string | undefined;
  onPoint: (rowId: string) => void;
  onOpen: (item: Item) => void;
  onNarrow: (group: GroupKey) => void;
}>;

/** The results, group by group. */
export function Results(props: ResultsProps) {
  const { id, optionId, before, groups, isCounted, narrowed, on, onPoint, onOpen, onNarrow } = props;
  const option = (rowId: string, onClick: () => void) => ({
    id: optionId(rowId),
    ref: rowId === on ? scrollIntoView : undefined,
    role: 'option',
    'aria-selected': rowId === on,
    className: `ls-row ls-gap-10 ${classes.row}`,
    // The field keeps the focus; a list that moves under a resting pointer does not select.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onMouseMove: () => rowId !== on && onPoint(rowId),
    onClick,
  });
  const rowOf = (item: Item, isRecent: boolean) => (
    <div key={item.id} {...option(item.id, () => onOpen(item))}>
      <ItemRow item={item} isRecent={isRecent} isOn={item.id === on} />
    </div>
  );
  return (
    <div id={id} role="listbox" aria-label="What was found" className={`ls-scroll ${classes.list}`}>
      {before.map((item) => rowOf(item, false))}
      {groups.map((group) => {
        const { key } = group;
        return (
          <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <div id={`${id}-${key}`} className={`ls-small ls-ink-3 ${classes.label}`}>
              {group.label} {isCounted && <span className="ls-num">{countText(group.total)}</span>}
            </div>
            {group.items.map((item) => rowOf(item, key === 'recent'))}
            {restOf(group) > 0 && key !== narrowed && key !== 'recent' && (
              <div {...option(`more ${key}`, () => onNarrow(key))}>
                <ItemGlyph item={group.items[0] ?? REST} />
                <span className="ls-ink-2">{restText(group)}</span>
                <IconRest size={16} aria-hidden className="ls-push ls-ink-3" />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

const scrollIntoView = (row: Element | null) => row?.scrollIntoView({ block: 'nearest' });

const REST: Item = { id: 'rest', group: 'dials', text: '', to: '', icon: 'dial' };

function restText(group: Group): string {
  const rest = restOf(group);
  if (group.rest === undefined) return `${countText(rest)} more`;
  const dials = agree(rest, 'dial', 'dials');
  return `${countText(rest)} ${group.items.length > 0 ? `more ${dials}` : dials} ${group.rest}`;
}
