/** The byte order mark: tells spreadsheets that the text is UTF-8. */
export const BOM = '\uFEFF';

/** Quotes every cell, so that a spreadsheet with another separator splits none. */
export const writeLine = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

/** Lines as cells in the order of `fields`, or by field. */
export function writeCsv(
  fields: readonly string[],
  lines: readonly (readonly string[] | Readonly<Record<string, string>>)[],
): string {
  const cellsOf = (line: (typeof lines)[number]) => (isCells(line) ? line : fields.map((field) => line[field] ?? ''));
  return BOM + [fields, ...lines.map(cellsOf)].map(writeLine).join('\r\n');
}

const isCells = (line: readonly string[] | Readonly<Record<string, string>>): line is readonly string[] =>
  Array.isArray(line);
