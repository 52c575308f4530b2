import {
  dropTargetForElements,
  type ElementDropTargetGetFeedbackArgs,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type RefObject, useEffect, useState } from 'react';
import { comparePlace, draggedDial, slotOf } from './dragData.ts';
import { useCompare } from './CompareProvider.tsx';
import type { SlotIndex } from './compareSlots.ts';

/** The whole panel takes dials: the half the pointer is over says which one is replaced. Gives that half. */
export function useCompareDrop(panel: RefObject<HTMLElement | null>): SlotIndex | undefined {
  const { drop } = useCompare();
  const [over, setOver] = useState<SlotIndex>();
  useEffect(() => {
    const element = panel.current;
    if (element === null) return undefined;
    const slotAt = ({ input }: Pick<ElementDropTargetGetFeedbackArgs, 'input'>): SlotIndex => {
      const second = element.querySelector('[data-slot="1"]')?.getBoundingClientRect();
      return second !== undefined && input.clientX >= second.left ? 1 : 0;
    };
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => draggedDial(source.data) !== undefined,
      getData: (args) => comparePlace(slotAt(args)),
      onDrag: ({ self }) => setOver(slotOf(self.data)),
      onDragLeave: () => setOver(undefined),
      onDrop: ({ self, source }) => {
        setOver(undefined);
        const [id, slot] = [draggedDial(source.data), slotOf(self.data)];
        if (id !== undefined && slot !== undefined) drop(id, slot);
      },
    });
  }, [panel, drop]);
  return over;
}
