import type { RuleContent } from '#contract/authority.ts';
import { AMOUNT_KEYS, CHANGED_PARTS, checkRule, type Condition, valueInSentence } from '#domain/authority/rule.ts';
import type { RuleBody } from '#web/admin/query.ts';
import { grouped } from '#domain/dimension/format.ts';
import { type AmountKey, VALUES, valueKindOf } from '#domain/value/registry.ts';

/** A condition in the form: what it is about, and the limit as typed. */
export type ConditionDraft = Readonly<{ id: number; about: string; limit: string }>;

/** A rule as it stands in the form. */
export type RuleDraft = Readonly<{
  classes: readonly string[];
  partners: readonly string[];
  people: readonly string[];
  when: readonly ConditionDraft[];
}>;

type Limit = Readonly<{
  unit: string;
  read: (text: string) => Readonly<{ value: number }> | Readonly<{ message: string }>;
}>;
type Subject = Readonly<{
  about: string;
  /** After “when”. */
  label: string;
  /** Undefined: it has none. */
  limit?: Limit;
  make: (limit: number) => Condition;
}>;

const UNITS = { usd: 'USD', percent: '%' } as const;

const amountSubject = (value: AmountKey): Subject => ({
  about: value,
  label: `${valueInSentence(value)} is above`,
  limit: {
    unit: UNITS[VALUES[value].unit],
    read: (text) => {
      const reading = valueKindOf(value).codec.read(text, () => undefined);
      if ('message' in reading) return reading;
      return typeof reading.value === 'number' ? { value: reading.value } : { message: 'Give a number' };
    },
  },
  make: (limit) => ({ kind: 'above', value, limit }),
});

/** What a condition can be about, in the order of the menu. */
export const SUBJECTS: readonly Subject[] = [
  ...AMOUNT_KEYS.toSorted((a, b) => VALUES[a].impactOrder - VALUES[b].impactOrder).map(amountSubject),
  ...CHANGED_PARTS.map((of): Subject => ({
    about: `share of ${of}`,
    label: `the share of ${of} that changes is above`,
    limit: {
      unit: '%',
      read: (text) => {
        const plain = text.replace('%', '').trim();
        return plain !== '' && Number.isFinite(Number(plain))
          ? { value: Number(plain) }
          : { message: 'Please give a number like 20' };
      },
    },
    make: (percent) => ({ kind: 'changes', of, percent }),
  })),
  { about: 'appetite', label: 'an appetite is raised', make: () => ({ kind: 'appetite' }) },
  { about: 'restart', label: 'a bucket is restarted', make: () => ({ kind: 'restart' }) },
  { about: 'always', label: 'anything changes', make: () => ({ kind: 'always' }) },
];

export const findSubject = (about: string): Subject | undefined => SUBJECTS.find((one) => one.about === about);

let nextId = 0;
export const addCondition = (about: string, limit = ''): ConditionDraft => ({ id: (nextId += 1), about, limit });

export const emptyDraft = (): RuleDraft => ({
  classes: [],
  partners: [],
  people: [],
  when: [addCondition(SUBJECTS[0]?.about ?? '')],
});

const draftCondition = (condition: Condition): ConditionDraft => {
  switch (condition.kind) {
    case 'above':
      return addCondition(condition.value, grouped(condition.limit));
    case 'changes':
      return addCondition(`share of ${condition.of}`, String(condition.percent));
    default:
      return addCondition(condition.kind);
  }
};

export const draftOf = ({ classes, partners, people, when }: RuleContent): RuleDraft => ({
  classes,
  partners: partners.map(({ number }) => String(number)),
  people: people.map(({ id }) => id),
  when: when.map(draftCondition),
});

/** The rule, or what is wrong with it by field: `people`, `when`, `when.0`. */
export function readDraft({ classes, partners, people, when }: RuleDraft): Readonly<{
  rule: RuleBody | undefined;
  errors: ReadonlyMap<string, string>;
}> {
  const errors = new Map<string, string>();
  const conditions = when.flatMap(({ about, limit }, index): Condition[] => {
    const subject = findSubject(about);
    if (subject === undefined) return [];
    if (subject.limit === undefined) return [subject.make(0)];
    const reading = limit.trim() === '' ? { message: 'Required' } : subject.limit.read(limit);
    if ('value' in reading) return [subject.make(reading.value)];
    errors.set(`when.${index}`, reading.message);
    return [];
  });
  const rule: RuleBody = {
    classes: [...classes],
    partners: partners.map(Number),
    people: [...people],
    when: conditions,
  };
  if (errors.size > 0) {
    if (people.length === 0) errors.set('people', 'Choose at least one person');
    return { rule: undefined, errors };
  }
  for (const { path, message } of checkRule(rule)) if (!errors.has(path)) errors.set(path, message);
  return { rule: errors.size === 0 ? rule : undefined, errors };
}

/** Writes the limit with separators, as it stands in the sentence. */
export function tidyLimit({ about, limit }: ConditionDraft): string {
  const subject = findSubject(about)?.limit;
  if (subject === undefined || limit.trim() === '') return limit;
  const reading = subject.read(limit);
  return 'value' in reading ? grouped(reading.value) : limit;
}
