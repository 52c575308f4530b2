import { JOURNEYS } from '#domain/dial/dial.ts';
import { describeValue } from '#domain/dimension/kind/kinds.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import type { DialPath } from '#domain/dial/merge.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import { VALUES, type ValueKey } from '#domain/value/registry.ts';
import { valueText } from '#web/dimension/changeWords.ts';
import { formatDay } from '#web/kit/format.ts';

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  reason: 'Reason',
  tags: 'Tags',
  authors: 'Authors',
  journeys: 'Journeys',
  active_from: 'Active From',
  active_until: 'Active Until',
};

/** What the form calls a field. */
export function labelOfPath(path: DialPath): string {
  const [group = '', key] = path.split('.');
  if (group === 'dimensions') return dimensionOf(key as DimensionKey).label;
  return group === 'values' ? VALUES[key as ValueKey].label : (LABELS[group] ?? group);
}

/** What stands in a field, in words. */
export function textOfPath(path: DialPath, value: unknown, nameOption: NameOption): string {
  const [group, key] = path.split('.');
  if (group === 'dimensions') return describeValue(key as DimensionKey, value, nameOption);
  if (group === 'values')
    return typeof value === 'string' || typeof value === 'number' ? valueText(key as ValueKey, value) : 'Not set';
  if (Array.isArray(value)) return value.map((item: string) => journeyName(path, item)).join(', ') || 'None';
  if (typeof value !== 'string' || value === '') return 'Empty';
  return path === 'active_from' || path === 'active_until' ? formatDay(value) : value;
}

const journeyName = (path: DialPath, item: string): string =>
  path === 'journeys' ? (JOURNEYS.find(({ value }) => value === item)?.label ?? item) : item;
