import { z } from 'zod';
import { JOURNEYS } from '#domain/dial/dial.ts';
import type { DimensionKind, DimensionOf, KindValues } from '#domain/dimension/dimension.ts';
import type { RiskDimensions } from '#domain/dimension/registry.ts';
import type { Risk } from '#domain/evaluation/risk.ts';
import type { ExampleChange } from '#domain/example/change.ts';
import type { CheckedValue } from '#domain/example/check.ts';
import { EXAMPLE_LIMITS, type ExampleData, type Expected, NONE, readExample } from '#domain/example/example.ts';
import { cobSlug, partnerNumber } from './bucket.ts';
import { moment, type PersonRef, personRef } from './dial.ts';
import { DIMENSION_SHAPES, oneOf, shapeDimensions, shapeValues, valueKey } from './dimension.ts';
import { type Described, MAX_LONG_FORM_BYTES, route } from './route.ts';
import { withOwnRules, withRules } from './rules.ts';

/** Risk values have the shape of dial values, except for numbers. */
const RISK_SHAPES = { ...DIMENSION_SHAPES, intervals: () => z.number() } satisfies {
  [K in DimensionKind]: (dimension: DimensionOf<K>) => z.ZodType<KindValues[K]['risk']>;
};
const riskDimensionsSchema = shapeDimensions(RISK_SHAPES).meta({
  id: 'RiskDimensions',
}) as unknown as z.ZodType<RiskDimensions>;

export const riskSchema = z
  .strictObject({
    date: z.string().max(10),
    journey: oneOf(JOURNEYS).nullable(),
    dimensions: riskDimensionsSchema,
  })
  .meta({ id: 'Risk' }) satisfies z.ZodType<Risk>;

const expectedSchema = shapeValues((shape) => z.union([shape, z.literal(NONE)])).meta({
  id: 'Expected',
}) as unknown as z.ZodType<Expected>;

/** The shape only; `readExample` validates the rest. Allows longer names, for a better error message. */
const exampleDataSchema = z.strictObject({
  name: z.string().max(EXAMPLE_LIMITS.name * 4),
  risk: riskSchema,
  expected: expectedSchema,
}) satisfies z.ZodType<ExampleData>;

export const exampleSchema = z
  .object({
    ...exampleDataSchema.shape,
    id: z.uuid(),
    /** Changes send it as If-Match. */
    revision: z.string(),
    saved_at: moment,
    saved_by: personRef,
  })
  .meta({ id: 'Example' });
export type Example = Described<typeof exampleSchema>;

/** The net change of an example; `became` is null if deleted. */
export const exampleChangeSchema = z
  .object({
    id: z.string(),
    was: exampleDataSchema.nullable(),
    became: exampleDataSchema.nullable(),
    by: personRef,
    at: moment,
  })
  .meta({ id: 'ExampleChange' }) satisfies z.ZodType<ExampleChange<PersonRef>>;

const amount = z.union([z.string(), z.number()]);
/** An example with the actual values of a version. */
export const checkedExampleSchema = z
  .object({
    name: z.string(),
    saved_at: moment,
    saved_by: personRef,
    ok: z.boolean(),
    values: z.array(
      z.object({
        value: valueKey,
        expected: amount,
        given: amount,
        ok: z.boolean(),
        dial_id: z.string().nullable(),
        source: z.enum(['dial', 'override']).nullable(),
      }) satisfies z.ZodType<CheckedValue>,
    ),
  })
  .meta({ id: 'CheckedExample' });

const address = z.object({ partner: partnerNumber, cob: cobSlug });
const one = z.object({ ...address.shape, exampleId: z.uuid() });
const BLANK_EXAMPLE: ExampleData = { name: '', risk: { date: '', journey: null, dimensions: {} }, expected: {} };
const exampleBody = withRules(
  exampleDataSchema,
  (example) => {
    const reading = readExample(example);
    return reading.ok ? [] : reading.errors;
  },
  BLANK_EXAMPLE,
);
const sent = { body: exampleBody, maxBodyBytes: MAX_LONG_FORM_BYTES };

/** 200 examples with long lists of brokers. */
const MAX_IMPORT_BYTES = 2 * 1024 * 1024;
const listed = <T extends z.ZodType>(schema: T) => z.array(schema).max(EXAMPLE_LIMITS.perBucket).default([]);
const basis = { id: z.uuid(), revision: z.string().min(1).max(40) };
const BLANK_BASIS = { id: '0197f2a4-5c1e-7d3b-9a6f-2b8c4d5e6f70', revision: '-' };
const SAME_EXAMPLE = 'This example is in the import already. Send it once';
const exampleImport = withOwnRules(
  z.strictObject({
    add: listed(exampleBody),
    change: listed(z.strictObject({ ...basis, example: exampleBody })),
    delete: listed(z.strictObject(basis).meta({ id: 'DeletedExample' })),
  }),
  ({ change, delete: gone }) => {
    const named = [
      ...change.map(({ id }, index) => ({ id, path: `change.${index}.id` })),
      ...gone.map(({ id }, index) => ({ id, path: `delete.${index}.id` })),
    ];
    const first = new Map(named.toReversed().map(({ id, path }) => [id, path]));
    return named.flatMap(({ id, path }) => (first.get(id) === path ? [] : [{ path, message: SAME_EXAMPLE }]));
  },
  {
    add: [BLANK_EXAMPLE],
    change: [{ ...BLANK_BASIS, example: BLANK_EXAMPLE }],
    delete: [BLANK_BASIS],
  },
);
export type ExampleImport = z.output<typeof exampleImport>;

export const exampleRoutes = {
  listExamples: route('GET /api/buckets/:partner/:cob/examples', {
    summary: 'The examples of a bucket by name, and their changes since its live version went live',
    access: 'bucket:view',
    params: address,
    answer: z.object({ items: z.array(exampleSchema), changes: z.array(exampleChangeSchema) }),
    problems: ['not-found'],
  }),
  addExample: route('POST /api/buckets/:partner/:cob/examples', {
    summary: 'Add an example: a risk with its expected values',
    access: 'bucket:edit',
    params: address,
    ...sent,
    answer: exampleSchema,
    problems: ['not-found', 'conflict'],
  }),
  changeExample: route('PUT /api/buckets/:partner/:cob/examples/:exampleId', {
    summary: 'Change the name, risk or expected values of an example',
    access: 'bucket:edit',
    changes: true,
    params: one,
    ...sent,
    answer: exampleSchema,
    problems: ['not-found', 'conflict'],
  }),
  deleteExample: route('DELETE /api/buckets/:partner/:cob/examples/:exampleId', {
    summary: 'Delete an example',
    access: 'bucket:edit',
    changes: true,
    params: one,
    answer: z.object({ deleted: z.literal(true) }),
    problems: ['not-found'],
  }),
  importExamples: route('POST /api/buckets/:partner/:cob/example-import', {
    summary: 'Add, change and delete examples, all or none; deletions come first, and names may be exchanged',
    access: 'bucket:edit',
    params: address,
    body: exampleImport,
    maxBodyBytes: MAX_IMPORT_BYTES,
    bodySeconds: 60,
    answer: z.object({ items: z.array(exampleSchema) }),
    problems: ['not-found', 'conflict', 'stale'],
  }),
} as const;
