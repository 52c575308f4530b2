import type { Flag } from '#web/admin/query.ts';

/** A rule as it is being written: addresses separated by commas, spaces or lines. */
export type DraftRule = Readonly<{ id: number; emails: string; value: boolean }>;
export type FlagDraft = Readonly<{ enabled: boolean; value: boolean; rules: readonly DraftRule[] }>;

export const draftOf = ({ enabled, value, rules }: Flag): FlagDraft => ({
  enabled,
  value,
  rules: rules.map((rule, id) => ({ id, emails: rule.emails.join(', '), value: rule.value })),
});

export const bodyOf = ({ enabled, value, rules }: FlagDraft) => ({
  enabled,
  value,
  rules: rules.map((rule) => ({ emails: addressesIn(rule.emails), value: rule.value })),
});

export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

export const isChanged = (flag: Flag, draft: FlagDraft): boolean =>
  JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(flag)));

export const addRule = (draft: FlagDraft): FlagDraft => ({
  ...draft,
  rules: [
    ...draft.rules,
    { id: Math.max(-1, ...draft.rules.map(({ id }) => id)) + 1, emails: '', value: !draft.value },
  ],
});

export const changeRule = (draft: FlagDraft, id: number, part: Partial<DraftRule>): FlagDraft => ({
  ...draft,
  rules: draft.rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)),
});

export const removeRule = (draft: FlagDraft, id: number): FlagDraft => ({
  ...draft,
  rules: draft.rules.filter((rule) => rule.id !== id),
});
