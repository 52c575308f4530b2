import { type KeyboardEvent, useState } from 'react';
import { printAppetite } from '#domain/appetite/appetite.ts';
import { cellAt, type CellPosition, type GridFocus, useGridClipboard } from '#web/kit/grid.ts';
import { MatrixTable } from '#web/kit/MatrixTable.tsx';
import { AppetiteRow } from './AppetiteRow.tsx';
import { type AppetiteEdits, keyOf } from './sheet.ts';

type AppetiteGridProps = Readonly<{ work: AppetiteEdits; editable: boolean; focus: GridFocus<HTMLTableElement> }>;

/** Classes by partners. One Tab stop; arrow keys move, Enter or a digit edits, Esc undoes. */
export function AppetiteGrid({ work, editable, focus }: AppetiteGridProps) {
  const { sheet, edits, set, paste } = work;
  const { partners, rows } = sheet;
  const { grid, at, stopIn, go, moveByKey, onFocus } = focus;
  /** The initial text of the cell being edited; `typed`: it was just typed. */
  const [open, setOpen] = useState<Readonly<{ first: string; typed: boolean }>>();
  const cellOf = ({ row, column }: CellPosition) => rows[row]?.cells[column];
  const cell = cellOf(at);
  const edit = (one: typeof cell, typed?: string) => {
    if (!editable || one === undefined) return;
    setOpen({ first: typed ?? edits.get(keyOf(one)) ?? printAppetite(one.appetite), typed: typed !== undefined });
  };
  const finish = (text: string | undefined, to: CellPosition | undefined) => {
    if (cell !== undefined && text !== undefined) set(cell, text);
    setOpen(undefined);
    if (to !== undefined) go(to);
  };
  const pasteHere = (text: string) => paste(at, text);
  useGridClipboard(grid, editable ? { paste: pasteHere } : undefined);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (moveByKey(event) || altKey || shiftKey || ctrlKey || metaKey || !editable || cell === undefined) return;
    if (key === 'Enter' || key === 'F2') edit(cell);
    else if (/^[\d.,]$/.test(key)) edit(cell, key);
    else if (key === 'Escape' || key === 'Delete' || key === 'Backspace') set(cell, undefined);
    else return;
    event.preventDefault();
  };

  return (
    <MatrixTable
      table={grid}
      label="Appetites, classes by partners"
      corner={{ children: 'Class of business' }}
      columns={partners.map(({ number, name }) => ({
        key: number,
        head: (
          <span className="ls-stack">
            <b>{number}</b> <span className="ls-clip">{name}</span>
          </span>
        ),
      }))}
      rowCount={rows.length}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        const place = target instanceof HTMLInputElement ? undefined : cellAt(target);
        if (place === undefined) return;
        go(place);
        edit(cellOf(place));
      }}
      onFocus={onFocus}
    >
      {rows.map((row, index) => (
        <AppetiteRow
          key={row.cob.slug}
          row={row}
          at={index}
          partners={partners}
          edits={edits}
          editable={editable}
          stop={stopIn(index)}
          input={open && at.row === index ? { ...open, onDone: finish, onPaste: pasteHere } : undefined}
        />
      ))}
    </MatrixTable>
  );
}
