import type { Person } from '#domain/user/person.ts';

/** `permissions` are `scope:action` entries; `summary` says in one line what this person does. */
export type DirectoryPerson = Person & Readonly<{ permissions: readonly string[]; summary: string }>;

/**
 * What the embedded identity provider needs to know about people.
 * Someone who may no longer sign in is not found and not listed.
 */
export type Directory = Readonly<{
  find(id: string): Promise<DirectoryPerson | undefined>;
  list(): Promise<readonly DirectoryPerson[]>;
}>;
