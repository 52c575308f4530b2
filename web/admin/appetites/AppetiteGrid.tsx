import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { printAppetite } from '#domain/appetite/appetite.ts';
import { AppetiteRow, type Open } from './AppetiteRow.tsx';
import { focusCellAt, type CellPosition, cellAt, clampPosition } from '#web/kit/gridPlace.ts';
import { MatrixTable } from '#web/kit/MatrixTable.tsx';
import { readKey } from './gridKeys.ts';
import { keyOf } from './sheet.ts';
import type { AppetiteEdits, Sheet } from './sheet.ts';

type AppetiteGridProps = Readonly<{
  work: AppetiteEdits;
  editable: boolean;
  active: CellPosition;
  onActive: (place: CellPosition) => void;
  /** Focuses the active cell whenever the number changes. */
  focusCall: number;
}>;

/** Classes by partners. One Tab stop; arrow keys move, Enter or a digit edits, Esc undoes. */
export function AppetiteGrid({ work, editable, active, onActive, focusCall }: AppetiteGridProps) {
  const { sheet, edits, set, paste } = work;
  const { partners, rows } = sheet;
  const grid = useRef<HTMLTableElement>(null);
  const [open, setOpen] = useState<Open>();
  const size = useMemo(() => ({ rows: rows.length, columns: partners.length }), [rows, partners]);
  const at = clampPosition(active, size);
  const wantsFocus = useRef(false);
  const called = useRef(focusCall);

  // The new cell can take the focus only once it is rendered.
  useEffect(() => {
    if (called.current !== focusCall) wantsFocus.current = true;
    called.current = focusCall;
    if (open !== undefined || !wantsFocus.current) return;
    wantsFocus.current = false;
    focusCellAt(grid.current, { row: at.row, column: at.column });
  }, [open, at.row, at.column, focusCall]);

  const go = useCallback(
    (to: CellPosition) => {
      wantsFocus.current = true;
      setOpen(undefined);
      onActive(clampPosition(to, size));
    },
    [onActive, size],
  );
  const cell = rows[at.row]?.cells[at.column];
  const edit = (place: CellPosition, typed?: string) => {
    const one = rows[place.row]?.cells[place.column];
    onActive(place);
    if (!editable || one === undefined) return;
    setOpen({ first: typed ?? edits.get(keyOf(one)) ?? printAppetite(one.appetite), typed: typed !== undefined });
  };
  const done = useCallback(
    (text: string | undefined, to: CellPosition | undefined) => {
      if (cell !== undefined && text !== undefined) set(cell, text);
      if (to === undefined) setOpen(undefined);
      else go(to);
    },
    [cell, set, go],
  );
  const pasteHere = useCallback(
    (text: string) => paste({ row: at.row, column: at.column }, text),
    [paste, at.row, at.column],
  );

  useGridPaste(grid, editable ? pasteHere : undefined);

  const onKey = (event: KeyboardEvent) => {
    const key = readKey(event, at, size);
    if (key === undefined || (key.kind !== 'move' && (!editable || cell === undefined))) return;
    event.preventDefault();
    if (key.kind === 'move') go(key.to);
    else if (key.kind === 'edit') edit(at, key.text);
    else if (cell !== undefined) set(cell, undefined);
  };

  return (
    <MatrixTable
      table={grid}
      label="Appetites, classes by partners"
      corner={{ children: 'Class of business' }}
      columns={partners.map(({ number, name }) => ({ key: number, head: <PartnerHead number={number} name={name} /> }))}
      rowCount={rows.length}
      onKeyDown={onKey}
      onClick={({ target }) => {
        const place = target instanceof HTMLInputElement ? undefined : cellAt(target);
        if (place !== undefined) edit(place);
      }}
      onFocus={({ target }) => {
        const place = cellAt(target);
        if (place !== undefined && (place.row !== at.row || place.column !== at.column)) onActive(place);
      }}
    >
      {rows.map((row, index) => (
        <AppetiteRow
          key={row.cob.slug}
          row={row}
          at={index}
          partners={partners}
          edits={edits}
          editable={editable}
          active={at.row === index ? at.column : undefined}
          open={at.row === index ? open : undefined}
          onDone={done}
          onPaste={pasteHere}
        />
      ))}
    </MatrixTable>
  );
}

const PartnerHead = ({ number, name }: Omit<Sheet['partners'][number], 'revision'>) => (
  <span className="ls-stack">
    <b>{number}</b> <span className="ls-clip">{name}</span>
  </span>
);

/** Cells have no text selection, so a paste event goes to the document; handle it while a cell has the focus. */
function useGridPaste(grid: RefObject<HTMLElement | null>, paste: ((text: string) => void) | undefined): void {
  useEffect(() => {
    if (paste === undefined) return;
    const onPaste = (event: ClipboardEvent) => {
      const at = document.activeElement;
      const ours = at !== null && !(at instanceof HTMLInputElement) && grid.current?.contains(at) === true;
      if (!ours || event.clipboardData === null) return;
      event.preventDefault();
      paste(event.clipboardData.getData('text/plain'));
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [grid, paste]);
}
