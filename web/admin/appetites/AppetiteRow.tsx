import { type CSSProperties, memo, type KeyboardEvent, useEffect, useRef } from 'react';
import type { AppetiteCell } from '#contract/admin.ts';
import { printAppetite } from '#domain/appetite/appetite.ts';
import { editOf, type Edits, type Sheet, type SheetRow } from './sheet.ts';
import { type CellPosition, cellProps } from '#web/kit/grid.ts';
import { MatrixLine } from '#web/kit/MatrixTable.tsx';
import classes from './AppetiteGrid.module.css';

type AppetiteRowProps = Readonly<{
  row: SheetRow;
  at: number;
  partners: Sheet['partners'];
  edits: Edits;
  editable: boolean;
  /** The column of the Tab stop, if it is in this row. */
  stop: number | undefined;
  /** The field in that cell while it is edited. */
  input: Omit<CellInputProps, 'label' | 'at'> | undefined;
}>;

export const AppetiteRow = memo(function AppetiteRow(props: AppetiteRowProps) {
  const { row, at, partners, edits, editable, stop, input } = props;
  return (
    <MatrixLine at={at + 1} head={<span className={classes.class}>{row.cob.label}</span>} opens>
      {row.cells.map((cell, column) => {
        const partner = partners[column];
        const edited = cell && editOf(cell, edits);
        const wrong = edited?.read.kind === 'wrong';
        const field = stop === column ? input : undefined;
        return (
          <td
            key={partner?.number ?? column}
            aria-colindex={column + 2}
            aria-selected={stop === column}
            aria-invalid={wrong || undefined}
            {...cellProps(at, column, field ? undefined : stop)}
            data-changed={edited !== undefined || undefined}
            data-wrong={wrong || undefined}
            data-none={cell === undefined || undefined}
            data-closed={cell?.appetite === 0 || undefined}
            data-editable={(editable && cell !== undefined) || undefined}
            className={classes.cell}
            style={{ '--strength': strengthOf(cell, edited?.read) } as CSSProperties}
          >
            {field ? (
              <CellInput
                label={`Appetite of ${row.cob.label}, ${partner?.number} ${partner?.name}`}
                at={{ row: at, column }}
                {...field}
              />
            ) : (
              <Shown cell={cell} became={edited && textOf(edited)} />
            )}
          </td>
        );
      })}
    </MatrixLine>
  );
});

type Edited = NonNullable<ReturnType<typeof editOf>>;

const textOf = ({ text, read }: Edited): string => (read.kind === 'appetite' ? printAppetite(read.value) : text);

/** 3 and more have the same shade. */
function strengthOf(cell: AppetiteCell | undefined, read: Edited['read'] | undefined): number {
  const appetite = read?.kind === 'appetite' ? read.value : (cell?.appetite ?? 0);
  return Math.min(appetite, 3) / 3;
}

function Shown({ cell, became }: Readonly<{ cell: AppetiteCell | undefined; became: string | undefined }>) {
  if (cell === undefined)
    return (
      <>
        <span aria-hidden>·</span>
        <span className="ls-hidden">No bucket</span>
      </>
    );
  if (became === undefined)
    return (
      <>
        <span>{printAppetite(cell.appetite)}</span>
        {cell.raise !== null && (
          <span className={`ls-amber ls-semi ${classes.waits}`}> → {printAppetite(cell.raise.becomes)} waits</span>
        )}
      </>
    );
  return (
    <>
      <del>
        <span className="ls-hidden">was </span>
        {printAppetite(cell.appetite)}
      </del>{' '}
      <ins>{became}</ins>
    </>
  );
}

type CellInputProps = Readonly<{
  label: string;
  at: CellPosition;
  /** The initial text, selected unless it was just typed. */
  first: string;
  typed: boolean;
  /** Undefined reverts it. */
  onDone: (text: string | undefined, to: CellPosition | undefined) => void;
  onPaste: (text: string) => void;
}>;

/** Blur commits; Esc does not. */
function CellInput({ label, at, first, typed, onDone, onPaste }: CellInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  useEffect(() => {
    field.current?.focus();
    if (!typed) field.current?.select();
  }, [typed]);
  const end = (text: string | undefined, to?: CellPosition) => {
    if (over.current) return;
    over.current = true;
    onDone(text, to);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    const to = positionAfterEdit(event, at);
    if (to !== undefined) {
      event.preventDefault();
      end(event.currentTarget.value, to);
    }
    if (event.key === 'Escape') end(undefined, at);
  };
  return (
    <input
      ref={field}
      className={`ls-plain ls-wide ls-num ls-bold ls-ink ${classes.input}`}
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

/** The next cell after a key that ends editing; undefined if it does not. */
function positionAfterEdit({ key, shiftKey }: KeyboardEvent, { row, column }: CellPosition): CellPosition | undefined {
  if (key === 'Enter') return { row: row + (shiftKey ? -1 : 1), column };
  if (key === 'ArrowDown') return { row: row + 1, column };
  if (key === 'ArrowUp') return { row: row - 1, column };
  return key === 'Tab' ? { row, column: column + (shiftKey ? -1 : 1) } : undefined;
}
