import { JOURNEYS } from '#domain/dial/dial.ts';
import type { DialChange, ListField, TextField } from '#domain/dial/diff.ts';
import { labelOf, type NameOption } from '#domain/dimension/dimension.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeValue } from '#domain/dimension/kind/kinds.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import type { AmountUnit } from '#domain/value/kind.ts';
import { type ValueKey, valueKindOf, VALUES } from '#domain/value/registry.ts';

const FIELDS: Readonly<Record<TextField | ListField, string>> = {
  name: 'Name',
  description: 'Description',
  reason: 'Reason',
  active_from: 'Active From',
  active_until: 'Active Until',
  tags: 'Tags',
  authors: 'Authors',
  journeys: 'Journeys',
};

/** The form's label of the field that differs. */
export function labelOfChange(change: DialChange): string {
  if (change.kind === 'value') return VALUES[change.value].label;
  if ('dimension' in change) return dimensionOf(change.dimension).label;
  return FIELDS[change.field];
}

type SetChange = Extract<DialChange, { kind: 'list' | 'options' }>;

/** The name of one member of a set that differs. */
export function memberName(change: SetChange, code: string, nameOption: NameOption): string {
  if (change.kind === 'list') return change.field === 'journeys' ? labelOf(JOURNEYS, code) : code;
  return describeValue(change.dimension, [code], nameOption);
}

/** `3,500,000`, `35%`, `Maintains`: a value; without one, what stands in its place. */
export const valueText = (key: ValueKey, value: string | number | null, none = 'not set'): string =>
  value === null ? none : valueKindOf(key).describe(value);

/** How much a value changes: in words, and as a share of one half of its bar, from -1 to 1. */
export type ValueChange = Readonly<{ text: string; share: number }>;

const sign = (change: number): string => (change < 0 ? '−' : '+');
const clamp = (share: number): number => Math.min(1, Math.max(-1, share));

/** Money changes in percent, shares change in points. */
const CHANGES: Readonly<Record<AmountUnit, (before: number, after: number) => ValueChange | undefined>> = {
  usd: (before, after) => {
    if (before === 0) return undefined;
    const percent = ((after - before) / Math.abs(before)) * 100;
    const size = Math.abs(percent);
    const rounded = size < 0.1 ? 'under 0.1' : grouped(Number(size.toFixed(1)));
    return { text: `${sign(percent)}${rounded}%`, share: clamp(percent / 100) };
  },
  percent: (before, after) => {
    // Without float noise: 3.3 − 3 is 0.3.
    const points = Number((after - before).toFixed(6));
    const size = Math.abs(points);
    const rounded = size < 0.1 ? 'under 0.1' : grouped(Number(size.toFixed(1)));
    return { text: `${sign(points)}${rounded} ${rounded === '1' ? 'point' : 'points'}`, share: clamp(points / 10) };
  },
};

/** `+40%`, `−0.5 points`; undefined if it is not known, or the value stays. */
export function describeValueChange(key: ValueKey, before: unknown, after: unknown): ValueChange | undefined {
  const { unit } = VALUES[key];
  if (unit === null || typeof before !== 'number' || typeof after !== 'number' || before === after) return undefined;
  return CHANGES[unit](before, after);
}

type TextParts = Readonly<{ start: string; removed: string; added: string; end: string }>;

/** Splits two texts into the shared ends and the difference, in whole words. */
export function textParts(before: string, after: string): TextParts {
  const [old, now] = [before.split(/(\s+)/), after.split(/(\s+)/)];
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return {
    start: old.slice(0, start).join(''),
    removed: old.slice(start, old.length - end).join(''),
    added: now.slice(start, now.length - end).join(''),
    end: old.slice(old.length - end).join(''),
  };
}
