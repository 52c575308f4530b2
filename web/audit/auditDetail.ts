import type { AuditRow } from '#contract/audit.ts';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { type DialChange, diffDials } from '#domain/dial/diff.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { capitalise } from '#domain/dimension/words.ts';
import { describeValue } from '#domain/dimension/kind/kinds.ts';
import { type DialValues, VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { labelOfChange, memberName, valueText } from '#web/rule/changeWords.ts';
import { formatDay } from '#web/kit/format.ts';

type Json = AuditRow['detail'];
/** One line of a record's detail: a label with the old and the new value. */
export type DetailLine = Readonly<{ label: string; was?: string; became?: string; text?: string }>;

/** The fields a dial sets, one per line. */
export function dialLines(data: DialData, nameOption: NameOption): readonly DetailLine[] {
  return diffDials(EMPTY_DIAL, data).map((change) => ({
    label: labelOfChange(change),
    text: describeField(change, data, nameOption),
  }));
}

function describeField(change: DialChange, { dimensions }: DialData, nameOption: NameOption): string {
  if ('dimension' in change) return describeValue(change.dimension, dimensions[change.dimension], nameOption);
  if (change.kind === 'list') return change.added.map((member) => memberName(change, member, nameOption)).join(', ');
  if (change.kind === 'value') return valueText(change.value, change.after ?? '');
  const isDay = change.field === 'active_from' || change.field === 'active_until';
  return isDay && change.after !== null ? formatDay(change.after) : (change.after ?? '');
}

/** The values a bucket overrides. */
export const overrideLines = (before: DialValues, after: DialValues): readonly DetailLine[] =>
  VALUE_KEYS.filter((key) => before[key] !== after[key]).map((key) => {
    const text = (value: string | number | undefined) =>
      value === undefined ? 'the dial’s own' : valueText(key, value);
    return { label: VALUES[key].label, was: text(before[key]), became: text(after[key]) };
  });

/** Keys that the row shows elsewhere. */
const SHOWN_ELSEWHERE = new Set(['attempt', 'message']);

/** A record's detail as lines; of a change only the differences. */
export function detailLines(detail: Json): readonly DetailLine[] {
  if (!isObject(detail)) return [...flatten(detail, 'Detail')].map(([label, text]) => ({ label, text }));
  const { was, became, ...others } = detail;
  const rest = merge(
    Object.entries(others)
      .filter(([key]) => !SHOWN_ELSEWHERE.has(key))
      .map(([key, value]) => flatten(value ?? null, words(key))),
  );
  return [...pairUp(rest), ...changedLines(was, became)];
}

function changedLines(was: Json | undefined, became: Json | undefined): readonly DetailLine[] {
  const [before, after] = [flatten(was, ''), flatten(became, '')];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old === now) return [];
    const label = key === '' ? 'Value' : key;
    return { label, ...(old !== undefined && { was: old }), ...(now !== undefined && { became: now }) };
  });
}

const SIDES = /(^|, )(?:(before|was|from)|after|became|to)(?=,|$)/i;

/** Joins a before/after pair into one line; a single side keeps its own label. */
function pairUp(texts: ReadonlyMap<string, string>): readonly DetailLine[] {
  const lines = new Map<string, { label: string; was?: string; became?: string; alone: DetailLine[] }>();
  for (const [label, text] of texts) {
    const side = SIDES.exec(label);
    const base = side === null ? label : label.replace(SIDES, '').replace(/^, /, '');
    const line = lines.get(base) ?? { label: base, alone: [] };
    line.alone.push({ label, text });
    if (side !== null) line[side[2] === undefined ? 'became' : 'was'] = text;
    lines.set(base, line);
  }
  return [...lines.values()].flatMap(({ label, was, became, alone }) =>
    was !== undefined && became !== undefined ? { label: label || 'Value', was, became } : alone,
  );
}

/** Text by label; nested labels begin with their path. */
function flatten(value: Json | undefined, path: string): Map<string, string> {
  if (value === undefined) return new Map();
  if (isObject(value))
    return merge(Object.entries(value).map(([key, inner]) => flatten(inner ?? null, join(path, words(key)))));
  if (Array.isArray(value) && value.some((inner) => typeof inner === 'object' && inner !== null))
    return merge(value.map((inner, index) => flatten(inner, join(path, String(index + 1)))));
  return new Map([[path, print(value)]]);
}

const merge = (maps: readonly Map<string, string>[]): Map<string, string> => new Map(maps.flatMap((map) => [...map]));
const join = (path: string, word: string): string => (path === '' ? word : `${path}, ${word.toLowerCase()}`);

function print(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(print).join(', ');
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `active_from` is "Active from". */
function words(key: string): string {
  return capitalise(key.replaceAll('_', ' '));
}
