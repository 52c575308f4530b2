import { COLUMNS, type Column, type ExchangedDial, findColumn, toCells } from '#domain/dial/exchange.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { isAmountKey, type ValueKey } from '#domain/value/registry.ts';
import type { ColumnKey, SheetOptions } from './bucket-sheet.ts';
import { choicesOf, formatOf, guardText, nameOptions, type OptionNames } from './column.ts';
import { readTable, type SheetTable } from './table.ts';
import type { ReadWorkbook, Workbook, WorkbookCell } from './workbook.ts';

/** Dials as a workbook, with the columns of the CSV file. */
export function writeDialsSheet(dials: readonly ExchangedDial[], options: SheetOptions): Workbook {
  const names = nameOptions(options);
  return {
    sheets: [
      {
        name: 'Dials',
        frozenColumns: COLUMNS.findIndex(({ key }) => key === 'name') + 1,
        hasFilter: true,
        columns: COLUMNS.map((column) => {
          const choices = listChoices(column, names);
          return {
            width: column.key === 'name' || column.key === 'id' ? 40 : Math.max(16, column.label.length + 3),
            format: column.part === 'values' ? formatOf(column.key as ValueKey) : 'text',
            ...(choices.length > 0 && { choices }),
          };
        }),
        rows: [
          COLUMNS.map(({ label }): WorkbookCell => ({ value: label, tone: 'head' })),
          ...dials.map((dial) => writeRow(dial)),
        ],
      },
    ],
  };
}

function listChoices({ key, part }: Column, names: OptionNames): readonly string[] {
  if (key === 'journeys') return JOURNEYS.map(({ label }) => label);
  return part === 'dimensions' || part === 'values' ? choicesOf(key as ColumnKey, names) : [];
}

function writeRow(dial: ExchangedDial): WorkbookCell[] {
  const cells = toCells(dial);
  return COLUMNS.map(({ key, part }) => {
    const isAmount = part === 'values' && isAmountKey(key as ValueKey);
    const value = isAmount ? (dial.data.values[key as ValueKey] ?? null) : (cells[key] ?? '');
    return { value: typeof value === 'string' ? guardText(value) || null : value };
  });
}

/** The cells of a sheet of dials; days may be dates of Excel. */
export const readDialsSheet = (workbook: ReadWorkbook): SheetTable | undefined =>
  readTable(workbook, {
    isHead: (text) => findColumn(text)?.key === 'name',
    isDate: (head) => findColumn(head)?.key.startsWith('active_') ?? false,
  });
