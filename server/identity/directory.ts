import type { Person } from '#domain/user/person.ts';

/** `permissions` are `scope:action` entries; `summary` describes the person's work in one line. */
export type DirectoryPerson = Person & Readonly<{ permissions: readonly string[]; summary: string }>;

/**
 * What the embedded identity provider needs to know about people.
 * Deactivated people are neither found nor listed.
 */
export type Directory = Readonly<{
  find(id: string): Promise<DirectoryPerson | undefined>;
  list(): Promise<readonly DirectoryPerson[]>;
}>;
