import { z } from 'zod';
import { FILTER_LIMITS, FILTERED_LISTS } from '#domain/filter/saved-filter.ts';
import { type Described, route } from './route.ts';

const list = z.enum(FILTERED_LISTS);
/** Allows longer names, for a better error message. */
const name = z.string().max(FILTER_LIMITS.name * 2);

export const savedFilterSchema = z
  .object({ id: z.uuid(), list, name: z.string(), address: z.string() })
  .meta({ id: 'SavedFilter' });
export type SavedFilter = Described<typeof savedFilterSchema>;

const params = z.object({ filterId: z.uuid() });

export const filterRoutes = {
  listFilters: route('GET /api/me/filters', {
    summary: 'The saved filters of the caller, by name',
    access: 'signed-in',
    answer: z.object({ items: z.array(savedFilterSchema) }),
  }),
  saveFilter: route('POST /api/me/filters', {
    summary: 'Save the filter of a list under a name',
    access: 'signed-in',
    body: z.strictObject({ list, name, address: z.string().max(FILTER_LIMITS.address * 2) }),
    answer: savedFilterSchema,
    problems: ['conflict'],
  }),
  renameFilter: route('PUT /api/me/filters/:filterId', {
    summary: 'Rename a saved filter',
    access: 'signed-in',
    params,
    body: z.strictObject({ name }),
    answer: savedFilterSchema,
    problems: ['not-found', 'conflict'],
  }),
  deleteFilter: route('DELETE /api/me/filters/:filterId', {
    summary: 'Delete a saved filter',
    access: 'signed-in',
    params,
    answer: z.object({ deleted: z.literal(true) }),
    problems: ['not-found'],
  }),
} as const;
