import { memo, useLayoutEffect, useRef, useState, type KeyboardEvent, useId } from 'react';
import { type ValueKey, VALUES, EXPIRING_LINE_OPTIONS } from '#domain/value/registry.ts';
import { cellProps } from '#web/kit/grid.ts';
import { cellText, columnOf } from './cells.ts';
import type { GridActions } from './gridActions.ts';
import classes from './GridCell.module.css';
import type { CellValue } from '#web/bucket/cells.ts';
import { scrollParent } from '#web/kit/scroll.ts';

type GridCellProps = Readonly<{
  row: number;
  name: ValueKey;
  own: CellValue;
  override: CellValue;
  /** An unparsable text. */
  pending: string | undefined;
  error: string | undefined;
  errorId: string;
  active: boolean;
  selected: boolean;
  editing: string | undefined;
  actions: GridActions;
}>;

export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { row, name, own, override, pending, error, errorId, active, selected, editing, actions } = props;
  const column = columnOf(name);
  const overridden = override !== undefined || editing !== undefined;
  const below = overridden && pending === undefined ? own : undefined;
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={selected}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : errorId}
      {...cellProps(row, column, active && editing === undefined ? column : undefined)}
      data-kind={VALUES[name].kind}
      data-active={active || undefined}
      data-selected={selected || undefined}
      data-overridden={override !== undefined || undefined}
      data-error={error !== undefined || undefined}
      data-editing={editing !== undefined || undefined}
      className={`ls-stack ls-relative ${classes.cell}`}
    >
      {editing === undefined ? (
        <Shown name={name} own={own} override={override} pending={pending} />
      ) : VALUES[name].kind === 'option' ? (
        <OptionEditor name={name} text={editing} own={own} actions={actions} />
      ) : (
        <CellEditor name={name} text={editing} invalid={error !== undefined} actions={actions} />
      )}
      {below !== undefined && VALUES[name].kind === 'number' && (
        <del className="ls-tiny ls-ink-3">
          <span className="ls-hidden">, not the dial’s own </span>
          {cellText(name, below)}
        </del>
      )}
      {error !== undefined && (
        <span id={errorId} hidden>
          {error}
        </span>
      )}
    </div>
  );
});

type ShownProps = Pick<GridCellProps, 'name' | 'own' | 'override' | 'pending'>;

function Shown({ name, own, override, pending }: ShownProps) {
  if (pending !== undefined) return <span className="ls-clip ls-full">{pending}</span>;
  const value = override ?? own;
  if (value === undefined)
    return (
      <span className="ls-ink-3">
        <span aria-hidden>·</span>
        <span className="ls-hidden">Not set</span>
      </span>
    );
  return (
    <>
      <span className={override === undefined ? 'ls-clip ls-full' : 'ls-clip ls-full ls-bold'}>
        {cellText(name, value)}
      </span>
      {override !== undefined && own !== undefined && VALUES[name].kind === 'option' && (
        <del className="ls-tiny ls-ink-3">
          <span className="ls-hidden">, not the dial’s own </span>
          {cellText(name, own)}
        </del>
      )}
      {override !== undefined && own === undefined && <span className="ls-hidden">, set by this bucket alone</span>}
    </>
  );
}

type CellEditorProps = Readonly<{ name: ValueKey; text: string; invalid: boolean; actions: GridActions }>;

/** A number field. The grid handles its keys; blur commits. */
function CellEditor({ name, text, invalid, actions }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const [first] = useState(text);
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(first.length, first.length);
  }, [first]);
  return (
    <input
      ref={field}
      className={`ls-wide ls-num ls-violet ${classes.input}`}
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

type OptionEditorProps = Readonly<{
  name: ValueKey;
  text: string;
  own: CellValue;
  actions: GridActions;
}>;

const LIST_HEIGHT = 190;

/** A select: typed letters find an option, arrow keys move, Enter commits. */
function OptionEditor({ name, text, own, actions }: OptionEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const [first] = useState(text);
  /** It would not fit below the cell. */
  const [up, setUp] = useState(false);
  const id = useId();
  const options = [
    ...EXPIRING_LINE_OPTIONS.map(({ label, help }) => ({ label, text: label, help })),
    { help: undefined, label: own === undefined ? 'Not set' : `Dial’s own, ${cellText(name, own)}`, text: '' },
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
        className={`ls-wide ls-num ls-violet ${classes.input}`}
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
      <div
        id={id}
        role="listbox"
        aria-label={VALUES[name].label}
        className={`ls-card ${classes.options}`}
        data-up={up || undefined}
      >
        {options.map((option, index) => (
          <div
            key={option.label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={`ls-ink ${classes.option}`}
            onMouseDown={(event) => {
              // On pointer down: a blur would commit the partial text first.
              event.preventDefault();
              event.stopPropagation();
              actions.commit(option.text);
              actions.select(actions.now().active);
            }}
          >
            {option.label}
            {option.help !== undefined && <span className="ls-block ls-small ls-ink-3">{option.help}</span>}
          </div>
        ))}
      </div>
    </>
  );
}

const startsWith = (label: string, typed: string): boolean =>
  label.toLowerCase().startsWith(typed.trim().toLowerCase());
