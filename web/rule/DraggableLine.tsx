import { useElementSize } from '@mantine/hooks';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Interval } from '#domain/dimension/kind/intervals/interval.ts';
import { type LineEnd, listEnds, nextAfterKey } from './lineEnds.ts';
import { INSET, NumberLine } from './NumberLine.tsx';
import type { NumberScale } from './numberScale.ts';
import classes from './NumberLine.module.css';

type DraggableLineProps = Readonly<{
  intervals: readonly Interval[];
  scale: NumberScale;
  /** The notation, for screen readers. */
  label: string;
  onMove: (end: LineEnd, to: number) => void;
}>;

/** A number line whose ends can be dragged, or moved by arrow keys. */
export function DraggableLine({ intervals, scale, label, onMove }: DraggableLineProps) {
  const { ref, width } = useElementSize();
  const room = width - 2 * INSET;
  const drag = (event: PointerEvent<HTMLElement>, end: LineEnd) => {
    const line = event.currentTarget.parentElement;
    if (line === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onMove(end, scale.valueAt((event.clientX - line.getBoundingClientRect().left - INSET) / room));
  };
  const press = (event: KeyboardEvent, end: LineEnd) => {
    const to = nextAfterKey(event.key, end.at, scale);
    if (to === undefined) return;
    event.preventDefault();
    onMove(end, to);
  };
  return (
    // Its default would start a selection of text, in WebKit even where `user-select` forbids it.
    <div ref={ref} className="ls-relative" onMouseDown={(event) => event.preventDefault()}>
      <NumberLine intervals={intervals} scale={scale} width="full" label={label} />
      {width > 0 &&
        listEnds(intervals).map((end) => (
          <span
            key={`${end.index} ${end.side}`}
            role="slider"
            tabIndex={0}
            aria-label={`${end.side === 'lower' ? 'Lower' : 'Upper'} end${intervals.length > 1 ? ` of interval ${end.index + 1}` : ''}`}
            aria-valuemin={scale.valueAt(0)}
            aria-valuemax={scale.valueAt(1)}
            aria-valuenow={end.at}
            aria-valuetext={scale.label(end.at)}
            className={classes.end}
            style={{ left: INSET + scale.at(end.at) * room }}
            onPointerDown={({ currentTarget, pointerId }) => {
              currentTarget.setPointerCapture(pointerId);
              currentTarget.focus();
            }}
            onPointerMove={(event) => drag(event, end)}
            onKeyDown={(event) => press(event, end)}
          />
        ))}
    </div>
  );
}
