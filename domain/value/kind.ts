import { type Codec, oneOf, readAs } from '#domain/dimension/codec.ts';
import { type FixedOption, labelOf } from '#domain/dimension/dimension.ts';
import { formatShort, grouped } from '#domain/dimension/format.ts';

export const VALUE_MESSAGES = {
  positive: 'Value must be positive',
  share: 'A share is at most 100 percent',
  wholeDollars: 'Please give whole US dollars',
} as const;

/** Everything that depends on the kind of a value. */
export type ValueKind<Value extends string | number> = Readonly<{
  isValue: (value: unknown) => value is Value;
  /** A validation message. */
  check: (value: Value) => string | undefined;
  /** `3,500,000`, `35%`, `Maintains`. */
  describe: (value: Value) => string;
  codec: Codec<Value>;
}>;

export type AmountUnit = 'usd' | 'percent';

export function numberKind({ unit }: Readonly<{ unit: AmountUnit }>): ValueKind<number> {
  return {
    isValue: (value) => typeof value === 'number',
    check: (value) => {
      if (!(value > 0)) return VALUE_MESSAGES.positive;
      if (unit === 'percent') return value > 100 ? VALUE_MESSAGES.share : undefined;
      return Number.isInteger(value) ? undefined : VALUE_MESSAGES.wholeDollars;
    },
    describe: (value) => (unit === 'percent' ? formatShort(value, unit) : grouped(value)),
    codec: { write: String, read: (text) => readAs(readAmount(text, unit), 'Please give a number like 2500000') },
  };
}

export function optionKind({ options }: Readonly<{ options: readonly FixedOption[] }>): ValueKind<string> {
  return {
    isValue: (value) => typeof value === 'string',
    check: () => undefined,
    describe: (value) => labelOf(options, value),
    codec: oneOf(options),
  };
}

const NUMBER = /^[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(e[+-]?\d+)?$/i;

/** Parses `2500000`, `2,500,000`, `$2,500,000`, `6%`. */
function readAmount(text: string, unit: AmountUnit): number | undefined {
  const sign = unit === 'usd' ? /\$/ : /%$/;
  const plain = text.trim().replace('−', '-').replace(sign, '').trim();
  if (!/\d/.test(plain) || !NUMBER.test(plain)) return undefined;
  const value = Number(plain.replaceAll(',', ''));
  return Number.isFinite(value) ? value : undefined;
}
