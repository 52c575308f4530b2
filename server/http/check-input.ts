import type { z } from 'zod';
import { type FieldError, Problem } from '#contract/problem.ts';

/** How deep a body may be nested. The deepest the contract knows has six levels. */
const MAX_DEPTH = 32;
/** How many members one list or object may have, so that a schema is never asked about millions of them. */
const MAX_MEMBERS = 10_000;
/** How many lists and objects a body may have in all. The largest import has about a quarter of this. */
const MAX_CONTAINERS = 200_000;
/** What an answer to bad input says at most, however much was wrong. */
export const MAX_ERRORS = 100;
const MAX_PATH_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 500;

const UNSTORABLE = 'This text holds a character that cannot be kept';

type Checked = Readonly<{ data: unknown; errors: readonly FieldError[] }>;

/** A value as the schema reads it, or what is wrong with it. Only what the schema accepts is searched for bad text. */
export function checkInput(schema: z.ZodType, sent: unknown): Checked {
  assertBoundedShape(sent);
  const read = schema.safeParse(sent);
  if (!read.success) return { data: undefined, errors: toFieldErrors(read.error) };
  return { data: read.data, errors: findUnstorableText(read.data) };
}

/** The first mistakes a schema found; paths and messages are cut where they repeat what was sent at length. */
export function toFieldErrors({ issues }: z.ZodError): FieldError[] {
  return issues
    .slice(0, MAX_ERRORS)
    .map(({ path, message }) => ({ path: joinPath(path), message: cut(message, MAX_MESSAGE_LENGTH) }));
}

/** Refuses what no schema of ours accepts before anything walks through it recursively. Linear in what was sent. */
function assertBoundedShape(value: unknown): void {
  let level: object[] = isObject(value) ? [value] : [];
  let containers = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw new Problem('invalid-input', `The body is nested more than ${MAX_DEPTH} levels deep. Please flatten it.`);
    containers += level.length;
    if (containers > MAX_CONTAINERS)
      throw new Problem('invalid-input', `The body has more than ${MAX_CONTAINERS} lists and objects.`);
    const below: object[] = [];
    for (const container of level) {
      const members: unknown[] = Array.isArray(container) ? container : Object.values(container);
      if (members.length > MAX_MEMBERS)
        throw new Problem(
          'invalid-input',
          `A list in the body has more than ${MAX_MEMBERS} members. Please shorten it.`,
        );
      for (const member of members) if (isObject(member)) below.push(member);
    }
    level = below;
  }
}

type Place = Readonly<{ container: object; key: string; parent: Place | undefined }>;

/** Where a text, or the name of a member, holds NUL or half a character: valid JSON that the database cannot store. */
function findUnstorableText(value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const waiting: Place[] = [{ container: { '': value }, key: '', parent: undefined }];
  // The list grows while it is walked: no recursion, and each container is visited once.
  for (const place of waiting) {
    for (const [key, member] of Object.entries(place.container)) {
      if (!isStorable(key) || (typeof member === 'string' && !isStorable(member)))
        errors.push({ path: pathOf(place, key), message: UNSTORABLE });
      if (errors.length >= MAX_ERRORS) return errors;
      if (isObject(member)) waiting.push({ container: member, key, parent: place });
    }
  }
  return errors;
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function pathOf(place: Place, key: string): string {
  const keys = [key];
  for (let at: Place | undefined = place; at; at = at.parent) keys.unshift(at.key);
  return joinPath(keys.filter((part) => part !== ''));
}

/** A name that was sent may be as long as the body. */
function joinPath(path: readonly PropertyKey[]): string {
  return cut(path.map((part) => cut(String(part), MAX_PATH_LENGTH)).join('.'), MAX_PATH_LENGTH);
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…`.toWellFormed() : text;
