import type { FixedOption } from '#domain/dimension/dimension.ts';
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
export type ExpiringLine = (typeof EXPIRING_LINE_OPTIONS)[number]['value'];

type NumberValue = Readonly<{ kind: 'number'; unit: AmountUnit }>;
type OptionValue = Readonly<{ kind: 'option'; unit: null; options: readonly FixedOption[] }>;
type Value = Readonly<{ label: string; short?: string }> & (NumberValue | OptionValue);

/** The values a dial can set. Money is in whole US dollars, shares in percent. */
export const VALUES = {
  ignore_expiring_line: {
    label: 'Ignore expiring line',
    short: 'Ignore expiring',
    kind: 'option',
    unit: null,
    options: EXPIRING_LINE_OPTIONS,
  },
  lead_share_cap: { label: 'Lead share cap', kind: 'number', unit: 'percent' },
  max_line: { label: 'Max line', kind: 'number', unit: 'usd' },
  min_line: { label: 'Min line', kind: 'number', unit: 'usd' },
  policy_share_cap: { label: 'Policy share cap', kind: 'number', unit: 'percent' },
} as const satisfies Record<string, Value>;

export type ValueKey = keyof typeof VALUES;
export const VALUE_KEYS = Object.keys(VALUES) as readonly ValueKey[];

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

export const valueKindOf = (key: ValueKey): ValueKind<string | number> => KINDS[key];

/** Validates one value, for the form and the override grid. */
export function checkValue(key: ValueKey, value: unknown): string | undefined {
  const kind = valueKindOf(key);
  return kind.isValue(value) ? kind.check(value) : undefined;
}
