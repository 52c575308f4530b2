/** Joins cells of a spreadsheet column (or row) into one notation. Undefined if the text is a single line. */
export function joinPastedCells(text: string): string | undefined {
  if (!/[\r\n\t]/.test(text.trim())) return undefined;
  const cells = text.split(/[\r\n\t]+/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replace(/[;,]$/, ''),
  );
  return cells.filter((cell) => cell !== '').join(' ');
}

/** Inserts a notation into another, with spaces where needed. */
export function insertNotation(value: string, start: number, end: number, notation: string): string {
  const before = value.slice(0, start).trimEnd();
  const after = value.slice(end).trimStart();
  return [before, notation, after].filter((part) => part !== '').join(' ');
}
