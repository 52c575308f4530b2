import { z } from 'zod';
import {
  bucketUseSchema,
  comingDialSchema,
  dialChangeSchema,
  dialInputSchema,
  dialFilter,
  dialRowSchema,
  dialSchema,
  searchedWords,
  tabCounts,
} from './dial.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';

const dialId = z.object({ dialId: z.uuid() });
const versionNumber = z.coerce.number().int().min(1).max(1_000_000);
export const dialVersion = z.object({ dialId: z.uuid(), version: versionNumber });
/** Just above the largest valid dial. */
const MAX_DIAL_BYTES = 512 * 1024;
/** Creators may change their own drafts; the service requires edit for those of others. */
const CHANGE_DRAFT = 'dials:view';

export const dialRoutes = {
  listDials: route('GET /api/dials', {
    summary: 'Dials by filter, search and tab, with a count per tab',
    access: 'dials:view',
    query: z.object({ ...dialFilter.shape, ...pageQuery.shape }),
    answer: z.object({ ...pageOf(dialRowSchema).shape, counts: tabCounts, words: searchedWords }),
  }),
  createDial: route('POST /api/dials', {
    summary: 'Start a dial: version 1, a draft',
    access: 'dials:create',
    body: dialInputSchema,
    maxBodyBytes: MAX_DIAL_BYTES,
    answer: dialSchema,
  }),
  getDial: route('GET /api/dials/:dialId', {
    summary: 'One dial: its newest published version, or else its draft; with ?draft=yes the draft takes precedence',
    access: 'dials:view',
    params: dialId,
    query: z.object({ draft: z.enum(['yes', 'no']).default('no') }),
    answer: dialSchema,
    problems: ['not-found'],
  }),
  getDialVersion: route('GET /api/dials/:dialId/versions/:version', {
    summary: 'One version of a dial',
    access: 'dials:view',
    params: dialVersion,
    answer: dialSchema,
    problems: ['not-found'],
  }),
  saveDraft: route('PUT /api/dials/:dialId/draft', {
    summary: 'Save the draft of a dial; the first save of a published dial starts its next version',
    access: CHANGE_DRAFT,
    changes: true,
    params: dialId,
    body: dialInputSchema,
    maxBodyBytes: MAX_DIAL_BYTES,
    answer: dialSchema,
    problems: ['not-found', 'not-allowed', 'conflict'],
  }),
  publishDraft: route('POST /api/dials/:dialId/draft/publish', {
    summary: 'Publish the draft of a dial: its version can no longer change',
    access: CHANGE_DRAFT,
    changes: true,
    params: dialId,
    answer: dialSchema,
    problems: ['not-found', 'not-allowed', 'conflict'],
  }),
  discardDraft: route('DELETE /api/dials/:dialId/draft', {
    summary: 'Discard the draft of a published dial: its newest published version is the newest again',
    access: CHANGE_DRAFT,
    changes: true,
    params: dialId,
    answer: dialSchema,
    problems: ['not-found', 'not-allowed', 'conflict'],
  }),
  startVersion: route('POST /api/dials/:dialId/draft', {
    summary: 'Start the next version of a published dial as a draft, or return the open one',
    access: 'dials:edit',
    params: dialId,
    answer: dialSchema,
    problems: ['not-found'],
  }),
  duplicateDial: route('POST /api/dials/:dialId/duplicate', {
    summary: 'A new draft with the same data',
    access: 'dials:create',
    params: dialId,
    answer: dialSchema,
    problems: ['not-found'],
  }),
  deleteDial: route('DELETE /api/dials/:dialId', {
    summary: 'Delete a dial that no bucket uses',
    access: 'dials:delete',
    changes: true,
    params: dialId,
    answer: z.object({ deleted: z.literal(true) }),
    problems: ['not-found', 'conflict'],
  }),
  listDialBuckets: route('GET /api/dials/:dialId/buckets', {
    summary: 'The buckets that contain a dial, by class and partner',
    access: 'dials:view',
    params: dialId,
    query: pageQuery,
    answer: pageOf(bucketUseSchema),
    problems: ['not-found'],
  }),
  diffDialVersions: route('GET /api/dials/:dialId/difference', {
    summary: 'What changed from one version to another, field by field',
    access: 'dials:view',
    params: dialId,
    query: z.object({ from: versionNumber, to: versionNumber }),
    answer: z.object({ from: z.int(), to: z.int(), changes: z.array(dialChangeSchema) }),
    problems: ['not-found'],
  }),
  listDialWords: route('GET /api/dial-words', {
    summary: 'Tags and authors in use, for suggestions',
    access: 'dials:view',
    answer: z.object({ tags: z.array(z.string()), authors: z.array(z.string()) }),
  }),
  listComingDials: route('GET /api/coming-dials', {
    summary: 'Published dials that start or end in the next 30 days, by day; the first 200, and whether there are more',
    access: 'dials:view',
    answer: z.object({ today: z.iso.date(), items: z.array(comingDialSchema), more: z.boolean() }),
  }),
} as const;
