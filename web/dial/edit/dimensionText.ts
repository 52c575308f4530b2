import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { formatShort } from '#domain/dimension/format.ts';
import { describeInterval, parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import { choiceName, optionName } from '#web/dimension/changeWords.ts';

/** What a dimension is set to, in a few words; undefined where it is not set. */
export function dimensionText(key: DimensionKey, value: unknown, nameOption: NameOption): string | undefined {
  const dimension = dimensionOf(key);
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((code: string) => optionName(key, code, nameOption)).join(', ');
  if (typeof value === 'boolean') return choiceName(key, value, nameOption);
  if (typeof value !== 'string' || value === '') return undefined;
  if (dimension.kind !== 'intervals') return choiceName(key, value, nameOption);
  const parsed = parseIntervals(value, { negative: dimension.negative });
  if (!parsed.ok) return value;
  return parsed.set.map((interval) => describeInterval(interval, (n) => formatShort(n, dimension.unit))).join('; ');
}
