import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BucketDial } from '#contract/bucket.ts';
import { rowAfterKey } from '#web/kit/gridPlace.ts';
import { useVirtualRows } from '#web/kit/useVirtualRows.ts';
import { useNameOption } from '#web/dial/query.ts';
import { PickerRow } from './PickerRow.tsx';
import classes from './DialPicker.module.css';

const ROW_HEIGHT = 70;
const NEAR_END = 10;

type PickerListProps = Readonly<{
  list: RefObject<HTMLDivElement | null>;
  dials: readonly BucketDial[];
  /** Of another search than the one asked for: kept until the answer is here. */
  old: boolean;
  there: ReadonlySet<string>;
  chosen: ReadonlyMap<string, BucketDial>;
  onToggle: (dial: BucketDial) => void;
  onEnd: () => void;
}>;

/** One row per dial, each a checkbox: arrows go between them, Space chooses. */
export function PickerList({ list, dials, old, there, chosen, onToggle, onEnd }: PickerListProps) {
  const nameOption = useNameOption();
  const [current, setCurrent] = useState(0);
  const reachable = Math.min(current, dials.length - 1);
  const { rows, height, measure } = useVirtualRows({
    list,
    count: dials.length,
    keyOf: useCallback((index) => dials[index]?.dial_id ?? String(index), [dials]),
    height: ROW_HEIGHT,
    kept: [reachable],
    overscan: 6,
  });
  const last = Math.max(...rows.map(({ index }) => index), 0);
  useEffect(() => {
    if (last >= dials.length - NEAR_END) onEnd();
  }, [last, dials.length, onEnd]);

  const move = (event: KeyboardEvent) => {
    const to = rowAfterKey(event.key, reachable, dials.length);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    flushSync(() => setCurrent(to));
    const row = list.current?.querySelector(`[data-index="${to}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    row?.querySelector('input')?.focus({ preventScroll: true });
  };

  return (
    <div className={classes.list} data-old={old || undefined} aria-busy={old}>
      <div
        ref={list}
        role="group"
        aria-label="Published dials"
        className={classes.rows}
        style={{ height }}
        onKeyDown={move}
      >
        {rows.map(({ index, top }) => {
          const dial = dials[index];
          return (
            dial && (
              <PickerRow
                key={dial.dial_id}
                ref={measure}
                dial={dial}
                index={index}
                top={top}
                there={there.has(dial.dial_id)}
                chosen={chosen.has(dial.dial_id)}
                reachable={index === reachable}
                nameOption={nameOption}
                onToggle={onToggle}
                onFocus={setCurrent}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
