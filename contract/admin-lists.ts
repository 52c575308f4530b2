import { z } from 'zod';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { FLAG_STATES, FLAGS, type FlagKey } from '#domain/flag/flag.ts';
import { cobSlug } from './bucket.ts';
import { moment, personRef } from './dial.ts';
import { type Described, MAX_LONG_FORM_BYTES, route } from './route.ts';
import { withOwnRules } from './rules.ts';
import { oneLine } from './text.ts';

export const MAX_USAGE_DAYS = 90;

/** Partners are managed with the buckets. */
export const EDITABLE_LISTS = REFERENCE_LISTS.filter((list) => list !== 'partners');
export type EditableList = Exclude<(typeof REFERENCE_LISTS)[number], 'partners'>;
const list = z.enum(EDITABLE_LISTS as [EditableList, ...EditableList[]]);

const text = (most: number) => oneLine().min(1, 'Required').max(most, `Please use ${most} characters at most`);
const label = text(200);
const group = oneLine().max(80, 'Please use 80 characters at most').nullable().default(null);
const classes = z.array(cobSlug).max(CLASSES.length);

export const adminOptionSchema = z
  .object({
    code: z.string(),
    label: z.string(),
    group: z.string().nullable(),
    retired: z.boolean(),
    /** Slugs of its classes of business; empty for all. */
    classes: z.array(z.string()),
    /** Dials that use it, published or draft. */
    used: z.int(),
    revision: z.string(),
  })
  .meta({ id: 'AdminOption' });
export type AdminOption = Described<typeof adminOptionSchema>;

const options = z.object({ options: z.array(adminOptionSchema) }).meta({ id: 'AdminOptions' });
const one = z.object({ list, code: z.string().min(1).max(80) });

const flagKey = z.enum(Object.keys(FLAGS) as [FlagKey, ...FlagKey[]]);
export const adminFlagSchema = z
  .object({
    key: flagKey,
    description: z.string(),
    state: z.enum(FLAG_STATES),
    /** The people for whom it is on, if its state is by e-mail. */
    emails: z.array(z.string()),
    revision: z.string(),
    changed_at: moment.nullable(),
    changed_by: personRef.nullable(),
  })
  .meta({ id: 'AdminFlag' });
export type AdminFlag = z.output<typeof adminFlagSchema>;
const flags = z.object({ flags: z.array(adminFlagSchema) }).meta({ id: 'AdminFlags' });

export const adminListRoutes = {
  listOptions: route('GET /api/admin/lists/:list', {
    summary: 'One reference list with retired options and usage counts',
    access: 'admin:view',
    params: z.object({ list }),
    answer: options,
  }),
  addOption: route('POST /api/admin/lists/:list', {
    summary: 'Add an option to a reference list',
    access: 'admin:create',
    params: z.object({ list }),
    body: z.strictObject({ code: text(80), label, group, classes: classes.default([]) }),
    answer: options,
    problems: ['conflict'],
  }),
  changeOption: route('PUT /api/admin/lists/:list/:code', {
    summary: 'Rename an option, change its classes, retire or restore it; its code stays',
    access: 'admin:edit',
    changes: true,
    params: one,
    /** Without `classes` they stay unchanged. */
    body: z.strictObject({ label, group, retired: z.boolean(), classes: classes.optional() }),
    answer: options,
    problems: ['not-found', 'conflict'],
  }),
  deleteOption: route('DELETE /api/admin/lists/:list/:code', {
    summary: 'Delete an option that no dial ever used',
    access: 'admin:edit',
    changes: true,
    params: one,
    answer: options,
    problems: ['not-found', 'conflict'],
  }),
  listFlags: route('GET /api/admin/flags', {
    summary: 'Feature flags, and for whom they are on',
    access: 'admin:view',
    answer: flags,
  }),
  changeFlag: route('PUT /api/admin/flags/:key', {
    summary: 'Switch a flag, for everyone or by e-mail',
    access: 'admin:edit',
    changes: true,
    params: z.object({ key: flagKey }),
    body: withOwnRules(
      z.strictObject({
        state: z.enum(FLAG_STATES),
        emails: z.array(z.email('Please write e-mail addresses, separated by commas')).max(200),
      }),
      ({ state, emails }) =>
        state === 'by-email' && emails.length === 0 ? [{ path: 'emails', message: 'Required' }] : [],
      { state: 'off', emails: [] },
    ),
    maxBodyBytes: MAX_LONG_FORM_BYTES,
    answer: flags,
    problems: ['not-found', 'conflict'],
  }),
  getUsage: route('GET /api/admin/usage', {
    summary: 'Usage of the last days from the embedded analytics: people per day, pages, searches without hits',
    access: 'admin:view',
    query: z.object({ days: z.coerce.number().int().min(1).max(MAX_USAGE_DAYS).default(30) }),
    answer: z
      .object({
        /** Every UTC day, oldest first. */
        days: z.array(z.object({ day: z.string(), people: z.int(), views: z.int() })),
        pages: z.array(z.object({ page: z.string(), views: z.int(), people: z.int() })),
        searches: z.array(z.object({ page: z.string(), searches: z.int(), nothing: z.int() })),
        people: z.int(),
      })
      .meta({ id: 'Usage' }),
  }),
} as const;

/** The OpenFeature Remote Evaluation Protocol, bulk evaluation. */
export const flagRoutes = {
  evaluateFlags: route('POST /api/ofrep/v1/evaluate/flags', {
    summary: 'Every feature flag, evaluated for the person named in the context (OFREP)',
    access: 'signed-in',
    body: z.object({ context: z.looseObject({ targetingKey: z.string().max(320) }) }),
    revalidates: true,
    answer: z.object({
      flags: z.array(
        z.object({
          key: z.string(),
          value: z.boolean(),
          variant: z.string(),
          reason: z.string(),
        }),
      ),
    }),
  }),
} as const;
