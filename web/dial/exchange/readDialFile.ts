import type { ReferenceData } from '#contract/reference.ts';
import { isDialId, NOT_AN_ID } from '#domain/dial/exchange.ts';
import type { FindOption } from '#domain/dimension/codec.ts';
import { decodeText } from '#web/kit/decodeText.ts';
import { type DialFile, refuse, accept, type FileRow } from './importFile.ts';

const MAX_BYTES = 20 * 1024 * 1024;

/** A file of dials: JSON, a workbook of Excel, or a spreadsheet saved as CSV. */
export async function readDialFile(file: File, findOption: FindOption): Promise<DialFile> {
  const name = file.name.toLowerCase();
  if (name.endsWith('.xlsx')) return (await import('./dialsSheet.ts')).readSheetDials(file, findOption);
  if (/\.(xlsm?|ods|numbers)$/.test(name))
    return refuse('Please save it as .xlsx in your spreadsheet program, and choose that file.');
  if (file.size > MAX_BYTES) return refuse('This file is larger than 20 MB.');
  const text = decodeText(await file.arrayBuffer());
  if (text.trim() === '') return refuse('This file is empty.');
  if (name.endsWith('.json')) return readJsonDials(text);
  if (name.endsWith('.csv') || name.endsWith('.txt')) {
    const { readCsvDials } = await import('./dialsCsv.ts');
    return readCsvDials(text, findOption);
  }
  return refuse('Please choose a .json, .csv or .xlsx file.');
}

/** Finds options by code or label, ignoring case. */
export function optionFinder(data: ReferenceData): FindOption {
  const lists = new Map(
    Object.entries(data).map(([list, options]): [string, ReadonlyMap<string, string>] => {
      const byLabel = options.map(({ code, label }): [string, string] => [label.toLowerCase(), code]);
      const byCode = options.map(({ code }): [string, string] => [code.toLowerCase(), code]);
      // A code wins over an equal label.
      return [list, new Map([...byLabel, ...byCode])];
    }),
  );
  return (list, text) => lists.get(list)?.get(text.toLowerCase());
}

/** One dial, a list of dials, or an export. The server validates each. */
export function readJsonDials(text: string): DialFile {
  let content: unknown;
  try {
    content = JSON.parse(text.replace('\uFEFF', ''));
  } catch {
    return refuse(`This is not JSON: line ${jsonErrorLine(text)} cannot be read.`);
  }
  const entries = listOf(content);
  return entries === undefined ? refuse('This file has no dials.') : accept(entries.map(readEntry));
}

function listOf(content: unknown): readonly unknown[] | undefined {
  if (Array.isArray(content)) return content;
  if (!isRecord(content)) return undefined;
  return Array.isArray(content['dials']) ? content['dials'] : [content];
}

function readEntry(entry: unknown, index: number): FileRow {
  const at = index + 1;
  if (!isRecord(entry)) return { at, name: '', row: undefined, errors: [{ path: '', message: 'This is not a dial' }] };
  const { id, version: _version, ...rest } = entry;
  const data = isRecord(entry['data']) ? entry['data'] : rest;
  const name = typeof data['name'] === 'string' ? data['name'] : '';
  if (id === undefined || id === null) return { at, name, row: { data }, errors: [] };
  if (typeof id === 'string' && isDialId(id)) return { at, name, row: { id, data }, errors: [] };
  return { at, name, row: { data }, errors: [{ path: 'id', message: NOT_AN_ID }] };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const SCALAR =
  /"(?:[ !#-[\]-\u{10FFFF}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const SPACE = /[ \t\r\n]*/y;

/** The line of a JSON syntax error. Browsers report it in different ways, or not at all. */
export function jsonErrorLine(text: string): number {
  return text.slice(0, jsonErrorAt(text)).split('\n').length;
}

function jsonErrorAt(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.exec(text)?.[0];
    at += matched?.length ?? 0;
    return matched !== undefined;
  };
  const take = (character: string): boolean => {
    skip(SPACE);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const members = (end: string, one: () => boolean): boolean => {
    if (take(end)) return true;
    do if (!one()) return false;
    while (take(','));
    return take(end);
  };
  const key = (): boolean => {
    skip(SPACE);
    return text[at] === '"' && skip(SCALAR) && take(':') && value();
  };
  const value = (): boolean => {
    if (take('{')) return members('}', key);
    if (take('[')) return members(']', value);
    return skip(SCALAR);
  };
  try {
    if (value()) skip(SPACE);
  } catch {
    // Nested too deeply: the position reached is close enough.
  }
  return at;
}
