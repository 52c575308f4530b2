import { guardCell } from '#domain/csv/cell.ts';
import type { CellError } from './bucket-sheet.ts';
import type { CellMark, WorkbookSheet } from './workbook.ts';

export const ERRORS_SHEET = 'Errors';

/** For the file that came back: the cells to mark, and a list of them to put first. */
export function markErrors(
  sheet: string,
  errors: readonly CellError[],
): Readonly<{ marks: readonly CellMark[]; list: WorkbookSheet }> {
  const heads = ['Cell', 'In the cell', 'What is wrong'];
  return {
    marks: errors.map(({ cell, message }) => ({ sheet, ...placeOf(cell), note: message })),
    list: {
      name: ERRORS_SHEET,
      columns: [12, 32, 80].map((width) => ({ width, format: 'text' as const })),
      rows: [
        heads.map((value) => ({ value, tone: 'head' as const })),
        ...errors.map(({ cell, text, message }) =>
          [cell, text, message].map((value) => ({ value: guardCell(value), tone: 'error' as const })),
        ),
      ],
    },
  };
}

/** "F12" is row 11 and column 5, counted from zero. */
function placeOf(cell: string): Readonly<{ row: number; column: number }> {
  const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(cell) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 64) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}
