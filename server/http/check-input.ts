import type { z } from 'zod';
import { type FieldError, Problem } from '#contract/problem.ts';
import { listAllErrors } from '#contract/rules.ts';
import { describeIssue } from './input-message.ts';

/** The maximum nesting of a body. The contract needs at most six levels. */
const MAX_DEPTH = 32;
/** The maximum members of one list or object, so that schemas never process millions. */
const MAX_MEMBERS = 10_000;
/** The maximum lists and objects in a body. The largest import has about a quarter of this. */
const MAX_CONTAINERS = 200_000;
/** The maximum number of errors in a response. */
export const MAX_ERRORS = 100;
/** Of one object. */
const MAX_UNKNOWN_KEYS = 20;
const MAX_PATH_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 500;

const UNSTORABLE = 'This text contains a character that cannot be stored';

type Checked = Readonly<{ data: unknown; errors: readonly FieldError[] }>;

/** The parsed value, or all that is wrong with it: its shape, the rules of the domain, and text that cannot be stored. */
export function checkInput(schema: z.ZodType, sent: unknown): Checked {
  assertBoundedShape(sent);
  const read = schema.safeParse(sent, { error: describeIssue });
  if (read.success) return { data: read.data, errors: findUnstorableText(read.data) };
  return { data: undefined, errors: joinErrors(listErrors(schema, sent), findUnstorableText(sent)) };
}

/** One error for a place: what is wrong with a list is not said of its members again. */
export function joinErrors(errors: readonly FieldError[], others: readonly FieldError[]): FieldError[] {
  const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}.`);
  const isNew = ({ path }: FieldError) => !errors.some((one) => isWithin(path, one.path) || isWithin(one.path, path));
  return [...errors, ...others.filter(isNew)].slice(0, MAX_ERRORS);
}

/** The errors of an input in a request that is refused, with those that the service would find in it alone. */
export function listErrors(schema: z.ZodType, sent: unknown): FieldError[] {
  const read = listAllErrors(() => schema.safeParse(sent, { error: describeIssue }));
  return read.success ? [] : toFieldErrors(read.error);
}

/** The first errors of a schema; truncates paths and messages that repeat long input. */
export function toFieldErrors({ issues }: z.ZodError): FieldError[] {
  return issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MAX_UNKNOWN_KEYS).map((key) => ({ path: [...issue.path, key], message: issue.message }))
        : [issue],
    )
    .slice(0, MAX_ERRORS)
    .map(({ path, message }) => ({ path: joinPath(path), message: cut(message, MAX_MESSAGE_LENGTH) }));
}

/** Rejects oversized shapes before anything recurses into them. Linear in the input. */
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

type JsonNode = Readonly<{ container: object; key: string; parent: JsonNode | undefined }>;

/** Finds texts or keys with NUL or lone surrogates: valid JSON that the database cannot store. */
function findUnstorableText(value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const waiting: JsonNode[] = [{ container: { '': value }, key: '', parent: undefined }];
  // The list grows while iterating: no recursion, and each container is visited once.
  for (const node of waiting) {
    for (const [key, member] of Object.entries(node.container)) {
      if (!isStorable(key) || (typeof member === 'string' && !isStorable(member)))
        errors.push({ path: pathOf(node, key), message: UNSTORABLE });
      if (errors.length >= MAX_ERRORS) return errors;
      if (isObject(member)) waiting.push({ container: member, key, parent: node });
    }
  }
  return errors;
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function pathOf(node: JsonNode, key: string): string {
  const keys = [key];
  for (let at: JsonNode | undefined = node; at; at = at.parent) keys.unshift(at.key);
  return joinPath(keys.filter((part) => part !== ''));
}

/** A key may be as long as the body. */
function joinPath(path: readonly PropertyKey[]): string {
  return cut(path.map((part) => cut(String(part), MAX_PATH_LENGTH)).join('.'), MAX_PATH_LENGTH);
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…`.toWellFormed() : text;
