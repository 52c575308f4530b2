import type { MeasuredRisk } from '#contract/impact.ts';
import { guardCell } from '#domain/csv/cell.ts';
import { kindOf } from '#domain/dimension/kind/kinds.ts';
import { DIMENSION_KEYS, dimensionOf } from '#domain/dimension/registry.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { writeCsv } from '#domain/csv/write.ts';

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
  return writeCsv(
    [...fields, ...values.flatMap((key) => [`${key}_before`, `${key}_after`])],
    lines.map((cells) => cells.map((cell) => (Number.isNaN(Number(cell)) ? guardCell(cell) : cell))),
  );
}
