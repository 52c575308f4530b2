import type { ReferenceData } from '#contract/reference.ts';
import type { FindOption } from '#domain/dial/exchange.ts';
import { type DialFile, refuse } from './importFile.ts';
import { readJsonDials } from './readJsonDials.ts';

const MAX_BYTES = 20 * 1024 * 1024;

/** A file as a person has it: JSON or a spreadsheet saved as CSV. */
export async function readDialFile(file: File, findOption: FindOption): Promise<DialFile> {
  const name = file.name.toLowerCase();
  if (/\.(xlsx?|ods|numbers)$/.test(name))
    return refuse('This is a workbook. Please save it as CSV in your spreadsheet program, and choose that file.');
  if (file.size > MAX_BYTES) return refuse('This file is larger than 20 MB.');
  const text = decodeText(await file.arrayBuffer());
  if (text.trim() === '') return refuse('This file is empty.');
  if (name.endsWith('.json')) return readJsonDials(text);
  if (name.endsWith('.csv') || name.endsWith('.txt')) {
    const { readCsvDials } = await import('./dialsCsv.ts');
    return readCsvDials(text, findOption);
  }
  return refuse('Please choose a .json or a .csv file.');
}

/** Spreadsheets save in UTF-8, in UTF-16 with a mark, or as Windows did long ago. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Options by their code or by what people call them, whatever the case. */
export function optionFinder(data: ReferenceData): FindOption {
  const lists = new Map(
    Object.entries(data).map(([list, options]): [string, ReadonlyMap<string, string>] => {
      const byLabel = options.map(({ code, label }): [string, string] => [label.toLowerCase(), code]);
      const byCode = options.map(({ code }): [string, string] => [code.toLowerCase(), code]);
      // A code means itself, even where something else is called that.
      return [list, new Map([...byLabel, ...byCode])];
    }),
  );
  return (list, text) => lists.get(list)?.get(text.toLowerCase());
}
