import { ActionIcon } from '@mantine/core';
import IconCompare from '@tabler/icons-react/dist/esm/icons/IconColumns2.mjs';
import IconClose from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useCallback, useRef, useState } from 'react';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { ApartNote } from './ApartNote.tsx';
import { useCompare } from './CompareProvider.tsx';
import { CompareTable } from './CompareTable.tsx';
import type { ComparedDial } from './comparedDial.ts';
import { useCompareDrop } from './useCompareDrop.ts';
import { useEscape } from '#web/kit/useEscape.ts';
import classes from './ComparePanel.module.css';

/** Up to two dials side by side. Beside the list where there is room, over it where there is not. */
export function ComparePanel() {
  const { open } = useCompare();
  return open ? <OpenPanel /> : null;
}

function OpenPanel() {
  const { slots, close, remove } = useCompare();
  const { entries, lookup } = useEditor();
  const panel = useRef<HTMLElement>(null);
  const over = useCompareDrop(panel);
  const closeButton = useRef<HTMLButtonElement>(null);
  const [opener] = useState(() => document.activeElement);
  const leave = useCallback(() => {
    if (panel.current?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    close();
  }, [close, opener]);
  useEscape(leave);
  const sides = slots.map((slot): ComparedDial | undefined => {
    const at = slot === undefined ? -1 : entries.findIndex(({ dial_id }) => dial_id === slot.dial_id);
    const entry = entries[at];
    const dial = entry && lookup(entry);
    return entry && dial && { dial, entry, position: at + 1 };
  });
  const count = sides.filter(Boolean).length;
  const pair = [sides[0], sides[1]] as const;
  return (
    <aside ref={panel} className={`ls-stack ls-fixed ${classes.panel}`} aria-label="Compare">
      <div className={`ls-row ls-fixed ls-rule-below ${classes.head}`}>
        <IconCompare size={17} stroke={1.75} aria-hidden className="ls-fixed ls-accent" />
        <h2 className={`ls-bold ${classes.title}`}>Compare</h2>
        <p className={`ls-ink-3 ${classes.count}`}>
          {count} of 2 dials{count === 2 && ', drag another to replace one'}
        </p>
        <ActionIcon
          ref={closeButton}
          variant="subtle"
          size={28}
          className="ls-push"
          aria-label="Close comparison"
          onClick={leave}
        >
          <IconClose size={16} stroke={2} color="var(--ls-ink)" aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.body} tabIndex={0} role="group" aria-label="Comparison">
        <CompareTable
          sides={pair}
          over={over}
          onTakeOut={(index) => {
            remove(index);
            closeButton.current?.focus();
          }}
        />
      </div>
      <ApartNote sides={pair} />
    </aside>
  );
}
