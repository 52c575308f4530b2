import { Problem } from '#contract/problem.ts';

export const FIELDS = ['given_name', 'family_name', 'email'] as const;
export type Field = (typeof FIELDS)[number];
export type PersonForm = Readonly<Record<Field, string>>;
export type FormErrors = Readonly<Partial<Record<Field, string | undefined>>>;

export const LABELS: Readonly<Record<Field, string>> = {
  given_name: 'Given name',
  family_name: 'Family name',
  email: 'E-mail',
};

export const EMPTY_FORM: PersonForm = { given_name: '', family_name: '', email: '' };

/** What can be told without asking the server. Everything else is its word. */
export const missingIn = (form: PersonForm): FormErrors =>
  Object.fromEntries(FIELDS.filter((field) => form[field].trim() === '').map((field) => [field, 'Required']));

/** The server's mistakes, each on its field; and what belongs to none. */
export function readRefusal(error: Error): Readonly<{ fields: FormErrors; rest: string | undefined }> {
  const errors = error instanceof Problem ? (error.document.errors ?? []) : [];
  const isField = (path: string): path is Field => (FIELDS as readonly string[]).includes(path);
  const known = errors.filter(({ path }) => isField(path));
  if (known.length === 0) return { fields: {}, rest: error.message };
  return {
    fields: Object.fromEntries(known.map(({ path, message }) => [path, message])),
    rest: errors.find(({ path }) => !isField(path))?.message,
  };
}
