/** A flag as the evaluator reads it (flagd). It may have been written elsewhere, so that any of it may be anything. */
export type FlagDefinition = Readonly<{
  state: 'ENABLED' | 'DISABLED';
  variants: Readonly<Record<string, unknown>>;
  defaultVariant: string;
  targeting?: object;
}>;

/** People, by e-mail in small letters, for whom a flag is not what it is for everyone else. */
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

/** What a definition says in the words of the administration; `targeting` where it says more than rules by e-mail. */
export function readFlag(definition: unknown): ReadFlag {
  const { state, variants, defaultVariant, targeting } = fieldsOf(definition);
  const known = fieldsOf(variants);
  const other = isFields(targeting) && Object.keys(targeting).length > 0 ? targeting : undefined;
  const rules = other && readRules(other, known);
  return {
    enabled: state === 'ENABLED',
    value: typeof defaultVariant === 'string' && known[defaultVariant] === true,
    rules: rules ?? [],
    targeting: rules === undefined ? other : undefined,
  };
}

/** Nothing where it is not a chain of e-mails and what the flag is for them. */
function readRules(targeting: Fields, variants: Fields): readonly FlagRule[] | undefined {
  const chain = only(targeting, 'if');
  if (!Array.isArray(chain) || chain.length < 2 || chain.length % 2 !== 0) return undefined;
  const rules: FlagRule[] = [];
  for (let place = 0; place < chain.length; place += 2) {
    const emails = readEmails(chain[place]);
    const variant: unknown = chain[place + 1];
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

/** The field, where it is the only one. */
function only(value: unknown, key: string): unknown {
  return isFields(value) && Object.keys(value).length === 1 ? value[key] : undefined;
}

/** Targeting that says more is kept as long as no rule takes its place; so is whatever else the definition holds. */
export function writeFlag(before: unknown, { enabled, value, rules }: FlagSetting): FlagDefinition {
  const { targeting: _, ...rest } = fieldsOf(before);
  const known = fieldsOf(rest['variants']);
  const isBoolean = nameOf(known, true) !== undefined && nameOf(known, false) !== undefined;
  const variants = isBoolean ? known : ON_OFF;
  const variantOf = (wanted: boolean): string => nameOf(variants, wanted) ?? '';
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

/** What a definition does, in sentences. */
export function describeFlag(definition: unknown): readonly string[] {
  const { enabled, value, rules, targeting } = readFlag(definition);
  if (!enabled) return ['Not switched here: everyone gets what is built in.'];
  return [
    ...rules.map((rule) => `${onOff(rule.value)} for ${rule.emails.join(', ')}.`),
    ...(targeting === undefined ? [] : ['For some by targeting that was written elsewhere.']),
    `${onOff(value)} for everyone${rules.length === 0 && targeting === undefined ? '' : ' else'}.`,
  ];
}
