import { z } from 'zod';
import { REFERENCE_LISTS, type ReferenceList } from '#domain/dimension/dimension.ts';
import { type Described, route } from './route.ts';

const option = z
  .object({ code: z.string(), label: z.string(), group: z.string().nullable(), retired: z.boolean() })
  .meta({ id: 'ReferenceOption' });
export type ReferenceOption = Described<typeof option>;
export type ReferenceData = Readonly<Record<ReferenceList, readonly ReferenceOption[]>>;

export const referenceRoutes = {
  getReferenceData: route('GET /api/reference', {
    summary: 'Every reference list: risk codes, brokers, countries, partners …',
    access: 'signed-in',
    revalidates: true,
    answer: z.record(z.enum(REFERENCE_LISTS), z.array(option)),
  }),
} as const;
