import { z } from 'zod';
import { sentMoment } from '#contract/moment.ts';
import { Problem } from '#contract/problem.ts';

/** Cursors can be forged: their members are bounded by what the compared columns can hold. */
export const cursorMoment = sentMoment();
export const cursorInteger = z.int32();

/** An opaque keyset cursor, so that every page costs the same. */
export function writeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The cursor and page size of a request. */
export type Paged = Readonly<{ cursor?: string | undefined; limit: number }>;

/** Cuts off the extra row that was read to detect a next page; `positionOf` gives the cursor. */
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

/** The database accepts neither NUL nor lone surrogates, so such a query would fail there. */
function refuseUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new TypeError('Unstorable');
  return value;
}
