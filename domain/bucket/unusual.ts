import { type DialValues, VALUE_KEYS, type ValueKey, VALUES, valueKindOf } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, byDial, effectiveValues } from './entry.ts';

/** An override beyond this factor of the dial's own value is unusual. */
export const UNUSUAL_TIMES = 10;

/** The highest values in other live buckets: of the same class by any dial, and of all classes by the dial. */
export type HighestValues = Readonly<{
  of_class: DialValues;
  of_dials: readonly Readonly<{ dial_id: string; values: DialValues }>[];
}>;

export const UNUSUAL_KINDS = ['far_above_own', 'far_below_own', 'above_class', 'above_dial'] as const;

/** A value that is probably a typo. Only a warning. */
export type UnusualValue = Readonly<{
  kind: (typeof UNUSUAL_KINDS)[number];
  dial_id: string;
  position: number;
  key: ValueKey;
  value: number;
  /** The value it is compared with. */
  usual: number;
}>;

type OwnValues = (entry: BucketEntry) => DialValues | undefined;
type NewValue = Readonly<{ entry: BucketEntry; position: number; own: DialValues; key: ValueKey; value: number }>;

/** The numbers that these entries set and that are not live yet, in list order. */
export function listNewValues(entries: BucketEntries, live: BucketEntries, ownValues: OwnValues): NewValue[] {
  const before = byDial(live);
  return entries.flatMap((entry, index) => {
    const own = ownValues(entry) ?? {};
    const former = before.get(entry.dial_id);
    const formerValues = former && effectiveValues(ownValues(former) ?? {}, former.overrides);
    const values = effectiveValues(own, entry.overrides);
    return VALUE_KEYS.flatMap((key): NewValue[] => {
      const value = values[key];
      if (typeof value !== 'number' || formerValues?.[key] === value) return [];
      return [{ entry, position: index + 1, own, key, value }];
    });
  });
}

/** Unusual values that are not live yet, one reason each, in list order. */
export function listUnusual(
  entries: BucketEntries,
  live: BucketEntries,
  ownValues: OwnValues,
  highest: HighestValues,
): UnusualValue[] {
  const ofDials = new Map(highest.of_dials.map(({ dial_id, values }) => [dial_id, values]));
  return listNewValues(entries, live, ownValues).flatMap(({ entry, position, own, key, value }): UnusualValue[] => {
    const found = { dial_id: entry.dial_id, position, key, value };
    const [ofOwn, ofClass, ofDial] = [own[key], highest.of_class[key], ofDials.get(entry.dial_id)?.[key]];
    if (typeof ofOwn === 'number' && value > ofOwn * UNUSUAL_TIMES)
      return [{ kind: 'far_above_own', ...found, usual: ofOwn }];
    if (typeof ofOwn === 'number' && value < ofOwn / UNUSUAL_TIMES)
      return [{ kind: 'far_below_own', ...found, usual: ofOwn }];
    if (typeof ofClass === 'number' && value > ofClass) return [{ kind: 'above_class', ...found, usual: ofClass }];
    return typeof ofDial === 'number' && value > ofDial ? [{ kind: 'above_dial', ...found, usual: ofDial }] : [];
  });
}

const REASONS: Readonly<Record<UnusualValue['kind'], (usual: string) => string>> = {
  far_above_own: (usual) => `more than ${UNUSUAL_TIMES} times the dial’s own ${usual}`,
  far_below_own: (usual) => `less than a tenth of the dial’s own ${usual}`,
  above_class: (usual) => `above every other live bucket of this class (${usual} at most)`,
  above_dial: (usual) => `above every other live bucket with this dial (${usual} at most)`,
};

/** Unusual values of one kind of value, for one reason. */
export type UnusualGroup = Pick<UnusualValue, 'key' | 'kind'> & Readonly<{ values: readonly UnusualValue[] }>;

/** Most values first. */
export const groupUnusual = (unusual: readonly UnusualValue[]): UnusualGroup[] =>
  [...Map.groupBy(unusual, ({ key, kind }) => `${key} ${kind}`).values()]
    .flatMap((values) => values.slice(0, 1).map(({ key, kind }) => ({ key, kind, values })))
    .toSorted((a, b) => b.values.length - a.values.length);

const GROUP_REASONS = {
  far_above_own: `more than ${UNUSUAL_TIMES} times the dial’s own`,
  far_below_own: 'less than a tenth of the dial’s own',
  above_class: 'above every other live bucket of this class',
  above_dial: 'above every other live bucket with this dial',
} as const satisfies Record<UnusualValue['kind'], string>;

/** "Max line above every other live bucket of this class". */
export const describeUnusualGroup = ({ key, kind }: Pick<UnusualValue, 'key' | 'kind'>): string =>
  `${VALUES[key].label} ${GROUP_REASONS[kind]}`;

/** "Max line 25,000,000: more than 10 times the dial’s own 2,000,000". */
export function describeUnusual({ kind, key, value, usual }: UnusualValue): string {
  const { describe } = valueKindOf(key);
  return `${VALUES[key].label} ${describe(value)}: ${REASONS[kind](describe(usual))}`;
}
