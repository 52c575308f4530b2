import { z } from 'zod';

export const PAGE_LIMIT = { default: 50, most: 200 } as const;

/** Keyset pagination with an opaque cursor. */
export const pageQuery = z.object({
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT.most).default(PAGE_LIMIT.default),
});

export type Page<T> = Readonly<{ items: readonly T[]; next: string | null }>;

export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() });
