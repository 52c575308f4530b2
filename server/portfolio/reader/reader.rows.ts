import { FileProblem } from './reader.protocol.ts';

const [QUOTE, LINE_FEED, CARRIAGE_RETURN, SPACE, TAB, BETWEEN] = [0x22, 0x0a, 0x0d, 0x20, 0x09, 0x1f];
const MAX_ROW_BYTES = 2 * 1024 * 1024;
const MAX_NUMBER_BYTES = 12;

export type ScannedRow = Readonly<{
  /** As a spreadsheet numbers it: empty rows count, line ends within quotation marks do not. */
  row: number;
  cells: number;
  /** The number of cells that are not empty, and of cells up to the last of them. */
  filled: number;
  width: number;
  text: () => string;
}>;

/** Where the bytes of a cell are. */
type State = 'start' | 'plain' | 'quoted' | 'closed';

/**
 * Splits CSV into rows. `onRow` is called for each row that is not empty, and returns the number of its cells to write. A line
 * ends by LF, CRLF or CR. Quotation marks count at the start of a cell; what follows the closing one belongs to the cell.
 */
export function rowScanner(separator: string, onRow: (row: ScannedRow) => number | void) {
  const separatorByte = separator.charCodeAt(0);
  let out = Buffer.allocUnsafe(4 * 1024 * 1024);
  /** The end of what is written, and of the finished rows. */
  let [end, rowStart] = [0, 0];
  /** The ends of the cells of this row. */
  let ends: number[] = [];
  let [filled, width] = [0, 0];
  let hasContent = false;
  let state: State = 'start';
  let row = 1;
  /** The row in which the last quotation mark was opened. */
  let quotedAt = 0;
  let isAfterReturn = false;

  const endCell = () => {
    ends.push(end);
    if (hasContent) {
      filled += 1;
      width = ends.length;
    }
    hasContent = false;
    state = 'start';
  };
  const endRow = () => {
    endCell();
    const [start, cells] = [rowStart, ends];
    // Behind the number and the byte between.
    const text = () => out.toString('utf8', start + MAX_NUMBER_BYTES + 1, end);
    const kept = filled === 0 ? 0 : (onRow({ row, cells: cells.length, filled, width, text }) ?? 0);
    if (kept === 0) end = start;
    else {
      // The number has its place before the cells, padded by zeros.
      out.write(String(row).padStart(MAX_NUMBER_BYTES, '0'), start, 'latin1');
      end = cells[kept - 1] ?? end;
      out[end] = LINE_FEED;
      end += 1;
    }
    startRow();
    row += 1;
  };
  const startRow = () => {
    rowStart = end;
    end += MAX_NUMBER_BYTES;
    out[end] = BETWEEN;
    end += 1;
    ends = [];
    filled = 0;
    width = 0;
  };
  const requireSpace = (bytes: number) => {
    if (end - rowStart > MAX_ROW_BYTES)
      throw new FileProblem(
        state === 'quoted'
          ? `The quotation mark in row ${quotedAt} is never closed. Close it, or write it twice if it belongs to the text.`
          : `Row ${row} is longer than 2 MB. Check what ends its lines.`,
      );
    if (out.length - end >= bytes) return;
    const larger = Buffer.allocUnsafe(2 * (out.length + bytes));
    out.copy(larger, 0, 0, end);
    out = larger;
  };
  startRow();

  /** The finished rows. */
  const take = (): Buffer => {
    const finished = Buffer.from(out.subarray(0, rowStart));
    out.copyWithin(0, rowStart, end);
    end -= rowStart;
    ends = ends.map((at) => at - rowStart);
    rowStart = 0;
    return finished;
  };

  return {
    add(bytes: Buffer): Buffer {
      for (let at = 0; at < bytes.length; at += 1) {
        // Each byte adds at most one, and each row its number.
        if ((at & 0xffff) === 0) requireSpace((MAX_NUMBER_BYTES + 4) * 0x10000);
        const byte = bytes[at] as number;
        if (state === 'quoted') {
          if (byte === QUOTE) state = 'closed';
          else {
            out[end] = byte === LINE_FEED || byte === CARRIAGE_RETURN ? SPACE : byte;
            end += 1;
            hasContent ||= byte > SPACE;
          }
          continue;
        }
        if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
          if (byte === CARRIAGE_RETURN || !isAfterReturn) endRow();
          isAfterReturn = byte === CARRIAGE_RETURN;
          continue;
        }
        isAfterReturn = false;
        if (byte === separatorByte) {
          endCell();
          out[end] = BETWEEN;
          end += 1;
        } else if (byte === QUOTE && state !== 'plain') {
          // A second quotation mark right after a closing one stands for itself.
          if (state === 'closed') {
            out[end] = QUOTE;
            end += 1;
            hasContent = true;
          } else quotedAt = row;
          state = 'quoted';
        } else {
          if (state === 'closed' || (byte !== SPACE && byte !== TAB)) state = 'plain';
          out[end] = byte;
          end += 1;
          hasContent ||= byte > SPACE;
        }
      }
      return take();
    },
    end(): Buffer {
      if (state === 'quoted')
        throw new FileProblem(
          `The quotation mark in row ${quotedAt} is never closed. Close it, or write it twice if it belongs to the text.`,
        );
      if (end > rowStart + MAX_NUMBER_BYTES + 1 || ends.length > 0) endRow();
      return take();
    },
  };
}
