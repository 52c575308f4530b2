import { type Codec, oneOf, readAs } from '#domain/dimension/codec.ts';
import { type FixedOption, labelOf } from '#domain/dimension/dimension.ts';
import { formatShort, grouped, type Unit, unitFacts } from '#domain/dimension/format.ts';

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

type AmountFacts = Readonly<{
  /** A validation message for a positive amount. */
  check: (value: number) => string | undefined;
  /** The end of a bar that shows it; undefined = the largest amount shown. */
  max: number | undefined;
  /** `3,500,000`, `35%`. */
  describe: (value: number) => string;
  /** `2.5m`, `6`: where a title names the unit. */
  tick: (value: number) => string;
  /** The unit of a difference, and the size of one: `$400k`, `4`. */
  changeLabel: string;
  describeChange: (size: number) => string;
  /** May be typed with the number. */
  sign: RegExp;
}>;

/** Everything that depends on the unit of an amount. */
export const AMOUNTS = {
  usd: {
    check: (value) => (Number.isInteger(value) ? undefined : VALUE_MESSAGES.wholeDollars),
    max: undefined,
    describe: grouped,
    tick: (value) => formatShort(value, 'usd').slice(1),
    changeLabel: 'USD',
    describeChange: (size) => formatShort(size, 'usd'),
    sign: /\$/,
  },
  percent: {
    check: (value) => (value > 100 ? VALUE_MESSAGES.share : undefined),
    max: 100,
    describe: (value) => formatShort(value, 'percent'),
    tick: grouped,
    changeLabel: 'points',
    describeChange: grouped,
    sign: /%$/,
  },
} as const satisfies { readonly [U in Unit]?: AmountFacts };
export type AmountUnit = keyof typeof AMOUNTS;

export function numberKind({ unit }: Readonly<{ unit: AmountUnit }>): ValueKind<number> {
  const { check, describe } = AMOUNTS[unit];
  return {
    isValue: (value) => typeof value === 'number',
    check: (value) => (value > 0 ? check(value) : VALUE_MESSAGES.positive),
    describe,
    codec: {
      write: String,
      read: (text) => readAs(readAmount(text, unit), `Please give a number like ${unitFacts(unit).numbers[0]}`),
    },
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

const SHIFTS: Readonly<Record<string, string>> = { k: 'e3', m: 'e6', b: 'e9', bn: 'e9' };

/** Parses `2500000`, `2,500,000`, `$2,500,000`, `2.5m`, `6%`. */
function readAmount(text: string, unit: AmountUnit): number | undefined {
  const plain = text.trim().replace('−', '-').replace(AMOUNTS[unit].sign, '').trim();
  const shifted = unitFacts(unit).hasSuffixes ? plain.replace(/(?<=[\d.])\s?(?:k|m|bn?)$/i, shiftOf) : plain;
  if (!/\d/.test(shifted) || !NUMBER.test(shifted)) return undefined;
  const value = Number(shifted.replaceAll(',', ''));
  return Number.isFinite(value) ? value : undefined;
}
const shiftOf = (suffix: string): string => SHIFTS[suffix.trim().toLowerCase()] ?? '';
