import type { ApiContract } from '#contract/contract.ts';
import type { Answer } from '#contract/route.ts';
import { writeCsv } from '#domain/csv/write.ts';

export type AuditExport = Answer<ApiContract['exportAudit']>['records'];

const FIELDS = [
  'seq',
  'at',
  'by_id',
  'by_name',
  'action',
  'object_type',
  'object_id',
  'about',
  'set',
  'refused',
  'detail',
  'previous_hash',
  'hash',
];

const setIn = (detail: AuditExport[number]['detail']): string =>
  typeof detail === 'object' && detail !== null && 'set' in detail && typeof detail.set === 'string' ? detail.set : '';

export function writeAuditCsv(records: AuditExport): string {
  const lines = records.map(({ seq, at, by, action, object, about, refused, detail, previous_hash, hash }) => [
    String(seq),
    at,
    by?.id ?? '',
    by?.name ?? '',
    action,
    object.type,
    object.id,
    about,
    setIn(detail),
    refused ? 'yes' : 'no',
    JSON.stringify(detail),
    previous_hash,
    hash,
  ]);
  return writeCsv(FIELDS, lines);
}
