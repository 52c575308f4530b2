import { z } from 'zod';
import type { ExchangedDial } from '#domain/dial/exchange.ts';
import { MAX_IMPORTED } from '#domain/dial/list.ts';
import { dialChangeSchema, dialFilter, dialWithIdSchema } from './dial.ts';
import { type Described, route } from './route.ts';

const exportedDial = z
  .object({ id: z.uuid(), version: z.int(), data: dialWithIdSchema })
  .meta({ id: 'ExportedDial' }) satisfies z.ZodType<ExchangedDial>;

/** Rows are validated one by one, to report each invalid one. */
const importRow = z.object({ id: z.uuid().optional(), data: z.record(z.string(), z.unknown()) });
const rows = z.object({ rows: z.array(importRow).min(1).max(MAX_IMPORTED) });

export type ImportRow = z.output<typeof importRow>;

const name = z.string();
const importOutcome = z
  .discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('new'), name }),
    z.object({ outcome: z.literal('changed'), id: z.string(), name, changes: z.array(dialChangeSchema) }),
    z.object({ outcome: z.literal('same'), id: z.string(), name }),
    z.object({
      outcome: z.literal('wrong'),
      name,
      errors: z.array(z.object({ path: z.string(), message: z.string() })),
    }),
  ])
  .meta({ id: 'ImportOutcome' });
export type ImportOutcome = Described<typeof importOutcome>;

/** A thousand dials in one file. */
const LARGE_BODY = { maxBodyBytes: 5 * 1024 * 1024, bodySeconds: 120 } as const;

export const dialExchangeRoutes = {
  exportDials: route('GET /api/dial-export', {
    summary: 'All dials of a filtered list with their data',
    access: 'dials:view',
    isHeavy: true,
    query: dialFilter,
    answer: z.object({ dials: z.array(exportedDial) }),
    streamsList: 'dials',
    problems: ['too-large'],
  }),
  previewImport: route('POST /api/dial-import/preview', {
    summary: 'Preview an import row by row. Read-only',
    access: 'dials:create',
    isHeavy: true,
    body: rows,
    ...LARGE_BODY,
    answer: z.object({ outcomes: z.array(importOutcome), fingerprint: z.string() }),
    streamsList: 'outcomes',
  }),
  importDials: route('POST /api/dial-import', {
    summary: 'Import the rows as drafts, all or none; refused if a row is invalid or the preview is stale',
    access: 'dials:create',
    isHeavy: true,
    body: z.object({ ...rows.shape, fingerprint: z.string() }),
    ...LARGE_BODY,
    answer: z.object({ created: z.int(), changed: z.int(), drafts: z.array(z.string()) }),
    problems: ['conflict', 'not-allowed'],
  }),
} as const;
