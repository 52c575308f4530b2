import { Portal } from '@mantine/core';
import IconGrip from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import { type Ref, useImperativeHandle, useRef } from 'react';
import classes from './DragLayer.module.css';

/** What is seen while a row is dragged. Written to directly: a pointer moves more often than a list can be drawn. */
export type DragMarks = Readonly<{
  show: (name: string) => void;
  /** `line` from the top of the list; without one nothing would move. */
  move: (x: number, y: number, label: string, line: number | undefined) => void;
  hide: () => void;
}>;

/** The lifted card beside the pointer and the line where it would come down. Stands inside the list. */
export function DragLayer({ ref }: Readonly<{ ref: Ref<DragMarks> }>) {
  const card = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLSpanElement>(null);
  const name = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => {
    const put = (element: HTMLElement | null, text: string) => {
      if (element !== null && element.textContent !== text) element.textContent = text;
    };
    return {
      show: (text) => put(name.current, text),
      move: (x, y, text, at) => {
        put(label.current, text);
        if (card.current !== null) {
          card.current.hidden = false;
          card.current.style.transform = `translate(${x}px, ${y}px)`;
        }
        if (line.current === null) return;
        line.current.hidden = at === undefined;
        if (at !== undefined) line.current.style.transform = `translateY(${at}px)`;
      },
      hide: () => {
        if (card.current !== null) card.current.hidden = true;
        if (line.current !== null) line.current.hidden = true;
      },
    };
  }, []);
  return (
    <>
      <div ref={line} hidden className={classes.line} aria-hidden data-testid="drop-line" />
      <Portal>
        <div ref={card} hidden className={classes.card} aria-hidden data-testid="drag-card">
          <IconGrip size={16} stroke={2} className={classes.grip} />
          <span ref={label} className={classes.label} />
          <span ref={name} className={classes.name} />
        </div>
      </Portal>
    </>
  );
}
