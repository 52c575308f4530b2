import type { Permissions, Requirement } from './permission.ts';

/** Someone the directory knows. `id` is the subject of their tokens. */
export type Person = Readonly<{
  id: string;
  name: string;
  email: string;
  given_name: string;
  family_name: string;
}>;

/**
 * Who is calling: a person, with what their access token lets them do. `needed` is the permission that the call was
 * admitted by; a change checks it again against the directory.
 */
export type Actor = Readonly<{ id: string; permissions: Permissions; needed?: Requirement | undefined }>;

const wordsOf = (name: string): readonly string[] => name.trim().split(/\s+/).filter(Boolean);

/** The first letters of a name's first and last word, each as many as asked for: "AL", "ALo", "AdL". */
function letters(name: string, ofFirst: number, ofLast: number): string {
  const words = wordsOf(name);
  const lead = (word: string, count: number) => word.charAt(0).toUpperCase() + word.slice(1, count).toLowerCase();
  const last = words.length > 1 ? lead(words.at(-1) ?? '', ofLast) : '';
  return lead(words[0] ?? '?', ofFirst) + last;
}

/** From the shortest to what tells more people apart: first and last word, every word, a second letter of either. */
const FORMS: readonly ((name: string) => string)[] = [
  (name) => letters(name, 1, 1),
  (name) =>
    wordsOf(name)
      .map((word) => word.charAt(0).toUpperCase())
      .slice(0, 3)
      .join(''),
  (name) => letters(name, 1, 2),
  (name) => letters(name, 2, 1),
];

/** Letters for the avatar: those of the first and last word, and one more where two people of a list would be the same. */
export function initials(name: string, among: readonly string[] = []): string {
  const short = letters(name, 1, 1);
  const names = new Set([name, ...among].map((other) => wordsOf(other).join(' ')));
  const alike = [...names].filter((other) => letters(other, 1, 1) === short);
  const form = FORMS.find((write) => new Set(alike.map(write)).size === alike.length);
  return form?.(name) ?? short;
}
