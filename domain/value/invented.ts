import { numberKind } from './kind.ts';
import type * as registry from './registry.ts';

/* Test fixture: an invented value. */

export const INVENTED_VALUE = {
  label: 'Brokerage cap',
  brief: 'brokerage',
  note: 'of the premium',
  help: 'Percent, invented',
  impactOrder: 9,
  kind: 'number',
  unit: 'percent',
} as const;
const KEY = 'invented_cap';

type Registry = typeof registry;

/** A copy of the registry with the invented value, for `vi.mock`. */
export function withInventedValue(original: Registry): Registry {
  const VALUES = { ...original.VALUES, [KEY]: INVENTED_VALUE };
  const kind = numberKind(INVENTED_VALUE);
  const isInvented = (key: string) => key === KEY;
  return {
    ...original,
    VALUES,
    VALUE_KEYS: Object.keys(VALUES) as unknown as Registry['VALUE_KEYS'],
    isAmountKey: (key): key is registry.AmountKey => isInvented(key) || original.isAmountKey(key),
    shortLabelOf: (key) => (isInvented(key) ? INVENTED_VALUE.label : original.shortLabelOf(key)),
    briefLabelOf: (key) => (isInvented(key) ? 'Brokerage' : original.briefLabelOf(key)),
    valueKindOf: (key) => (isInvented(key) ? (kind as never) : original.valueKindOf(key)),
    checkValue: (key, value) => {
      if (!isInvented(key)) return original.checkValue(key, value);
      return kind.isValue(value) ? kind.check(value) : undefined;
    },
  };
}
