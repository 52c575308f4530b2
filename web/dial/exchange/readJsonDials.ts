import { isDialId, NOT_AN_ID } from '#domain/dial/exchange.ts';
import { accept, type DialFile, type FileRow, refuse } from './importFile.ts';
import { jsonErrorLine } from './jsonError.ts';

/** One dial, a list of dials, or an export. Whether each says something that makes sense, the server answers. */
export function readJsonDials(text: string): DialFile {
  let content: unknown;
  try {
    content = JSON.parse(text.replace('\uFEFF', ''));
  } catch {
    return refuse(`This is not JSON: line ${jsonErrorLine(text)} cannot be read.`);
  }
  const entries = listOf(content);
  return entries === undefined ? refuse('There is no dial in this file.') : accept(entries.map(readEntry));
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
