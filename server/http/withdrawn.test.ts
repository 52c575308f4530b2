import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { type ApiContract, contract } from '#contract/contract.ts';
import type { Input, Route } from '#contract/route.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { execute } from '#server/testing/execute.ts';
import { insertPeople } from '#server/testing/records.ts';

/** Calls that need a permission and are no GET, but change nothing that others see. */
const READS = [
  'previewImport',
  'readBucketDials',
  'readBucketDialStates',
  'measureImpact',
  'listMeasuredRisks',
  'countFigures',
  'measureEdits',
  'noteDrafts',
  'listEndings',
  'previewSigners',
  'previewAuthorityRule',
  // It stores something, but only for a draft in review, and is refused then: see review.impact.test.ts.
  'measureReviewAgain',
  // It only releases what the caller reserved.
  'cancelPortfolioLoad',
] as const satisfies readonly (keyof ApiContract)[];

type Name = keyof ApiContract;
type Sample<R extends Route> = Omit<Input<R>, 'bytes'>;

const id = randomUUID();
const dial = { params: { dialId: id } };
const bucket = { params: { partner: 9101, cob: 'cargo' } } as const;
const example = { params: { ...bucket.params, exampleId: id } };
const user = { params: { userId: 'demo|viewer' } };
const portfolio = { params: { portfolioId: id } };
const load = { params: { loadId: id } };
const engine = { params: { engineId: id } };
const option = { params: { list: 'brokers', code: 'x' } } as const;
const DIAL = { name: 'Withdrawn' };
const EXAMPLE = { name: 'One', risk: { date: '2026-11-17', journey: null, dimensions: {} }, expected: {} };

/** A valid call of each. Nothing it names has to exist, because the permission is checked first. */
const SAMPLES = {
  dismissSetup: {},
  addUser: { body: { given_name: 'Pat', family_name: 'Low', email: 'pat@example.test', permissions: [] } },
  setUserPermissions: { ...user, body: { permissions: [] } },
  inviteUser: user,
  confirmUser: user,
  deactivateUser: user,
  reactivateUser: user,
  declineAccess: { ...user, body: { reason: 'No' } },
  createDial: { body: DIAL },
  saveDraft: { ...dial, body: DIAL },
  publishDraft: dial,
  discardDraft: dial,
  startVersion: dial,
  duplicateDial: dial,
  deleteDial: dial,
  importDials: { body: { rows: [{ data: { name: 'Row' } }], fingerprint: 'x' } },
  saveBucketDraft: { ...bucket, body: { entries: [] } },
  resetBucketDraft: bucket,
  submitForReview: { ...bucket, body: { description: 'Why', reply: 'So' } },
  cancelReviews: bucket,
  putOffGoLive: { ...bucket, body: { day: '2099-01-01', reason: 'Later' } },
  bringForwardGoLive: { ...bucket, body: { day: '2099-01-01', reason: 'Sooner' } },
  callOffGoLive: { ...bucket, body: { reason: 'Not yet' } },
  addExample: { ...bucket, body: EXAMPLE },
  changeExample: { ...example, body: EXAMPLE },
  deleteExample: example,
  importExamples: { ...bucket, body: { add: [EXAMPLE], change: [], delete: [] } },
  castVote: { body: { choice: 'approve', buckets: [{ ...bucket.params, hash: 'a'.repeat(64) }] } },
  addComment: { body: { text: 'Why?', buckets: [bucket.params] } },
  resolveComment: { params: { commentId: id }, body: { resolved: true, buckets: [bucket.params] } },
  saveDrafts: {
    body: { buckets: [{ ...bucket.params, revision: '1', edits: [{ kind: 'remove', dial_id: id }] }] },
  },
  discardDrafts: { body: { buckets: [{ ...bucket.params, revision: '1' }] } },
  undoDraftSet: { params: { setId: id } },
  addClass: { body: { cob: 'cargo', appetites: [{ partner: 9101, appetite: 1, was: null }] } },
  setAppetites: { body: { changes: [{ ...bucket.params, was: 1, appetite: 2 }] } },
  proposeAuthority: { body: { change: { kind: 'remove_rule', id } } },
  decideAuthority: { params: { proposalId: id }, body: { decision: 'confirm' } },
  changeClassRecord: { params: { cob: 'cargo' }, body: { owner: null, next_review: null } },
  confirmAccess: { body: { hash: 'a' } },
  addPartner: { body: { number: 9999, name: 'Nine' } },
  renamePartner: { params: { partner: 9101 }, body: { name: 'Nine' } },
  addOption: { params: { list: 'brokers' }, body: { code: 'zz', label: 'Zed' } },
  changeOption: { ...option, body: { label: 'Zed', retired: false } },
  deleteOption: option,
  addEngine: { body: { name: 'London 1', channel: 'production', expires_on: '2026-12-31' } },
  replaceEngineToken: { ...engine, body: { expires_on: '2026-12-31' } },
  revokeEngineToken: engine,
  changeFlag: { params: { key: 'usage-analytics' }, body: { state: 'on', emails: [] } },
  setUsedPortfolio: portfolio,
  renamePortfolio: { ...portfolio, body: { name: 'Book' } },
  deletePortfolio: portfolio,
  startPortfolioLoad: { body: { name: 'risks.csv', bytes: 10 } },
  sendPortfolioPart: { ...load, query: { at: 0 } },
  changePortfolioLoad: { ...load, body: { columns: [], matches: [] } },
  importLimits: { body: { file: 'limits.csv', limits: [] } },
  keepPortfolioLoad: { ...load, body: { name: 'Book', period: null, rows: 'leave_out' } },
} satisfies { [K in Name]?: Sample<ApiContract[K]> };
type ChangeName = keyof typeof SAMPLES;

const server = useTestApp();
const NAMES = Object.keys(SAMPLES) as ChangeName[];

function requestOf(name: ChangeName): InjectOptions & { url: string } {
  const { method, path }: Route = contract[name];
  const sample: { params?: object; query?: object; body?: object } = SAMPLES[name];
  const params = new Map(Object.entries(sample.params ?? {}));
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params.get(key))));
  const query = new URLSearchParams(
    Object.entries(sample.query ?? {}).map(([key, value]) => [key, String(value)] as [string, string]),
  );
  return {
    method,
    url: `${url}?${query.toString()}`,
    ...(sample.body && { payload: sample.body }),
  };
}

test('every call that needs a permission to change something is covered', () => {
  const changing = Object.entries<Route>(contract)
    .filter(([, { method, access }]) => method !== 'GET' && typeof access === 'object')
    .map(([name]) => name);
  expect([...NAMES, ...READS].toSorted()).toEqual(changing.toSorted());
});

test.each(NAMES)(
  '[Z15] %s is refused once the directory revoked the permission, whatever the token says',
  async (name) => {
    const { access }: Route = contract[name];
    if (typeof access === 'string') throw new Error(`${name} needs no permission.`);
    const headers = { ...(await server.as('administrator')), 'if-match': '"1"' };
    const send = async () => {
      const { statusCode, body } = await server.app.inject({ ...requestOf(name), headers });
      return { statusCode, body };
    };
    const entry = `${access.scope}:${access.action}`;
    const take = `update person set permissions = array_remove(permissions, '${entry}') where id = 'demo|administrator'`;
    const giveBack = `update person set permissions = permissions || '{${entry}}' where id = 'demo|administrator'`;
    await execute(server.database.config, take);
    const refused = await send();
    await execute(server.database.config, giveBack);
    expect(refused.statusCode, refused.body).toBe(403);
    expect(refused.body).toContain(`This needs ${access.action} on ${access.scope}, which you no longer have.`);
    const after = await send();
    expect(after.body, 'with the permission').not.toContain('you no longer have');
    expect(after.body, 'its input is valid').not.toContain('Fix the marked fields');
  },
);

test('[Z15] rules beyond the permission of the call use the directory’s current grants', async () => {
  const tester = dialTester(server);
  const draft = await tester.create({ name: 'Written by someone else' });
  // The call itself needs view on dials; changing someone else's draft needs edit.
  const permissions = ['dials:view', 'dials:edit'];
  const id = 'test|editor';
  await insertPeople(server.database.db, { id, permissions: ['dials:view'] });
  const save = () => tester.save(draft, { description: 'Changed' }, { who: { id, permissions } });
  expect((await save()).statusCode).toBe(403);
  await execute(server.database.config, `update person set permissions = '{dials:view,dials:edit}' where id = '${id}'`);
  expect((await save()).statusCode).toBe(200);
});

test('[Z16] a deactivated person cannot start a load, whatever the token says', async () => {
  const headers = await server.as('administrator');
  const start = () => server.app.inject({ ...requestOf('startPortfolioLoad'), headers });
  await execute(server.database.config, `update person set deactivated_at = now() where id = 'demo|administrator'`);
  expect((await start()).statusCode).toBe(403);
  await execute(server.database.config, `update person set deactivated_at = null where id = 'demo|administrator'`);
});
