import {
  dropTargetForElements,
  type ElementEventBasePayload,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/utils/prevent-unhandled';
import { type RefObject, useEffect } from 'react';
import { SLOT_NAMES } from '#web/bucket/edit/compare/CompareProvider.tsx';
import { draggedDial, dropZoneOf } from '#web/bucket/edit/compare/dragData.ts';
import type { DragMarks } from './DragLayer.tsx';
import type { DropTarget } from './rows.ts';
import { rowOf } from './useOrdering.ts';

type Location = ElementEventBasePayload['location'];

export type RowDragParts = Readonly<{
  panel: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  scroller: HTMLElement | null;
  marks: RefObject<DragMarks | null>;
  /** The dial that is dragged. */
  dragged: RefObject<string | undefined>;
  /** Read at every move, so it is not state. */
  reading: RefObject<
    Readonly<{
      positionOf: (dialId: string) => number;
      nameOf: (dialId: string) => string;
      placeAt: (y: number, dialId: string) => DropTarget | undefined;
      place: (dialId: string, position: number) => void;
    }>
  >;
}>;

/** Dragging by the handle. While the pointer moves only the marker and the drop line do: nothing re-renders. */
export function useRowDrag({ panel, list, scroller, marks, dragged, reading }: RowDragParts): void {
  useEffect(() => {
    const [target, rows] = [panel.current, list.current];
    if (target === null || rows === null || scroller === null) return undefined;
    let going: { id: string; from: number; location: Location; seen: boolean } | undefined;

    const currentTarget = (): DropTarget | undefined => {
      const over = going?.location.current.dropTargets[0];
      if (going === undefined || dropZoneOf(over?.data)?.place !== 'list') return undefined;
      const y = going.location.current.input.clientY - rows.getBoundingClientRect().top;
      return reading.current.placeAt(y, going.id);
    };
    const mark = () => {
      if (going === undefined) return;
      const { input, dropTargets } = going.location.current;
      const place = currentTarget();
      marks.current?.move(input.clientX, input.clientY, labelOf(going.from, place, dropTargets[0]?.data), place?.line);
    };
    const follow = ({ location }: Readonly<{ location: Location }>) => {
      if (going === undefined) return;
      going = { ...going, location };
      if (going.seen) mark();
    };
    const begin = (id: string) => {
      if (going?.id !== id) return;
      going = { ...going, seen: true };
      // Measure first: after writing to the DOM it would force a second layout in the frame.
      const row = rowOf(rows, id);
      const from = { top: row?.offsetTop ?? 0, height: row?.offsetHeight ?? 0 };
      mark();
      preventUnhandled.start();
      scroller.addEventListener('scroll', mark, { passive: true });
      marks.current?.show(reading.current.nameOf(id), from);
    };
    const end = () => {
      going = undefined;
      preventUnhandled.stop();
      scroller.removeEventListener('scroll', mark);
      marks.current?.hide();
      delete target.dataset['dragging'];
      dragged.current = undefined;
    };

    return combine(
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => draggedDial(source.data) !== undefined,
        getData: () => ({ place: 'list' }),
      }),
      autoScrollForElements({ element: scroller }),
      monitorForElements({
        canMonitor: ({ source }) => draggedDial(source.data) !== undefined,
        onDragStart: ({ source, location }) => {
          const id = draggedDial(source.data) ?? '';
          going = { id, from: reading.current.positionOf(id), location, seen: false };
          dragged.current = id;
          // Written to the DOM directly, like everything visible of a drag: it must not wait for the list to render.
          target.dataset['dragging'] = '';
          // Defer the rest by a frame: the first one of a drag is busy.
          requestAnimationFrame(() => begin(id));
        },
        onDrag: follow,
        onDropTargetChange: follow,
        onDrop: ({ location }) => {
          follow({ location });
          const place = currentTarget();
          const id = going?.id;
          end();
          if (id !== undefined && place !== undefined) reading.current.place(id, place.position);
        },
      }),
      () => going !== undefined && end(),
    );
  }, [panel, list, scroller, marks, dragged, reading]);
}

/** `10 → 4`, the slot of the comparison, or only the current position. */
function labelOf(from: number, place: DropTarget | undefined, over: Record<string | symbol, unknown> | undefined) {
  const target = dropZoneOf(over);
  if (target?.place === 'compare') return SLOT_NAMES[target.index ?? 0];
  return place === undefined ? String(from) : `${from} → ${place.position}`;
}
