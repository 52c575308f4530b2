import { z } from 'zod';
import { sentMoment } from '#contract/moment.ts';
import { Problem } from '#contract/problem.ts';

/** Cursors can be made by hand: their members are bounded by what the columns they are compared with can hold. */
export const cursorMoment = sentMoment();
export const cursorInteger = z.int32();

/** An opaque cursor: the sort key of the last row, so that a page costs the same wherever it starts. */
export function writeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** From where on a list is asked for, and how much of it. */
export type Paged = Readonly<{ cursor?: string | undefined; limit: number }>;

/** The page of a list that was asked for with one row more than fits; `positionOf` its last row the next page starts. */
export function cutPage<T extends object>(rows: readonly T[], limit: number, positionOf: (last: T) => unknown) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last ? writeCursor(positionOf(last)) : null };
}

export function readCursor<T>(schema: z.ZodType<T>, cursor: string | undefined): T | undefined {
  if (cursor === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString(), refuseUnstorable));
  } catch {
    throw new Problem('invalid-input', 'The list has moved on. Please start from its first page.', {
      errors: [{ path: 'cursor', message: 'Not a cursor of this list' }],
    });
  }
}

/** No text of the database holds NUL or half a character; asking for it would fail there. */
function refuseUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new TypeError('Unstorable');
  return value;
}
