import Papa from 'papaparse';
import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import { guardCell } from '#domain/csv/cell.ts';

export type AuditExport = Answer<ApiContract['exportAudit']>['records'];

/** Tells spreadsheets that the text is UTF-8. */
const BOM = '\uFEFF';
const FIELDS = [
  'seq',
  'at',
  'by_id',
  'by_name',
  'action',
  'object_type',
  'object_id',
  'about',
  'refused',
  'detail',
  'previous_hash',
  'hash',
];

/** Every cell is quoted, and what a spreadsheet would run as a formula starts with an apostrophe. */
export function writeAuditCsv(records: AuditExport): string {
  const data = records.map(({ seq, at, by, action, object, about, refused, detail, previous_hash, hash }) => [
    String(seq),
    at,
    by?.id ?? '',
    by?.name ?? '',
    action,
    object.type,
    object.id,
    about,
    refused ? 'yes' : 'no',
    JSON.stringify(detail),
    previous_hash,
    hash,
  ]);
  return (
    BOM +
    Papa.unparse({ fields: FIELDS, data: data.map((cells) => cells.map(guardCell)) }, { newline: '\r\n', quotes: true })
  );
}
