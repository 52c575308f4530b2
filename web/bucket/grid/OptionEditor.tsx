import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { EXPIRING_LINE_OPTIONS, VALUES, type ValueKey } from '#domain/value/registry.ts';
import { scrollParent } from '#web/kit/scrollParent.ts';
import { cellText } from './cells.ts';
import type { GridActions } from './gridActions.ts';
import classes from './GridCell.module.css';
import type { CellValue } from '#web/bucket/draft/readCell.ts';

type OptionEditorProps = Readonly<{
  name: ValueKey;
  text: string;
  own: CellValue;
  actions: GridActions;
}>;

const LIST_HEIGHT = 140;

/** One of few: the letters typed point at an option, arrows go on from there, Enter takes it. */
export function OptionEditor({ name, text, own, actions }: OptionEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const [first] = useState(text);
  /** Below the cell it would be out of sight. */
  const [up, setUp] = useState(false);
  const id = useId();
  const options = [
    ...EXPIRING_LINE_OPTIONS.map(({ label }) => ({ label, text: label })),
    { label: own === undefined ? 'Not set' : `Dial’s own, ${cellText(name, own)}`, text: '' },
  ];
  const typed = options.findIndex((option) => option.text !== '' && startsWith(option.text, text));
  const [pointed, point] = useState<number>();
  const current = pointed ?? (typed < 0 || text === '' ? options.length - 1 : typed);

  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (first.length > 1) field.current?.select();
    const [cell, page] = [field.current?.parentElement, scrollParent(field.current)];
    if (cell && page) setUp(cell.getBoundingClientRect().bottom + LIST_HEIGHT > page.getBoundingClientRect().bottom);
  }, [first]);

  const take = (index: number) => actions.type(options[index]?.text ?? '');
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (current + step + options.length) % options.length;
    point(next);
    take(next);
  };
  return (
    <>
      <input
        ref={field}
        role="combobox"
        className={`ls-wide ls-violet ${classes.input}`}
        aria-label={VALUES[name].label}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={`${id}-${current}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          point(undefined);
          actions.type(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => actions.commit()}
      />
      <div id={id} role="listbox" aria-label={VALUES[name].label} className={classes.options} data-up={up || undefined}>
        {options.map((option, index) => (
          <div
            key={option.label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={`ls-ink ${classes.option}`}
            onMouseDown={(event) => {
              // Before the field loses the focus, which would take what was typed so far.
              event.preventDefault();
              event.stopPropagation();
              actions.commit(option.text);
              actions.select(actions.now().active);
            }}
          >
            {option.label}
          </div>
        ))}
      </div>
    </>
  );
}

const startsWith = (label: string, typed: string): boolean =>
  label.toLowerCase().startsWith(typed.trim().toLowerCase());
