import { memo, useLayoutEffect, useRef, useState } from 'react';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import { cellText, columnOf } from './cells.ts';
import type { GridActions } from './gridActions.ts';
import { OptionEditor } from './OptionEditor.tsx';
import classes from './GridCell.module.css';
import type { CellValue } from '#web/bucket/draft/readCell.ts';

type GridCellProps = Readonly<{
  name: ValueKey;
  own: CellValue;
  override: CellValue;
  /** Typed, and no value. */
  pending: string | undefined;
  error: string | undefined;
  errorId: string;
  active: boolean;
  selected: boolean;
  editing: string | undefined;
  actions: GridActions;
}>;

export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { name, own, override, pending, error, errorId, active, selected, editing, actions } = props;
  const overridden = override !== undefined || editing !== undefined;
  const below = overridden && pending === undefined ? own : undefined;
  return (
    <div
      role="gridcell"
      aria-colindex={columnOf(name) + 2}
      aria-selected={selected}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : errorId}
      data-column={columnOf(name)}
      data-kind={VALUES[name].kind}
      data-active={active || undefined}
      data-selected={selected || undefined}
      data-overridden={override !== undefined || undefined}
      data-error={error !== undefined || undefined}
      data-editing={editing !== undefined || undefined}
      tabIndex={active && editing === undefined ? 0 : -1}
      className={`ls-stack ${classes.cell}`}
    >
      {editing === undefined ? (
        <Shown name={name} own={own} override={override} pending={pending} />
      ) : VALUES[name].kind === 'option' ? (
        <OptionEditor name={name} text={editing} own={own} actions={actions} />
      ) : (
        <CellEditor name={name} text={editing} invalid={error !== undefined} actions={actions} />
      )}
      {below !== undefined && VALUES[name].kind === 'number' && (
        <del className={`ls-tiny ls-ink-3 ${classes.own}`}>
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
  if (pending !== undefined) return <span className={`ls-clip ${classes.value}`}>{pending}</span>;
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
      <span className={`ls-clip ${classes.value}`}>{cellText(name, value)}</span>
      {override !== undefined && own !== undefined && VALUES[name].kind === 'option' && (
        <del className={`ls-tiny ls-ink-3 ${classes.own}`}>
          <span className="ls-hidden">, not the dial’s own </span>
          {cellText(name, own)}
        </del>
      )}
      {override !== undefined && own === undefined && <span className="ls-hidden">, set by this bucket alone</span>}
    </>
  );
}

type CellEditorProps = Readonly<{ name: ValueKey; text: string; invalid: boolean; actions: GridActions }>;

/** A number as it is typed. Its keys are the grid's; leaving it takes what is typed. */
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
      className={`ls-wide ls-violet ${classes.input}`}
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
