import { UNITS } from '#domain/dimension/format.ts';
import { capitalise } from '#domain/dimension/words.ts';
import { type AmountUnit, numberKind, optionKind, type ValueKind } from './kind.ts';

export const EXPIRING_LINE_OPTIONS = [
  {
    value: 'maintains',
    label: 'Maintains',
    help: 'We keep the line we had, whatever the other values say.',
  },
  { value: 'ignores', label: 'Ignores', help: 'The line we had plays no part.' },
  {
    value: 'expiring_line',
    label: 'Expiring line',
    help: 'The line we had is the most we write.',
  },
] as const;

type NumberValue = Readonly<{ kind: 'number'; unit: AmountUnit }>;
type OptionValue = Readonly<{
  kind: 'option';
  unit: null;
  /** One list: the overrides of a bucket offer it for every option. */
  options: typeof EXPIRING_LINE_OPTIONS;
}>;
type Value = Readonly<{
  label: string;
  short?: string;
  /** Before a value in one line: "max 5,000,000". Empty where the value says enough. */
  brief: string;
  /** Below a value: "of the lead line". */
  note: string;
  /** Below its label in the form of a dial. */
  help: string;
  /** Its place in an impact; lower first. */
  impactOrder: number;
}> &
  (NumberValue | OptionValue);

/** The values a dial can set. Money is in whole US dollars, shares in percent. */
export const VALUES = {
  ignore_expiring_line: {
    label: 'Ignore expiring line',
    short: 'Ignore expiring',
    brief: '',
    note: 'at renewal',
    help: 'What becomes of the expiring line',
    impactOrder: 5,
    kind: 'option',
    unit: null,
    options: EXPIRING_LINE_OPTIONS,
  },
  lead_share_cap: {
    label: 'Lead share cap',
    brief: 'lead',
    note: 'of the lead line',
    help: 'Percent of the lead line',
    impactOrder: 2,
    kind: 'number',
    unit: 'percent',
  },
  max_line: {
    label: 'Max line',
    brief: 'max',
    note: 'USD',
    help: 'USD, the most to write',
    impactOrder: 1,
    kind: 'number',
    unit: 'usd',
  },
  min_line: {
    label: 'Min line',
    brief: 'min',
    note: 'USD',
    help: 'USD, the least to write',
    impactOrder: 4,
    kind: 'number',
    unit: 'usd',
  },
  policy_share_cap: {
    label: 'Policy share cap',
    brief: 'policy',
    note: 'of the policy',
    help: 'Percent of the policy',
    impactOrder: 3,
    kind: 'number',
    unit: 'percent',
  },
} as const satisfies Record<string, Value>;

export type ValueKey = keyof typeof VALUES;
export const VALUE_KEYS = Object.keys(VALUES) as readonly ValueKey[];
/** Numbers; the others are options. */
export type AmountKey = { [K in ValueKey]: (typeof VALUES)[K]['kind'] extends 'number' ? K : never }[ValueKey];
export type OptionKey = Exclude<ValueKey, AmountKey>;
export const isAmountKey = (key: ValueKey): key is AmountKey => VALUES[key].kind === 'number';

type ValueOf<V extends Value> = V extends { options: readonly { value: infer T }[] } ? T : number;
/** Unset values are decided by the next matching dial. */
export type DialValues = { readonly [K in ValueKey]?: ValueOf<(typeof VALUES)[K]> | undefined };

const VALUE_KINDS = { number: numberKind, option: optionKind } as const satisfies {
  [K in Value['kind']]: (value: Extract<Value, { kind: K }>) => ValueKind<K extends 'number' ? number : string>;
};

const KINDS = Object.fromEntries(
  VALUE_KEYS.map((key) => [key, VALUE_KINDS[VALUES[key].kind](VALUES[key] as never)]),
) as unknown as Readonly<Record<ValueKey, ValueKind<string | number>>>;

export function shortLabelOf(key: ValueKey): string {
  const value: Value = VALUES[key];
  return value.short ?? value.label;
}

/** The unit of its amounts; empty where it has none. */
export function unitLabelOf(key: ValueKey): string {
  const { unit } = VALUES[key];
  return unit === null ? '' : UNITS[unit].label;
}

/** "Max", "Ignore expiring". */
export const briefLabelOf = (key: ValueKey): string =>
  VALUES[key].brief === '' ? shortLabelOf(key) : capitalise(VALUES[key].brief);

export const valueKindOf = (key: ValueKey): ValueKind<string | number> => KINDS[key];

/** Validates one value, for the form and the override grid. */
export function checkValue(key: ValueKey, value: unknown): string | undefined {
  const kind = valueKindOf(key);
  return kind.isValue(value) ? kind.check(value) : undefined;
}
