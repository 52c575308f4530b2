import type { DimensionKind, DimensionOf, KindValues } from './dimension.ts';
import type * as registry from './registry.ts';

/* Test fixtures: an invented dimension of each kind, with two values that no risk matches both. */

const COMMON = { help: 'Invented', group: 'Company', columns: [] } as const;
const OPTIONS = [
  { value: 'red', label: 'Red' },
  { value: 'green', label: 'Green' },
  { value: 'blue', label: 'Blue' },
] as const;

export const INVENTED: { readonly [K in DimensionKind]: DimensionOf<K> } = {
  intervals: {
    kind: 'intervals',
    label: 'Fleet age',
    plural: 'fleet ages',
    unit: 'days',
    axis: { from: -50, to: 100, marks: [0, 100] },
    negative: true,
    clause: 'the fleet age is',
    ...COMMON,
    columns: ['ship age'],
  },
  options: { kind: 'options', label: 'Ports', list: 'countries', clause: 'the port lies in', ...COMMON },
  choices: { kind: 'choices', label: 'Paint', options: OPTIONS, clause: 'the paint is', ...COMMON },
  'one-of': { kind: 'one-of', label: 'Flag colour', options: OPTIONS, clause: 'the flag is', ...COMMON },
  'yes-no': { kind: 'yes-no', label: 'Helipad', clause: ['it has a helipad', 'it has no helipad'], ...COMMON },
};

export const SAMPLES: { readonly [K in DimensionKind]: readonly [KindValues[K]['value'], KindValues[K]['value']] } = {
  intervals: ['[-5,8) [10,12]', '(12,20]'],
  options: [['US', 'FR'], ['DE']],
  choices: [['red', 'green'], ['blue']],
  'one-of': ['red', 'green'],
  'yes-no': [true, false],
};

/** `invented_one_of`. */
export const inventedKey = (kind: DimensionKind) => `invented_${kind.replaceAll('-', '_')}`;
export const KIND_NAMES = Object.keys(INVENTED) as readonly DimensionKind[];

type Registry = typeof registry;

/** A copy of the registry with the invented dimensions, for `vi.mock`. */
export function withInvented(original: Registry): Registry {
  const entries = KIND_NAMES.map((kind) => [inventedKey(kind), INVENTED[kind]] as const);
  const DIMENSIONS = { ...original.DIMENSIONS, ...Object.fromEntries(entries) };
  const DIMENSION_KEYS = Object.keys(DIMENSIONS) as unknown as Registry['DIMENSION_KEYS'];
  return { DIMENSIONS, DIMENSION_KEYS, dimensionOf: (key) => DIMENSIONS[key] };
}
