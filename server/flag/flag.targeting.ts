import { z } from 'zod';
import type { FlagDefinition } from './flag.store.ts';

/** People, by e-mail in small letters, for whom a flag is not what it is for everyone else. */
export type FlagRule = Readonly<{ emails: readonly string[]; value: boolean }>;
export type FlagSetting = Readonly<{ enabled: boolean; value: boolean; rules: readonly FlagRule[] }>;
export type ReadFlag = FlagSetting & Readonly<{ targeting: object | undefined }>;

const ON_OFF = { on: true, off: false } as const;

const definitionSchema = z.looseObject({
  state: z.enum(['ENABLED', 'DISABLED']).catch('DISABLED'),
  variants: z.record(z.string(), z.unknown()).catch({}),
  defaultVariant: z.string().catch(''),
  targeting: z.looseObject({}).optional().catch(undefined),
});
const caseSchema = z.strictObject({
  in: z.tuple([z.strictObject({ var: z.literal('targetingKey') }), z.array(z.string()).min(1)]),
});
const chainSchema = z.strictObject({ if: z.array(z.unknown()).min(2) });

type Variants = Readonly<Record<string, unknown>>;
const nameOf = (variants: Variants, value: boolean): string | undefined =>
  Object.keys(variants).find((name) => variants[name] === value);

/** What a definition says in the words of the administration; `targeting` where it says more than rules by e-mail. */
export function readFlag(definition: unknown): ReadFlag {
  const { state, variants, defaultVariant, targeting } = definitionSchema.parse(definition ?? {});
  const rules = isEmpty(targeting) ? [] : readRules(targeting, variants);
  return {
    enabled: state === 'ENABLED',
    value: variants[defaultVariant] === true,
    rules: rules ?? [],
    targeting: rules === undefined ? targeting : undefined,
  };
}

const isEmpty = (targeting: object | undefined): boolean =>
  targeting === undefined || Object.keys(targeting).length === 0;

function readRules(targeting: unknown, variants: Variants): FlagRule[] | undefined {
  const chain = chainSchema.safeParse(targeting).data?.if;
  if (chain === undefined || chain.length % 2 !== 0) return undefined;
  const rules: FlagRule[] = [];
  for (let place = 0; place < chain.length; place += 2) {
    const emails = caseSchema.safeParse(chain[place]).data?.in[1];
    const variant = chain[place + 1];
    const value = typeof variant === 'string' ? variants[variant] : undefined;
    if (emails === undefined || typeof value !== 'boolean') return undefined;
    rules.push({ emails, value });
  }
  return rules;
}

/** Targeting that says more is kept as long as no rule takes its place; so is whatever else the definition holds. */
export function writeFlag(before: unknown, { enabled, value, rules }: FlagSetting): FlagDefinition {
  const { targeting: _, ...rest } = definitionSchema.parse(before ?? {});
  const isBoolean = nameOf(rest.variants, true) !== undefined && nameOf(rest.variants, false) !== undefined;
  const variants = isBoolean ? rest.variants : ON_OFF;
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
