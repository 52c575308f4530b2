import { useLayoutEffect, useRef, useState } from 'react';
import { VALUES, type ValueKey } from '#domain/value/registry.ts';
import type { GridActions } from './gridActions.ts';
import classes from './GridCell.module.css';

type CellEditorProps = Readonly<{ name: ValueKey; text: string; invalid: boolean; actions: GridActions }>;

/** A number as it is typed. Its keys are the grid's; leaving it takes what is typed. */
export function CellEditor({ name, text, invalid, actions }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const [first] = useState(text);
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(first.length, first.length);
  }, [first]);
  return (
    <input
      ref={field}
      className={classes.input}
      aria-label={VALUES[name].label}
      aria-invalid={invalid || undefined}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => actions.type(event.currentTarget.value)}
      onBlur={() => actions.commit()}
    />
  );
}
