/** A flagd definition. It may come from elsewhere, so do not trust its shape. */
export type FlagDefinition = Readonly<{
  state: 'ENABLED' | 'DISABLED';
  variants: Readonly<Record<string, unknown>>;
  defaultVariant: string;
  targeting?: object;
}>;

/** An exception for people, by lower-case e-mail. */
export type FlagRule = Readonly<{ emails: readonly string[]; value: boolean }>;
export type FlagSetting = Readonly<{ enabled: boolean; value: boolean; rules: readonly FlagRule[] }>;
export type ReadFlag = FlagSetting & Readonly<{ targeting: object | undefined }>;

const ON_OFF = { on: true, off: false } as const;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const nameOf = (variants: Fields, value: boolean): string | undefined =>
  Object.keys(variants).find((name) => variants[name] === value);

/** `targeting` is set for custom targeting, beyond rules by e-mail. */
export function readFlag(definition: unknown): ReadFlag {
  const { state, variants, defaultVariant, targeting } = fieldsOf(definition);
  const variantValues = fieldsOf(variants);
  const other = isFields(targeting) && Object.keys(targeting).length > 0 ? targeting : undefined;
  const rules = other && readRules(other, variantValues);
  return {
    enabled: state === 'ENABLED',
    value: typeof defaultVariant === 'string' && variantValues[defaultVariant] === true,
    rules: rules ?? [],
    targeting: rules === undefined ? other : undefined,
  };
}

/** Undefined where it is not a chain of e-mail rules. */
function readRules(targeting: Fields, variants: Fields): readonly FlagRule[] | undefined {
  const chain = only(targeting, 'if');
  if (!Array.isArray(chain) || chain.length < 2 || chain.length % 2 !== 0) return undefined;
  const rules: FlagRule[] = [];
  for (let index = 0; index < chain.length; index += 2) {
    const emails = readEmails(chain[index]);
    const variant: unknown = chain[index + 1];
    const value = typeof variant === 'string' ? variants[variant] : undefined;
    if (emails === undefined || typeof value !== 'boolean') return undefined;
    rules.push({ emails, value });
  }
  return rules;
}

function readEmails(condition: unknown): readonly string[] | undefined {
  const sides = only(condition, 'in');
  if (!Array.isArray(sides) || sides.length !== 2 || only(sides[0], 'var') !== 'targetingKey') return undefined;
  const emails: unknown = sides[1];
  const isList = Array.isArray(emails) && emails.length > 0 && emails.every((email) => typeof email === 'string');
  return isList ? emails : undefined;
}

/** The value of the key, if it is the only one. */
function only(value: unknown, key: string): unknown {
  return isFields(value) && Object.keys(value).length === 1 ? value[key] : undefined;
}

/** Keeps custom targeting until rules replace it, and all other fields. */
export function writeFlag(before: unknown, { enabled, value, rules }: FlagSetting): FlagDefinition {
  const { targeting: _, ...rest } = fieldsOf(before);
  const existing = fieldsOf(rest['variants']);
  const isBoolean = nameOf(existing, true) !== undefined && nameOf(existing, false) !== undefined;
  const variants = isBoolean ? existing : ON_OFF;
  const variantOf = (target: boolean): string => nameOf(variants, target) ?? '';
  const other = isBoolean ? readFlag(before).targeting : undefined;
  const targeting = rules.length === 0 ? other : targetingOf(rules, variantOf);
  return {
    ...rest,
    state: enabled ? 'ENABLED' : 'DISABLED',
    variants,
    defaultVariant: variantOf(value),
    ...(targeting !== undefined && { targeting }),
  };
}

const targetingOf = (rules: readonly FlagRule[], variantOf: (value: boolean) => string): object => ({
  if: rules.flatMap(({ emails, value }) => [
    { in: [{ var: 'targetingKey' }, [...new Set(emails.map((email) => email.toLowerCase()))]] },
    variantOf(value),
  ]),
});

const onOff = (value: boolean): string => (value ? 'On' : 'Off');

export function describeFlag(definition: unknown): readonly string[] {
  const { enabled, value, rules, targeting } = readFlag(definition);
  if (!enabled) return ['No override: everyone gets the default.'];
  return [
    ...rules.map((rule) => `${onOff(rule.value)} for ${rule.emails.join(', ')}.`),
    ...(targeting === undefined ? [] : ['Custom targeting for some people.']),
    `${onOff(value)} for everyone${rules.length === 0 && targeting === undefined ? '' : ' else'}.`,
  ];
}
