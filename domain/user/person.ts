import type { Permissions, Requirement } from './permission.ts';

/** `id` is the subject of their tokens. */
export type Person = Readonly<{
  id: string;
  name: string;
  email: string;
  given_name: string;
  family_name: string;
}>;

/**
 * The caller, with the permissions of the access token. `needed`: the permission that admitted the call; changes check it again
 * against the directory.
 */
export type Actor = Readonly<{ id: string; permissions: Permissions; needed?: Requirement | undefined }>;

const wordsOf = (name: string): readonly string[] => name.trim().split(/\s+/).filter(Boolean);

/** Leading letters of the first and last word: "AL", "ALo", "AdL". */
function letters(name: string, ofFirst: number, ofLast: number): string {
  const words = wordsOf(name);
  const lead = (word: string, count: number) => word.charAt(0).toUpperCase() + word.slice(1, count).toLowerCase();
  const last = words.length > 1 ? lead(words.at(-1) ?? '', ofLast) : '';
  return lead(words[0] ?? '?', ofFirst) + last;
}

/** Shortest first; later forms are less ambiguous. */
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

/** Avatar initials, extended where two people in a list would have the same. */
export function initials(name: string, among: readonly string[] = []): string {
  const short = letters(name, 1, 1);
  const names = new Set([name, ...among].map((other) => wordsOf(other).join(' ')));
  const alike = [...names].filter((other) => letters(other, 1, 1) === short);
  const form = FORMS.find((write) => new Set(alike.map(write)).size === alike.length);
  return form?.(name) ?? short;
}
