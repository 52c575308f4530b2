import type { CellChange } from '#domain/bucket/edit.ts';
import { VALUES } from '#domain/value/registry.ts';
import { FIRST_VALUE, keyOf, LAST_VALUE, type Range } from './cells.ts';
import { readCell } from '#web/bucket/cells.ts';
import { plural } from '#web/kit/plural.ts';
import { readSheet } from '#web/rule/sheet.ts';

export type PasteRow = Readonly<{ dial_id: string; position: number; name: string }>;
export type PasteResult =
  | Readonly<{ fits: true; cells: readonly CellChange[]; range: Range }>
  | Readonly<{ fits: false; sentence: string }>;

const MAX_NAMED = 3;

/**
 * Applies a pasted text to the grid: all of it, or nothing and an error message. It starts at the top left of the
 * selection, and is repeated if the selection is a multiple of its size.
 */
export function planPaste(text: string, selected: Range, rows: readonly PasteRow[]): PasteResult {
  if (selected.left < FIRST_VALUE) return no('Choose the cell of a value first, to paste from there.');
  const block = readSheet(text);
  const [height, width] = [block.length, Math.max(0, ...block.map((line) => line.length))];
  if (height === 0 || width === 0) return no('There is nothing to paste.');
  const range = fill(selected, height, width);
  const misfit = tooLarge(range, rows.length, height, width);
  if (misfit !== undefined) return no(misfit);

  const cells: CellChange[] = [];
  const wrong: string[] = [];
  for (let row = range.top; row <= range.bottom; row += 1) {
    for (let column = range.left; column <= range.right; column += 1) {
      const [dial, key] = [rows[row], keyOf(column)];
      if (dial === undefined || key === undefined) continue;
      const typed = block[(row - range.top) % height]?.[(column - range.left) % width] ?? '';
      const reading = readCell(key, typed);
      if (reading.readable && reading.message === undefined)
        cells.push({ dial_id: dial.dial_id, key, value: reading.value });
      else
        wrong.push(
          `“${shorten(typed)}” for ${VALUES[key].label} of ${dial.position} ${dial.name} (${reading.message})`,
        );
    }
  }
  return wrong.length === 0
    ? { fits: true, cells, range }
    : no(`Nothing was pasted. This does not fit: ${list(wrong)}.`);
}

const no = (sentence: string): PasteResult => ({ fits: false, sentence });

function fill({ top, bottom, left, right }: Range, height: number, width: number): Range {
  const [rows, columns] = [bottom - top + 1, right - left + 1];
  if (rows % height === 0 && columns % width === 0) return { top, bottom, left, right };
  return { top, bottom: top + height - 1, left, right: left + width - 1 };
}

function tooLarge(range: Range, rows: number, height: number, width: number): string | undefined {
  if (range.bottom < rows && range.right <= LAST_VALUE) return undefined;
  const space = `${plural(rows - range.top, 'row')} and ${plural(LAST_VALUE - range.left + 1, 'column')}`;
  return `Nothing was pasted. It has ${plural(height, 'row')} and ${plural(width, 'column')}; from this cell there are ${space}.`;
}

const shorten = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

function list(items: readonly string[]): string {
  const rest = items.length - MAX_NAMED;
  return [...items.slice(0, MAX_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
}
