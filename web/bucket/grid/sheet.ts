import { readAmount } from '#web/dimension/amount.ts';

/** Lines of cells, as spreadsheets put them on the clipboard. */
export const writeSheet = (lines: readonly (readonly string[])[]): string =>
  lines.map((line) => line.join('\t')).join('\n');

/** Cells by tabs; without any tab by commas, unless each line is one number with its thousands set apart. */
export function readSheet(text: string): string[][] {
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  if (lines === '') return [];
  if (lines.includes('\t')) return cells(lines, '\t');
  const single = lines.split('\n').every((line) => !line.includes(',') || isNumber(line));
  return cells(lines, single ? undefined : ',');
}

function isNumber(text: string): boolean {
  const amount = readAmount(text);
  return amount !== undefined && !Number.isNaN(amount);
}

/** A cell in quotation marks may hold the separator, line breaks, and quotation marks written twice. */
function cells(text: string, separator: string | undefined): string[][] {
  const lines: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const close = () => {
    lines.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '') quoted = true;
    else if (sign === separator) close();
    else if (sign === '\n') {
      close();
      lines.push([]);
    } else cell += sign;
  }
  close();
  return lines;
}
