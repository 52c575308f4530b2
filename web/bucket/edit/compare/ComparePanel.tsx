import IconCompare from '@tabler/icons-react/dist/esm/icons/IconColumns2.mjs';
import { useRef, useState, type RefObject, useEffect } from 'react';
import { useEditor } from '#web/bucket/editor.ts';
import { useCompare, type SlotIndex } from './CompareProvider.tsx';
import { CompareTable } from './CompareTable.tsx';
import { type ComparedDial, type ComparedPair, describeOverlap } from './compareRows.ts';
import { SidePanel } from '#web/kit/SidePanel.tsx';
import classes from './ComparePanel.module.css';
import IconInfo from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import {
  dropTargetForElements,
  type ElementDropTargetGetFeedbackArgs,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { draggedDial } from './dragData.ts';

/** Up to two dials side by side, beside the list or, on narrow screens, over it. */
export function ComparePanel() {
  const { open } = useCompare();
  return open ? <OpenPanel /> : null;
}

function OpenPanel() {
  const { slots, close, remove } = useCompare();
  const { entries, lookup } = useEditor();
  const panel = useRef<HTMLElement>(null);
  const second = useRef<HTMLTableCellElement>(null);
  const over = useCompareDrop(panel, second);
  const closeButton = useRef<HTMLButtonElement>(null);
  const sides = slots.map((slot): ComparedDial | undefined => {
    const at = slot === undefined ? -1 : entries.findIndex(({ dial_id }) => dial_id === slot.dial_id);
    const entry = entries[at];
    const dial = entry && lookup(entry);
    return entry && dial && { dial, entry, position: at + 1 };
  });
  const count = sides.filter(Boolean).length;
  const pair = [sides[0], sides[1]] as const;
  return (
    <SidePanel
      ref={panel}
      title="Compare"
      icon={IconCompare}
      note={
        <>
          {count} of 2 dials{count === 2 && ', drag another to replace one'}
        </>
      }
      names={{ close: 'Close comparison', body: 'Comparison' }}
      closeButton={closeButton}
      onClose={close}
      foot={<OverlapNote sides={pair} />}
    >
      <CompareTable
        sides={pair}
        over={over}
        second={second}
        onTakeOut={(index) => {
          remove(index);
          closeButton.current?.focus();
        }}
      />
    </SidePanel>
  );
}

/** Whether their order matters. */
function OverlapNote({ sides: [a, b] }: Readonly<{ sides: ComparedPair }>) {
  const words = a && b && describeOverlap(a.dial.data, b.dial.data, a.position < b.position ? 'A' : 'B');
  return (
    <div role="status">
      {words && (
        <div className={`ls-notice ls-flex ls-gap-10 ${classes.apart}`} data-tone="accent">
          <IconInfo size={16} stroke={1.75} aria-hidden className="ls-fixed ls-above-2" />
          <p>
            <b>{words.verdict}</b> {words.reason}
          </p>
        </div>
      )}
    </div>
  );
}

/** Accepts dials on the whole panel: the half under the pointer is the one that gets replaced. Returns that half. */
function useCompareDrop(
  panel: RefObject<HTMLElement | null>,
  second: RefObject<HTMLElement | null>,
): SlotIndex | undefined {
  const { drop } = useCompare();
  const [over, setOver] = useState<SlotIndex>();
  useEffect(() => {
    const element = panel.current;
    if (element === null) return undefined;
    const slotAt = ({ input }: Pick<ElementDropTargetGetFeedbackArgs, 'input'>): SlotIndex => {
      const left = second.current?.getBoundingClientRect().left ?? Infinity;
      return input.clientX >= left ? 1 : 0;
    };
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => draggedDial(source.data) !== undefined,
      getData: (args) => ({ place: 'compare', index: slotAt(args) }),
      onDrag: (args) => setOver(slotAt(args.location.current)),
      onDragLeave: () => setOver(undefined),
      onDrop: ({ location, source }) => {
        setOver(undefined);
        const id = draggedDial(source.data);
        if (id !== undefined) drop(id, slotAt(location.current));
      },
    });
  }, [panel, second, drop]);
  return over;
}
