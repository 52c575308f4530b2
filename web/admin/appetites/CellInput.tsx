import { type KeyboardEvent, useEffect, useRef } from 'react';
import { placeAfterEdit } from './gridKeys.ts';
import type { Place } from '#web/kit/gridPlace.ts';
import classes from './AppetiteGrid.module.css';

type CellInputProps = Readonly<{
  label: string;
  at: Place;
  /** What stands in it at first; all of it is selected unless it was just typed. */
  first: string;
  typed: boolean;
  /** Nothing: as it was before. */
  onDone: (text: string | undefined, to: Place | undefined) => void;
  onPaste: (text: string) => void;
}>;

/** Leaving the field takes what is typed; Esc does not. */
export function CellInput({ label, at, first, typed, onDone, onPaste }: CellInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  useEffect(() => {
    field.current?.focus();
    if (!typed) field.current?.select();
  }, [typed]);
  const end = (text: string | undefined, to?: Place) => {
    if (over.current) return;
    over.current = true;
    onDone(text, to);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const to = placeAfterEdit(event, at);
    if (to !== undefined) {
      event.preventDefault();
      end(event.currentTarget.value, to);
    }
    if (event.key === 'Escape') end(undefined, at);
  };
  return (
    <input
      ref={field}
      className={`ls-wide ls-num ls-right ls-bold ls-ink ${classes.input}`}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      defaultValue={first}
      onKeyDown={onKey}
      onBlur={(event) => end(event.currentTarget.value)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain');
        if (!/[\n\t]/.test(text.trim())) return;
        event.preventDefault();
        end(undefined, at);
        onPaste(text);
      }}
    />
  );
}
