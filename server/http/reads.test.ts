import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarFeed } from '#contract/calendar.ts';
import type { NewEngineToken } from '#contract/engine.ts';
import { type ApiContract, contract } from '#contract/contract.ts';
import type { Input, Route } from '#contract/route.ts';
import { useTestApp } from '#server/testing/app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { execute } from '#server/testing/execute.ts';
import { portfolioFolder, portfolioLoader } from '#server/testing/portfolios.ts';
import { REVIEWERS, UNDERWRITER, useReviews } from '#server/testing/reviews.ts';

type Name = keyof ApiContract;

let dataDir = '';
let remove = async (): Promise<void> => undefined;
const server = useTestApp(async () => {
  ({ dataDir, remove } = await portfolioFolder());
  return { environment: { DATA_DIR: dataDir } };
});
afterAll(() => remove());
const tester = useReviews(server, 3);
const { open, keep } = portfolioLoader(server);

const GET_NAMES = Object.entries<Route>(contract).flatMap(([name, { method, streams }]) =>
  method === 'GET' && !streams ? [name as Name] : [],
);
/** Loads exist in the memory of the server that receives them. */
const NOT_FOUND = new Set<Name>(['getPortfolioLoad', 'listPortfolioLoadErrors']);

let inputs: { [K in Name]?: Input<ApiContract[K]> };

beforeAll(async () => {
  const file = 'reference,class of business,inception\nR1,Cargo,2025-02-01';
  await keep((await open('risks.csv', file)).id, 'Risks');
  const [address, ofSet, other] = [tester.bucket(), tester.bucket(), tester.bucket()];
  const hash = await tester.submitted(address, tester.entries());
  for (const who of REVIEWERS.slice(0, 2)) await tester.vote(who, address, hash, 'approve');
  const dialId = tester.dials[0]?.id ?? '';
  const edits = [{ kind: 'add', dial_id: dialId, version: 1, place: { at: 'end' } }];
  const buckets = await Promise.all(
    [ofSet, other].map(async (one) => ({ ...one, revision: (await tester.get(one)).revision, edits })),
  );
  const body = { buckets, submit: { description: 'Together' } };
  const { set } = await tester.good<{ set: string }>(UNDERWRITER, 'PUT', '/api/bucket-drafts', { body });
  // As if the server that took the submission had stopped before it measured.
  await execute(
    server.database.config,
    'set session_replication_role = replica; delete from review_impact; update dial_count set change = change',
  );
  const { appetite: was } = await tester.get(other);
  const raise = { changes: [{ ...other, appetite: was + 1, was }] };
  await tester.good('demo|administrator', 'PUT', '/api/admin/appetites', { body: raise });
  const waiting = await tester.good<{ items: { id: string }[] }>(REVIEWERS[0], 'GET', '/api/appetite-proposals');
  const proposalId = waiting.items[0]?.id ?? '';
  const [bucket, user, dial] = [{ params: ofSet }, { params: { userId: UNDERWRITER } }, { params: { dialId } }];
  const calendar = await tester.good<CalendarFeed>(UNDERWRITER, 'PUT', '/api/me/calendar');
  const day = server.now().toISOString().slice(0, 10);
  const newEngine = { name: 'London 1', channel: 'production', expires_on: day };
  const added = await tester.good<NewEngineToken>('demo|administrator', 'POST', '/api/engines', { body: newEngine });
  const engineId = added.engine.id;
  const load = { params: { loadId: dialId } };
  inputs = {
    getSettings: {},
    getHealth: {},
    listMyLinks: {},
    getMyAccess: {},
    getMyCalendar: {},
    readCalendar: { params: { secret: calendar.address?.split('/').at(-1) ?? '' } },
    getSetup: {},
    listUsers: { query: {} },
    getUser: user,
    listUserActivity: { ...user, query: {} },
    getMyWork: {},
    listFilters: {},
    getReferenceData: {},
    listDials: { query: { q: 'a' } },
    getDial: { ...dial, query: {} },
    getDialVersion: { params: { dialId, version: 1 } },
    listDialBuckets: { ...dial, query: {} },
    diffDialVersions: { ...dial, query: { from: 1, to: 1 } },
    listDialWords: {},
    listComingDials: {},
    exportDials: { query: {} },
    listPartners: {},
    listBuckets: { query: {} },
    getBucketMatrix: {},
    getBucket: bucket,
    pickDials: { query: {} },
    summariseBucket: { ...bucket, query: { from: 'live', to: 'draft' } },
    getHighestValues: bucket,
    listBucketVersions: { ...bucket, query: {} },
    listBucketSaves: { ...bucket, query: { since: '2026-11-01T00:00:00Z' } },
    getBucketVersion: { params: { ...address, number: 2 } },
    getBucketAsOf: { ...bucket, query: { at: server.now().toISOString() } },
    getBucketLayers: {},
    listStops: {},
    listExamples: bucket,
    readReviewImpact: bucket,
    measureVersion: { params: { dialId, version: 1 } },
    listReviews: { query: {} },
    listGoLives: {},
    getReview: bucket,
    compareRound: { params: { ...ofSet, round: 1 } },
    listRounds: { ...bucket, query: {} },
    getEvidence: { params: { ...address, number: 2 } },
    getReviewSet: { params: { setId: set } },
    listDialPlaces: dial,
    listClassBuckets: { params: { cob: ofSet.cob } },
    listNotifications: { query: {} },
    getAppetites: {},
    listAppetiteProposals: {},
    getAppetiteProposal: { params: { proposalId } },
    listAppetiteHistory: { ...bucket, query: {} },
    getAuthority: {},
    listAuthorityHistory: { query: {} },
    listClassRecords: {},
    getAccess: {},
    listOptions: { params: { list: 'brokers' } },
    listFlags: {},
    listEngines: {},
    getMyMail: {},
    getReporting: {},
    getDialPractice: { ...dial, query: { days: 30 } },
    getMonthlyReport: { params: { cob: 'cargo' }, query: { month: '2026-11' } },
    getOutcome: { ...bucket, query: {} },
    getBucketPractice: { ...bucket, query: { days: 30 } },
    listEngineReleases: { params: { engineId }, query: {} },
    getUsage: { query: {} },
    getUsedPortfolio: {},
    listPortfolios: {},
    getPortfolioLoad: load,
    listPortfolioLoadErrors: load,
    listLimits: {},
    listBucketLimits: bucket,
    listAudit: { query: {} },
    listAuditWords: {},
    exportAudit: { query: {} },
  };
  const { config, db } = server.database;
  await execute(
    config,
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  // Sessions keep the setting they started with.
  await execute(
    config,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await eventually(() => db.selectFrom('flag').select('key').execute());
});

test('every GET is covered, and writing fails', async () => {
  expect(Object.keys(inputs).toSorted()).toEqual(GET_NAMES.toSorted());
  await expect(server.database.db.deleteFrom('saved_filter').execute()).rejects.toThrow('read-only transaction');
});

test.each(GET_NAMES)('%s reads and never writes', async (name) => {
  const { path }: Route = contract[name];
  const input: { params?: object; query?: object } = inputs[name] ?? {};
  const params = new Map(Object.entries(input.params ?? {}));
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)] as [string, string]),
  );
  const { statusCode, body } = await server.app.inject({
    method: 'GET',
    url: `${path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params.get(key))))}?${query.toString()}`,
    headers: await server.as('administrator'),
  });
  expect(statusCode, body).toBe(NOT_FOUND.has(name) ? 404 : 200);
});
