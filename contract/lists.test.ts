import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import type { Route } from './route.ts';

/** What keeps a list short that neither comes in pages nor says its maximum. */
const BOUNDED: Readonly<Record<string, readonly string[]>> = {
  'Dials of one bucket, of which there are 500 at most': [
    ...['live', 'draft'].flatMap((list) => [`getBucket ${list}.entries`, `getBucket ${list}.notes`]),
    ...['getBucketVersion', 'getBucketAsOf'].flatMap((name) => [`${name} entries`, `${name} notes`]),
    ...['summariseBucket', 'compareRound'].flatMap((name) => [`${name} changes`, `${name} before`, `${name} after`]),
    ...['changes', 'before', 'after'].map((part) => `getEvidence difference.${part}`),
    ...['version.entries', 'version.notes', 'dials', 'practice.outcome.values'].map((part) => `getEvidence ${part}`),
    'getHighestValues of_dials',
    'getOutcome outcome.values',
    'getBucketPractice dials',
    'getReview round.authors',
  ],
  'Versions of one dial': [
    ...['getDial', 'getDialVersion'].flatMap((name) =>
      ['versions', 'use.live', 'use.drafts'].map((of) => `${name} ${of}`),
    ),
    'getDialPractice in_versions',
    'listDialPlaces versions',
  ],
  'Fields, words or kinds that the code lists': [
    'diffDialVersions changes',
    'listDials words',
    'pickDials words',
    'listAuditWords actions',
    'listAuditWords object_types',
    'listFlags flags',
    'getUser permissions',
    'getAccess permission_sets',
  ],
  'Days of a period': ['getDialPractice days', 'getBucketPractice days', 'getUsage days'],
  'A number of rows that the server cuts off at': [
    ...['drafts', 'buckets', 'dials', 'classes'].map((list) => `getMyWork ${list}`),
    ...['changes', 'idle', 'ends'].map((list) => `getMonthlyReport ${list}`),
    ...['pages', 'searches'].map((list) => `getUsage ${list}`),
    'listComingDials items',
    'listStops items',
    'measureVersion buckets',
    'listGoLives items',
    'listReviews appetites',
    'getReview earlier',
    'getReviewSet buckets',
    'getReview round.set.others',
    'getDialPractice buckets',
    'getEvidence audit',
    'exportAudit records',
    'exportDials dials',
    'listAppetiteProposals items',
    'getAppetiteProposal buckets',
    'getAuthority waiting',
    'getAccess reviews',
    'listEngines releases',
    'listEngines current.changed.buckets',
  ],
  'What people said and did in one review of one version': [
    ...['signers', 'above_before', 'broken_examples', 'votes', 'comments'].map((part) => `getReview round.${part}`),
    ...['appetite_changes', 'examples', 'impact', 'stops', 'rounds'].map((part) => `getEvidence ${part}`),
    'readReviewImpact stored',
  ],
  'What a company sets up by hand': [
    ...['classes', 'partners', 'when', 'people'].map((part) => `listPortfolios proposal.rule.${part}`),
    ...['classes', 'kept', 'file.rates'].map((part) => `getUsedPortfolio portfolio.${part}`),
    ...['columns', 'causes'].map((part) => `getPortfolioLoad ${part}`),
    ...['introduced_by', 'same_mailbox'].map((part) => `getUser ${part}`),
    ...['changes', 'items'].map((list) => `listExamples ${list}`),
    'getAuthority rules',
    'getAuthority proposals',
    'getAuthority deputies',
    'getMyAccess people',
    'listMyLinks items',
    'listFilters items',
    'listPartners items',
    'listPortfolios items',
    'listLimits items',
    'listBucketLimits items',
    'listOptions options',
    'listEngines engines',
    'listClassRecords items',
  ],
};

/** What grows with the book and is shown, chosen from or confirmed as a whole. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  'A matrix of all classes and partners': [
    ...['getBucketMatrix', 'getAppetites'].flatMap((name) => [`${name} partners`, `${name} cells`]),
    'getBucketLayers buckets',
  ],
  'One class across all partners': ['partners', 'buckets', 'dials'].map((part) => `listClassBuckets ${part}`),
  'Buckets that a change is rolled out to': ['listDialPlaces buckets'],
  'People: the list that is confirmed, and those that a rule may name': ['getAccess people', 'getAuthority people'],
  'Words that an author completes': ['listDialWords tags', 'listDialWords authors'],
};

type Schema = Readonly<{
  $ref?: string;
  type?: string;
  maxItems?: number;
  properties?: Readonly<Record<string, Schema>>;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  $defs?: Readonly<Record<string, Schema>>;
}>;

/** The lists of an answer that say no maximum, those inside of other lists left out. */
function listsOf(schema: Schema, defs: NonNullable<Schema['$defs']>, path: readonly string[] = []): string[] {
  const named = schema.$ref === undefined ? undefined : defs[schema.$ref.split('/').at(-1) ?? ''];
  if (named !== undefined) return listsOf(named, defs, path);
  if (schema.type === 'array') return schema.maxItems === undefined ? [path.join('.')] : [];
  const { anyOf = [], oneOf = [], allOf = [], properties = {} } = schema;
  return [
    ...[...anyOf, ...oneOf, ...allOf].flatMap((each) => listsOf(each, defs, path)),
    ...Object.entries(properties).flatMap(([name, each]) => listsOf(each, defs, [...path, name])),
  ];
}

test('every list that is read comes in pages, says its maximum, or is named here with what bounds it', () => {
  const unpaged = Object.entries<Route>(contract).flatMap(([name, { method, answer }]) => {
    if (method !== 'GET' || answer === undefined) return [];
    const schema = z.toJSONSchema(answer, { io: 'output', unrepresentable: 'any' }) as Schema;
    const isPaged = schema.properties?.['next'] !== undefined;
    return [...new Set(listsOf(schema, schema.$defs ?? {}))]
      .filter((list) => !(isPaged && list === 'items'))
      .map((list) => `${name} ${list}`);
  });
  const named = [...Object.values(BOUNDED), ...Object.values(WHOLE)].flat();
  expect(unpaged.toSorted()).toEqual(named.toSorted());
});
