import type { DialData } from './dial.ts';
import { DIMENSION_KEYS, dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import {
  type IntervalSet,
  equals,
  parseIntervals,
  printIntervals,
  subtract,
} from '#domain/dimension/kind/intervals/interval.ts';
import { VALUE_KEYS, type ValueKey } from '#domain/value/registry.ts';

export type TextField = 'name' | 'description' | 'reason' | 'active_from' | 'active_until';
export type ListField = 'tags' | 'authors' | 'journeys';

type SetChange = Readonly<{ added: readonly string[]; removed: readonly string[]; kept: readonly string[] }>;

/** One field that differs. Sets say what came and went; intervals what is covered now that was not, and the other way round. */
export type DialChange =
  | Readonly<{ kind: 'text'; field: TextField; before: string | null; after: string | null }>
  | (Readonly<{ kind: 'list'; field: ListField }> & SetChange)
  | (Readonly<{ kind: 'options'; dimension: DimensionKey; before: boolean; after: boolean }> & SetChange)
  | Readonly<{
      kind: 'intervals';
      dimension: DimensionKey;
      before: string | null;
      after: string | null;
      /** Notation. An unset dimension covers everything. */
      gained: string;
      lost: string;
    }>
  | Readonly<{
      kind: 'choice';
      dimension: DimensionKey;
      before: string | boolean | null;
      after: string | boolean | null;
    }>
  | Readonly<{ kind: 'value'; value: ValueKey; before: string | number | null; after: string | number | null }>;

const TEXT_FIELDS: readonly TextField[] = ['name', 'description', 'active_from', 'active_until'];
const LIST_FIELDS: readonly ListField[] = ['tags', 'authors', 'journeys'];

/** What changed from one version to another, field by field. The reason belongs to each version and is no difference. */
export function diffDials(before: DialData, after: DialData): DialChange[] {
  return [
    ...TEXT_FIELDS.flatMap((field) => diffText(field, before[field], after[field])),
    ...LIST_FIELDS.flatMap((field) => diffList(field, before[field], after[field])),
    ...DIMENSION_KEYS.flatMap((key) => diffDimension(key, before.dimensions[key], after.dimensions[key])),
    ...VALUE_KEYS.flatMap((key) => diffValue(key, before.values[key], after.values[key])),
  ];
}

/** The same for two states of one draft, whose reason may change with the rest. */
export function diffSaves(before: DialData, after: DialData): DialChange[] {
  return [...diffDials(before, after), ...diffText('reason', before.reason, after.reason)];
}

function diffText(field: TextField, before: string | null, after: string | null): DialChange[] {
  return before === after ? [] : [{ kind: 'text', field, before, after }];
}

function diffList(field: ListField, before: readonly string[], after: readonly string[]): DialChange[] {
  const change = diffSets(before, after);
  return isSame(change) ? [] : [{ kind: 'list', field, ...change }];
}

function diffDimension(key: DimensionKey, before: unknown, after: unknown): DialChange[] {
  const { kind } = dimensionOf(key);
  if (kind === 'intervals') return diffIntervals(key, textOf(before), textOf(after));
  if (kind === 'options' || kind === 'choices') {
    const change = diffSets(listOf(before), listOf(after));
    if (isSame(change)) return [];
    return [{ kind: 'options', dimension: key, before: before !== undefined, after: after !== undefined, ...change }];
  }
  if (before === after) return [];
  return [{ kind: 'choice', dimension: key, before: choiceOf(before), after: choiceOf(after) }];
}

const EVERYTHING: IntervalSet = [{ lower: null, upper: null }];

function diffIntervals(key: DimensionKey, before: string | null, after: string | null): DialChange[] {
  const [old, now] = [setOf(before), setOf(after)];
  if (equals(old, now)) return [];
  const gained = printIntervals(subtract(now, old));
  const lost = printIntervals(subtract(old, now));
  return [{ kind: 'intervals', dimension: key, before, after, gained, lost }];
}

function setOf(notation: string | null): IntervalSet {
  if (notation === null) return EVERYTHING;
  const parsed = parseIntervals(notation, { negative: true });
  return parsed.ok ? parsed.set : [];
}

function diffValue(
  key: ValueKey,
  before: string | number | undefined,
  after: string | number | undefined,
): DialChange[] {
  return before === after ? [] : [{ kind: 'value', value: key, before: before ?? null, after: after ?? null }];
}

function diffSets(before: readonly string[], after: readonly string[]): SetChange {
  const [old, now] = [new Set(before), new Set(after)];
  return {
    added: after.filter((item) => !old.has(item)),
    removed: before.filter((item) => !now.has(item)),
    kept: after.filter((item) => old.has(item)),
  };
}

const isSame = ({ added, removed }: SetChange) => added.length === 0 && removed.length === 0;
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as readonly string[]) : []);
const choiceOf = (value: unknown) => (typeof value === 'string' || typeof value === 'boolean' ? value : null);
