import type { AuthorityProposal, ClassRecord, ShownDeputy, ShownRule } from '#contract/authority.ts';
import { fakeAdmin } from '#web/admin/testing.tsx';
import type { Authority } from '#web/admin/query.ts';
import { addDays, utcToday } from '#web/kit/format.ts';
import { makeSigner } from '#web/review/testing.ts';
import { type Api, ME } from '#web/testing/page.tsx';

export const ONE = { id: 'u3', name: 'Demo Reviewer One' };
export const TWO = { id: 'u4', name: 'Demo Reviewer Two' };
export const ADMIN = { id: 'u5', name: 'Demo Administrator' };
const READER = { id: 'u6', name: 'Demo Reader' };
const AT = '2026-10-01T09:00:00.000Z';
const uuid = (n: number) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`;
export const RULE_ID = uuid(1);

export const makeRule = (more: Partial<ShownRule> = {}): ShownRule => ({
  id: RULE_ID,
  classes: ['cyber-privacy-and-tech'],
  partners: [],
  when: [
    { kind: 'above', value: 'max_line', limit: 5_000_000 },
    { kind: 'changes', of: 'risks', percent: 20 },
  ],
  people: [{ ...ONE, can_sign: true }],
  since: AT,
  by: ADMIN,
  seconded_by: TWO,
  applied: 14,
  waiting: 1,
  ...more,
});

export const makeAuthorityProposal = (more: Partial<AuthorityProposal> = {}): AuthorityProposal => ({
  id: uuid(20),
  kind: 'add_rule',
  replaces: null,
  rule: makeRule({ classes: ['terrorism'], when: [{ kind: 'restart' }] }),
  deputy: null,
  portfolio: null,
  by: ADMIN,
  at: AT,
  refusal: null,
  is_own: false,
  closed: null,
  ...more,
});

/** Day by day from today. */
export const inDays = (days: number): string => addDays(utcToday(), days);

export const makeDeputy = (more: Partial<ShownDeputy> = {}): ShownDeputy => ({
  id: uuid(30),
  person: ONE,
  deputy: ADMIN,
  first_day: inDays(-10),
  last_day: inDays(13),
  ended_at: null,
  by: ADMIN,
  seconded_by: TWO,
  ...more,
});

export const makeRecord = (cob: string, more: Partial<ClassRecord> = {}): ClassRecord => ({
  cob,
  owner: null,
  next_review: null,
  is_overdue: false,
  buckets: 8,
  revision: `${cob}-1`,
  ...more,
});

export const makeAuthority = (more: Partial<Authority> = {}): Authority => ({
  rules: [makeRule()],
  deputies: [
    makeDeputy(),
    makeDeputy({ id: uuid(31), person: TWO, deputy: ONE, ended_at: '2026-11-06T09:00:00.000Z' }),
  ],
  proposals: [],
  waiting: [
    {
      cob: 'cyber-privacy-and-tech',
      partner: { number: 9120, name: 'Cormorant' },
      signers: [makeSigner()],
      any_two: null,
      approvals: 1,
      required: 2,
    },
    {
      cob: 'marine-war',
      partner: { number: 9147, name: 'Estuary' },
      signers: [],
      any_two: 'max line 4,000,000 is not above 10,000,000',
      approvals: 0,
      required: 2,
    },
  ],
  people: [
    { ...ADMIN, can_sign: true },
    { ...READER, can_sign: false },
    { ...ONE, can_sign: true },
    { ...TWO, can_sign: true },
  ],
  ...more,
});

/** A fake server of authority that follows the contract; records requests. */
export function fakeAuthority(authority: Authority = makeAuthority(), answers: Partial<Api> = {}) {
  const state = {
    authority,
    records: [makeRecord('cargo'), makeRecord('flood', { owner: ONE, next_review: '2026-10-01', is_overdue: true })],
  };
  const fake = fakeAdmin(undefined, {
    getAuthority: async () => state.authority,
    listClassRecords: async () => ({ items: state.records }),
    previewAuthorityRule: async ({ body }) => {
      fake.record('previewAuthorityRule', body);
      return { days: 90, drafts: 31, needed: 2, had: 2 };
    },
    proposeAuthority: async ({ body: { change } }) => {
      fake.record('proposeAuthority', change);
      const proposal = makeAuthorityProposal({
        kind: change.kind,
        replaces: 'id' in change ? change.id : null,
        rule: null,
        by: ME,
        is_own: true,
        refusal: 'You proposed this. A second person decides about it.',
      });
      state.authority = { ...state.authority, proposals: [...state.authority.proposals, proposal] };
      return proposal;
    },
    decideAuthority: async ({ params, body }) => {
      fake.record('decideAuthority', { ...params, ...body });
      const { proposals } = state.authority;
      state.authority = { ...state.authority, proposals: proposals.filter(({ id }) => id !== params.proposalId) };
      return makeAuthorityProposal();
    },
    listAuthorityHistory: async ({ query }) =>
      query.cursor === undefined
        ? {
            items: [
              makeAuthorityProposal({
                closed: { outcome: 'declined', by: TWO, at: AT, reason: 'Too narrow' },
              }),
            ],
            next: 'c1',
          }
        : {
            items: [
              makeAuthorityProposal({
                id: uuid(21),
                kind: 'remove_rule',
                closed: { outcome: 'withdrawn', by: ADMIN, at: AT, reason: '' },
              }),
            ],
            next: null,
          },
    changeClassRecord: async ({ params: { cob }, body }, options) => {
      fake.record('changeClassRecord', { cob, ...body }, options?.ifMatch);
      const owner = state.authority.people.find(({ id }) => id === body.owner) ?? null;
      const changed = makeRecord(cob, { owner, next_review: body.next_review, revision: `${cob}-2` });
      state.records = state.records.map((one) => (one.cob === cob ? changed : one));
      return changed;
    },
    ...answers,
  });
  return { ...fake, state };
}
