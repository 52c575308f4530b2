import { Portal } from '@mantine/core';
import IconGrip from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import { type Ref, useImperativeHandle, useRef } from 'react';
import classes from './DragLayer.module.css';

/** The visuals of a drag, written to the DOM directly: pointer moves are too frequent to re-render a list. */
export type DragMarks = Readonly<{
  /** The dragged rows and their positions, where they are dimmed. */
  show: (name: string, from: Readonly<{ top: number; height: number }>) => void;
  /** `line` from the top of the list; without one nothing would move. */
  move: (x: number, y: number, label: string, line: number | undefined) => void;
  hide: () => void;
}>;

/** The dragged card beside the pointer and the drop line. Rendered inside the list. */
export function DragLayer({ ref }: Readonly<{ ref: Ref<DragMarks> }>) {
  const card = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLSpanElement>(null);
  const name = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const veil = useRef<HTMLDivElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => {
    const put = (element: HTMLElement | null, text: string) => {
      if (element !== null && element.textContent !== text) element.textContent = text;
    };
    const turn = (element: HTMLElement | null, on: boolean) => element?.toggleAttribute('data-on', on);
    return {
      show: (text, { top, height }) => {
        put(name.current, text);
        if (veil.current !== null) Object.assign(veil.current.style, { top: `${top}px`, height: `${height}px` });
        turn(veil.current, true);
        turn(cover.current, true);
      },
      move: (x, y, text, at) => {
        put(label.current, text);
        turn(card.current, true);
        if (card.current !== null) card.current.style.transform = `translate(${x}px, ${y}px)`;
        turn(line.current, at !== undefined);
        if (line.current !== null && at !== undefined) line.current.style.transform = `translateY(${at}px)`;
      },
      hide: () => {
        for (const mark of [card, line, veil, cover]) turn(mark.current, false);
      },
    };
  }, []);
  return (
    <>
      <div ref={veil} className={`${classes.mark} ${classes.veil}`} aria-hidden />
      <div ref={cover} className={`${classes.mark} ${classes.cover}`} aria-hidden />
      <div ref={line} className={`${classes.mark} ${classes.line}`} aria-hidden data-testid="drop-line" />
      <Portal>
        <div
          ref={card}
          className={`ls-row ls-gap-10 ls-surface ${classes.mark} ${classes.card}`}
          aria-hidden
          data-testid="drag-card"
        >
          <IconGrip size={16} stroke={2} className="ls-fixed ls-accent" />
          <span ref={label} className="ls-fixed ls-num ls-accent ls-bold" />
          <span ref={name} className="ls-clip ls-medium" />
        </div>
      </Portal>
    </>
  );
}
