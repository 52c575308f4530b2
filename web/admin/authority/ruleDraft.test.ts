import { expect, test } from 'vitest';
import { AMOUNT_KEYS, CHANGED_PARTS, type Condition } from '#domain/authority/rule.ts';
import { addCondition, draftOf, emptyDraft, readDraft, SUBJECTS, tidyLimit } from './ruleDraft.ts';

const CONDITIONS: readonly Condition[] = [
  ...AMOUNT_KEYS.map((value) => ({ kind: 'above', value, limit: 15 }) as const),
  ...CHANGED_PARTS.map((of) => ({ kind: 'changes', of, percent: 12.5 }) as const),
  { kind: 'appetite' },
  { kind: 'restart' },
  { kind: 'always' },
];

test.each(CONDITIONS)('the form shows and reads %j', (condition) => {
  const shown = {
    classes: ['cargo'],
    partners: [{ number: 9101, name: 'Alder' }],
    people: [{ id: 'u1', name: 'Ann', can_sign: true }],
    when: [condition],
  };
  const { rule, errors } = readDraft(draftOf(shown));
  expect([...errors]).toEqual([]);
  expect(rule).toEqual({ classes: ['cargo'], partners: [9101], people: ['u1'], when: [condition] });
});

test('every condition can be chosen once', () => {
  expect(SUBJECTS).toHaveLength(CONDITIONS.length);
});

test('what is missing or wrong is named by field', () => {
  expect([...readDraft(emptyDraft()).errors]).toEqual([
    ['when.0', 'Required'],
    ['people', 'Choose at least one person'],
  ]);
  const draft = { ...emptyDraft(), people: ['u1'] };
  expect(readDraft({ ...draft, when: [addCondition('max_line', 'lots')] }).errors.get('when.0')).toMatch(/like/);
  expect(readDraft({ ...draft, when: [addCondition('share of risks', '120')] }).errors.get('when.0')).toMatch(/100/);
  const twice = [addCondition('always'), addCondition('always')];
  expect(readDraft({ ...draft, when: twice }).errors.get('when')).toBe('The same condition is given twice');
});

test('a limit is written with separators', () => {
  expect(tidyLimit(addCondition('max_line', '7500000'))).toBe('7,500,000');
  expect(tidyLimit(addCondition('max_line', 'lots'))).toBe('lots');
});
