import type { MeasuredRisk } from '#contract/impact.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { writeCsv } from '#domain/csv/write.ts';
import type { Figure } from '#domain/impact/impact.ts';
import type { Api } from '#web/base/api/nouns.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { download } from '#web/kit/download.ts';
import type { MeasureRequest } from '#web/impact/query.ts';

type Behind = Readonly<{ address: BucketAddress; request: MeasureRequest; figure: Figure }>;

const EXPORT_PAGE = 200;
/** More risks than this are exported in part. */
const MAX_EXPORTED = 20_000;

/** Reads the risks behind the figure, and downloads them as a file named after its title. */
export async function exportRisks(api: Api, behind: Behind, title: string) {
  const { partner, cob } = behind.address;
  const { risks, total } = await readRisks(api, behind);
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  download(`${partner}-${cob}-${name}.csv`, writeRisksCsv(risks), 'text/csv');
  return { exported: risks.length, total };
}

async function readRisks(api: Api, { address, request, figure }: Behind) {
  const risks: MeasuredRisk[] = [];
  const body = { ...request, figure };
  for (let cursor: string | undefined; ;) {
    const query = { limit: EXPORT_PAGE, ...(cursor !== undefined && { cursor }) };
    const { items, next, total } = await api.listMeasuredRisks({ params: address, query, body });
    risks.push(...items);
    if (next === null || risks.length >= MAX_EXPORTED) return { risks, total };
    cursor = next;
  }
}

/** One line a risk: what is known of it, and its values before and after. Only columns that a risk fills. */
export function writeRisksCsv(risks: readonly MeasuredRisk[]): string {
  const keys = DIMENSION_KEYS.filter((key) => risks.some(({ risk }) => risk.dimensions[key] !== undefined));
  const values = VALUE_KEYS.filter((key) => risks.some(({ before, after }) => before[key] ?? after[key]));
  const columns = [...new Set(risks.flatMap(({ kept }) => Object.keys(kept)))];
  const fields = ['reference', 'date', 'journey', 'premium', ...keys, ...columns];
  const lines = risks.map(({ reference, risk, premium, kept, before, after }) => [
    reference,
    risk.date,
    risk.journey ?? '',
    String(premium ?? ''),
    ...keys.map((key) => {
      const value = risk.dimensions[key];
      return value === undefined ? '' : kindOf(dimensionOf(key)).riskTexts.write(value).join('; ');
    }),
    ...columns.map((column) => kept[column] ?? ''),
    ...values.flatMap((key) => [String(before[key] ?? ''), String(after[key] ?? '')]),
  ]);
  return writeCsv([...fields, ...values.flatMap((key) => [`${key}_before`, `${key}_after`])], lines);
}
