import { type DialValues, VALUE_KEYS, type ValueKey, VALUES, valueKindOf } from '#domain/value/registry.ts';
import { type BucketEntries, type BucketEntry, byDial, effectiveValues } from './entry.ts';

/** An override is far from the dial's own value when it is more than this many times it, or less than one part of as many. */
export const UNUSUAL_TIMES = 10;

/** What the other live buckets set at most: those of the same class, by any dial, and all of them, by the dial itself. */
export type HighestValues = Readonly<{
  of_class: DialValues;
  of_dials: readonly Readonly<{ dial_id: string; values: DialValues }>[];
}>;

/** A value that is probably a slip. It stops nothing. Min line above Max line is none of these: it cannot be saved. */
export type UnusualValue = Readonly<{
  kind: 'far_above_own' | 'far_below_own' | 'above_class' | 'above_dial';
  dial_id: string;
  position: number;
  key: ValueKey;
  value: number;
  /** What it is compared with. */
  usual: number;
}>;

/** Values that these entries set and the live ones do not, each told once, in the order of the list. */
export function listUnusual(
  entries: BucketEntries,
  live: BucketEntries,
  ownValues: (entry: BucketEntry) => DialValues | undefined,
  highest: HighestValues,
): UnusualValue[] {
  const before = byDial(live);
  const ofDials = new Map(highest.of_dials.map(({ dial_id, values }) => [dial_id, values]));
  return entries.flatMap((entry, index) => {
    const own = ownValues(entry) ?? {};
    const former = before.get(entry.dial_id);
    const formerValues = former && effectiveValues(ownValues(former) ?? {}, former.overrides);
    return VALUE_KEYS.flatMap((key): UnusualValue[] => {
      const value = effectiveValues(own, entry.overrides)[key];
      if (typeof value !== 'number' || formerValues?.[key] === value) return [];
      const told = { dial_id: entry.dial_id, position: index + 1, key, value };
      const [ofOwn, ofClass, ofDial] = [own[key], highest.of_class[key], ofDials.get(entry.dial_id)?.[key]];
      if (typeof ofOwn === 'number' && value > ofOwn * UNUSUAL_TIMES)
        return [{ kind: 'far_above_own', ...told, usual: ofOwn }];
      if (typeof ofOwn === 'number' && value < ofOwn / UNUSUAL_TIMES)
        return [{ kind: 'far_below_own', ...told, usual: ofOwn }];
      if (typeof ofClass === 'number' && value > ofClass) return [{ kind: 'above_class', ...told, usual: ofClass }];
      return typeof ofDial === 'number' && value > ofDial ? [{ kind: 'above_dial', ...told, usual: ofDial }] : [];
    });
  });
}

const REASONS: Readonly<Record<UnusualValue['kind'], (usual: string) => string>> = {
  far_above_own: (usual) => `more than ${UNUSUAL_TIMES} times the dial’s own ${usual}`,
  far_below_own: (usual) => `less than a tenth of the dial’s own ${usual}`,
  above_class: (usual) => `above every other live bucket of this class (${usual} at most)`,
  above_dial: (usual) => `above every other live bucket with this dial (${usual} at most)`,
};

/** "Max line 25,000,000: more than 10 times the dial’s own 2,000,000". */
export function describeUnusual({ kind, key, value, usual }: UnusualValue): string {
  const { describe } = valueKindOf(key);
  return `${VALUES[key].label} ${describe(value)}: ${REASONS[kind](describe(usual))}`;
}
