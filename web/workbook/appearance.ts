/** How cells and pages look, in our own terms; `workbook.ts` hands it to the library. */
import type { CellFormat, CellTone, WorkbookCell, WorkbookColumn } from '#domain/sheet/workbook.ts';

export const FORMATS = {
  text: '@',
  usd: '#,##0.######',
  percent: '0.0##########%',
  position: '0',
  decimal: '0.00',
} as const satisfies Readonly<Record<CellFormat, string>>;

export const ALIGNMENTS = {
  text: 'left',
  usd: 'right',
  percent: 'right',
  decimal: 'right',
  position: 'center',
} as const satisfies Readonly<Record<CellFormat, string>>;

/** The light colours of web/kit/theme/tokens.css. */
export const TONES = {
  head: { fill: 'EEF2F2', ink: '0F1E21', isBold: true },
  override: { fill: 'F3EEFC', ink: '6840B5', isBold: true },
  error: { fill: 'FCEDEB', ink: 'AD2A20', isBold: true },
  muted: { fill: undefined, ink: '5E7075', isBold: false },
} as const satisfies Readonly<Record<CellTone, Readonly<{ fill: string | undefined; ink: string; isBold: boolean }>>>;

const POINTS_PER_LINE = 15;
const MAX_LINES = 20;
/** Characters that can still be read across a page. */
const PAGE_WIDTH = 190;

/** Pages side by side; what is hidden or folded is not printed. */
export function countPages(columns: readonly WorkbookColumn[]): number {
  const shown = columns.filter(({ isHidden, isFolded }) => isHidden !== true && isFolded !== true);
  return Math.ceil(shown.reduce((sum, { width }) => sum + width, 0) / PAGE_WIDTH);
}

/** Of a row whose texts wrap: LibreOffice does not compute it. */
export function heightOf(row: readonly WorkbookCell[], columns: readonly WorkbookColumn[]): number {
  const lines = row.map(({ value }, index) => Math.ceil(String(value ?? '').length / (columns[index]?.width ?? 10)));
  return POINTS_PER_LINE * Math.min(Math.max(1, ...lines), MAX_LINES);
}
