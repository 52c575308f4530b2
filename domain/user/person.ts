import type { Permissions } from './permission.ts';

/** Someone the directory knows. `id` is the subject of their tokens. */
export type Person = Readonly<{
  id: string;
  name: string;
  email: string;
  given_name: string;
  family_name: string;
}>;

/** Who is calling: a person, with what their access token lets them do. */
export type Actor = Readonly<{ id: string; permissions: Permissions }>;

/** Two letters for the avatar: first and last word of the name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toUpperCase();
}
