import { textKey } from '#domain/dimension/codec.ts';
import { guardText, textOf } from './column.ts';
import { readHiddenJson, writeHiddenJson } from './origin.ts';
import { readTable } from './table.ts';
import type { ReadWorkbook, Workbook, WorkbookCell } from './workbook.ts';

/** Classes by partners; undefined where there is no bucket. */
export type AppetiteTable = Readonly<{
  partners: readonly Readonly<{ number: number; name: string }>[];
  rows: readonly Readonly<{
    cob: Readonly<{ slug: string; label: string }>;
    cells: readonly (Readonly<{ appetite: number }> | undefined)[];
  }>[];
}>;

const CORNER = 'Class of business';
const keyOf = (partner: number, cob: string): string => `${partner} ${cob}`;

export function writeAppetiteSheet({ partners, rows }: AppetiteTable): Workbook {
  const head = [CORNER, ...partners.map(({ number, name }) => `${number} ${name}`)];
  const exported = rows.flatMap(({ cob, cells }) =>
    cells.map((cell, column): [string, number | undefined] => [
      keyOf(partners[column]?.number ?? 0, cob.slug),
      cell?.appetite,
    ]),
  );
  return {
    sheets: [
      {
        name: 'Appetites',
        frozenColumns: 1,
        columns: head.map((text, column) => ({
          width: column === 0 ? 34 : text.length + 3,
          format: column === 0 ? ('text' as const) : ('decimal' as const),
        })),
        rows: [
          head.map((value): WorkbookCell => ({ value: guardText(value), tone: 'head' })),
          ...rows.map(({ cob, cells }): WorkbookCell[] => [
            { value: cob.label },
            ...cells.map((cell): WorkbookCell => ({ value: cell?.appetite ?? null })),
          ]),
        ],
      },
      writeHiddenJson({ appetites: Object.fromEntries(exported) }),
    ],
  };
}

export type AppetiteReading = Readonly<{
  /** What differs from the export, as typed; of a sheet from elsewhere, all of it. */
  typed: readonly Readonly<{ partner: number; cob: string; text: string }>[];
  /** Cells for which there is no bucket. */
  leftOut: number;
  /** Typed over appetites that others changed since the export. */
  changedSince: number;
  notices: readonly string[];
}>;

/** Undefined where no sheet has classes and partners. */
export function readAppetiteSheet(workbook: ReadWorkbook, table: AppetiteTable): AppetiteReading | undefined {
  const found = readTable(workbook, { isHead: (text) => textKey(text) === textKey(CORNER), isDate: () => true });
  if (found === undefined) return undefined;
  const [head = [], ...lines] = found.cells;
  const partners = head.map((cell) => Number.parseInt(textOf(cell), 10));
  const corner = head.findIndex((cell) => textKey(textOf(cell)) === textKey(CORNER));
  const exported = readExported(workbook);
  const typed: { partner: number; cob: string; text: string }[] = [];
  let [leftOut, changedSince] = [0, 0];
  for (const line of lines) {
    const label = textKey(textOf(line[corner]));
    const row = table.rows.find(({ cob }) => textKey(cob.label) === label || cob.slug === label);
    for (const [column, cell] of line.entries()) {
      const text = textOf(cell).trim();
      if (column === corner || text === '') continue;
      const at = table.partners.findIndex(({ number }) => number === partners[column]);
      const [partner, now] = [table.partners[at]?.number, row?.cells[at]?.appetite];
      if (partner === undefined || row === undefined || now === undefined) {
        leftOut += 1;
        continue;
      }
      const before = exported?.[keyOf(partner, row.cob.slug)] ?? now;
      const isUntouched = cell?.number === (exported === undefined ? now : before) && !cell.isPercent;
      if (isUntouched || cell?.number === now) continue;
      typed.push({ partner, cob: row.cob.slug, text });
      if (before !== now) changedSince += 1;
    }
  }
  return { typed, leftOut, changedSince, notices: found.notices };
}

function readExported(workbook: ReadWorkbook): Readonly<Record<string, unknown>> | undefined {
  const content = readHiddenJson(workbook) as { appetites?: Readonly<Record<string, unknown>> } | null | undefined;
  return typeof content?.appetites === 'object' ? content.appetites : undefined;
}
