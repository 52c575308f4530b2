import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HighestAmount, HighestAmounts, ProvenAmounts } from '#domain/evaluation/verify/highest.ts';
import { checkDeputy, signerOn } from './deputy.ts';
import type { Account } from '#domain/review/counterpart.ts';
import type { Dependence } from '#domain/review/independence.ts';
import { circleOf } from '#domain/review/testing.ts';
import { type AuthorityDecider, refuseAuthorityDecision } from './proposal.ts';
import {
  explainAboveBefore,
  explainAnyTwo,
  explainSigner,
  type ChangedShares,
  type DraftFacts,
  findAppetiteSigners,
  findMissingSigners,
  findPrincipal,
  findRequiredSigners,
} from './requirement.ts';
import { AMOUNT_KEYS, type AuthorityRule, checkRule, type Condition, coversBucket, describeRule } from './rule.ts';
import { NO_PERMISSIONS } from '#domain/user/permission.ts';

const risk = { date: '2026-11-18', journey: null, dimensions: {} };
const upTo = (amount: number | null, atMost = amount): HighestAmount => ({
  witness: amount === null ? null : { amount, dial_id: 'd', position: 1, risk },
  atMost,
});
const NOTHING = Object.fromEntries(AMOUNT_KEYS.map((key) => [key, upTo(null)])) as HighestAmounts;
/** Of a round that stored no more than the highest amounts. */
const facts = (max_line: HighestAmount, restarts = false): DraftFacts => ({
  highest: { ...NOTHING, max_line },
  restarts,
});
/** A draft that raises the max line to an amount, of a bucket with another highest one. */
const raising = (raised: HighestAmount, highest: HighestAmount, gained: number | null = null): DraftFacts => ({
  ...facts(highest),
  raised: { ...NOTHING, max_line: raised },
  gained: { ...Object.fromEntries(AMOUNT_KEYS.map((key) => [key, null])), max_line: gained } as ProvenAmounts['gained'],
});
const above = (limit: number): Condition => ({ kind: 'above', value: 'max_line', limit });
const rule = (when: readonly Condition[], more: Partial<AuthorityRule> = {}): AuthorityRule => ({
  id: 'r1',
  classes: [],
  partners: [],
  when,
  people: ['one'],
  ...more,
});
const MEASURED = { risks: 69.7, premium: 10 };
const NOT_MEASURED = { risks: null, premium: null };
const nameOf = (id: string) => ({ one: 'Demo Reviewer One', two: 'Demo Reviewer Two' })[id] ?? id;

const TWENTY = { kind: 'changes', of: 'risks', percent: 20 } as const;

describe('who must sign', () => {
  test.each<[string, Condition, DraftFacts, ChangedShares, string | undefined]>([
    ['above the limit', above(5e6), facts(upTo(7.5e6)), MEASURED, 'max line 7,500,000 is above 5,000,000'],
    ['at the limit', above(5e6), facts(upTo(5e6)), MEASURED, undefined],
    ['no risk gets one', above(5e6), facts(upTo(null)), MEASURED, undefined],
    [
      'not fully checked',
      above(5e6),
      facts(upTo(4e6, 9e6)),
      MEASURED,
      'max line was not fully checked, and may be above 5,000,000',
    ],
    ['many risks change', TWENTY, facts(upTo(1)), MEASURED, '69.7% of risks change, more than 20%'],
    ['few change', { kind: 'changes', of: 'premium', percent: 10 }, facts(upTo(1)), MEASURED, undefined],
    ['not measured', TWENTY, facts(upTo(1)), NOT_MEASURED, 'the share of risks that changes is not measured'],
    [
      'measured with the submission',
      TWENTY,
      facts(upTo(1)),
      { risks: 'later', premium: 'later' },
      'more than 20% of risks may change, which is measured with the submission',
    ],
    ['a restart', { kind: 'restart' }, facts(upTo(1), true), MEASURED, 'it restarts the bucket'],
    ['no restart', { kind: 'restart' }, facts(upTo(1)), MEASURED, undefined],
    ['an appetite, which is no draft', { kind: 'appetite' }, facts(upTo(1)), MEASURED, undefined],
    ['anything', { kind: 'always' }, facts(upTo(null)), NOT_MEASURED, 'every change needs it'],
  ])('%s', (_name, condition, known, shares, reason) => {
    const [signer] = findRequiredSigners({ facts: known, rules: [rule([condition])] }, shares);
    expect(signer?.reasons[0]?.text).toBe(reason);
  });

  test('the sentence leads with what holds, and names the other reasons', () => {
    const both = rule([{ kind: 'changes', of: 'premium', percent: 5 }, above(5e6)]);
    const [signer] = findRequiredSigners({ facts: facts(upTo(7.5e6)), rules: [both] }, { risks: null, premium: null });
    expect(signer && explainSigner(signer, nameOf, 2)).toEqual({
      text: 'One of the two must be Demo Reviewer One: max line 7,500,000 is above 5,000,000',
      also: ['the share of premium that changes is not measured'],
    });
  });

  test.each<[string, DraftFacts, string | undefined, string | undefined]>([
    ['a raise above the limit', raising(upTo(6e6), upTo(6e6)), 'max line 6,000,000 is above 5,000,000', undefined],
    [
      'a raise below what another dial gave before',
      raising(upTo(null), upTo(1e7), 6e6),
      undefined,
      'max line 10,000,000 was above 5,000,000 before, and the highest does not rise; more risks can get up to 6,000,000',
    ],
    [
      'a change of nothing that is above',
      raising(upTo(null), upTo(1e7), 4e6),
      undefined,
      'max line 10,000,000 was above 5,000,000 before, and the highest does not rise',
    ],
    [
      'a raise of a date, in a bucket with more on another date',
      raising(upTo(6e6), upTo(1e7)),
      'max line 6,000,000 is above 5,000,000',
      undefined,
    ],
    [
      'a raise that was not fully checked',
      raising(upTo(null, 6e6), upTo(1e7)),
      'max line was not fully checked, and may be above 5,000,000',
      undefined,
    ],
    [
      'no raise, of a highest amount that was not fully checked',
      raising(upTo(4e6), upTo(4e6, 1e7)),
      undefined,
      undefined,
    ],
  ])('[R49] a limit speaks of what the draft makes possible: %s', (_name, known, asked, said) => {
    const authority = { facts: known, rules: [rule([above(5e6)])] };
    expect(findRequiredSigners(authority, MEASURED)[0]?.reasons[0]?.text).toBe(asked);
    expect(explainAboveBefore(authority)[0]).toBe(said);
    if (said !== undefined) expect(explainAnyTwo(authority, MEASURED)).toBe(said);
  });

  test('what was stored before a value existed asks for the signer of a limit on it', () => {
    for (const known of [
      { highest: {}, restarts: false },
      { highest: {}, raised: {} as HighestAmounts, restarts: false },
    ])
      expect(findRequiredSigners({ facts: known, rules: [rule([above(5e6)])] }, MEASURED)).toHaveLength(1);
  });

  test('where no rule applies, the nearest reason says why', () => {
    const authority = { facts: facts(upTo(4e6)), rules: [rule([above(1e7)])] };
    expect(explainAnyTwo(authority, MEASURED)).toBe('max line 4,000,000 is not above 10,000,000');
    expect(explainAnyTwo({ ...authority, rules: [] }, MEASURED)).toBeUndefined();
  });

  test('a share is never rounded across its limit', () => {
    const authority = { facts: facts(upTo(1)), rules: [rule([{ kind: 'changes', of: 'risks', percent: 20 }])] };
    expect(findRequiredSigners(authority, { risks: 20.01, premium: null })[0]?.reasons[0]?.text).toBe(
      '20.01% of risks change, more than 20%',
    );
  });

  test('raised appetites need the people of rules about appetites, or about anything', () => {
    const rules = [rule([{ kind: 'appetite' }]), rule([{ kind: 'always' }], { id: 'r2' }), rule([above(1)])];
    expect(findAppetiteSigners(rules).map((one) => one.rule)).toEqual(['r1', 'r2']);
  });

  test('adding a rule, or a condition to one, never takes a signer away', () => {
    const condition = fc.oneof(
      fc.record({ kind: fc.constant('above' as const), value: fc.constantFrom(...AMOUNT_KEYS), limit: fc.nat(10) }),
      fc.record({
        kind: fc.constant('changes' as const),
        of: fc.constantFrom('risks' as const, 'premium' as const),
        percent: fc.nat(99),
      }),
      fc.constantFrom<Condition>({ kind: 'restart' }, { kind: 'always' }, { kind: 'appetite' }),
    );
    const someRule = fc.record({
      id: fc.uuid(),
      classes: fc.constant([]),
      partners: fc.constant([]),
      when: fc.array(condition, { minLength: 1, maxLength: 3 }),
      people: fc.subarray(['one', 'two'], { minLength: 1 }),
    });
    const share = fc.option(fc.nat(100));
    const someFacts = fc.record({ amount: fc.option(fc.nat(12)), more: fc.nat(3), restarts: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(someRule, { maxLength: 4 }),
        someRule,
        condition,
        someFacts,
        share,
        share,
        (rules, more, extra, { amount, more: unknown, restarts }, risks, premium) => {
          const known = facts(upTo(amount, amount === null ? null : amount + unknown), restarts);
          const idsOf = (all: readonly AuthorityRule[]) =>
            findRequiredSigners({ facts: known, rules: all }, { risks, premium }).map((one) => one.rule);
          expect(idsOf([...rules, more])).toEqual(expect.arrayContaining(idsOf(rules)));
          const wider = rules.map((one) => ({ ...one, when: [...one.when, extra] }));
          expect(idsOf(wider)).toEqual(expect.arrayContaining(idsOf(rules)));
        },
      ),
    );
  });
});

describe('deputies', () => {
  const deputy = { person: 'one', deputy: 'two', first_day: '2026-11-18', last_day: '2026-11-30' };

  test('[R50] sign for the person from the first to the last day, for no author, and pass it on to nobody', () => {
    const signs = (day: string) => signerOn([deputy], 'two', day).actsFor;
    expect([signs('2026-11-17'), signs('2026-11-18'), signs('2026-11-30'), signs('2026-12-01')]).toEqual([
      [],
      ['one'],
      ['one'],
      [],
    ]);
    const chain = [deputy, { ...deputy, person: 'two', deputy: 'three' }];
    expect(signerOn(chain, 'three', '2026-11-20').actsFor).toEqual(['two']);
    expect(findMissingSigners([{ people: ['one'] }], [signerOn(chain, 'three', '2026-11-20')])).toHaveLength(1);
    expect(findPrincipal([{ people: ['one'] }], signerOn([deputy], 'two', '2026-11-20'))).toBe('one');
    expect(findPrincipal([{ people: ['two'] }], signerOn([deputy], 'two', '2026-11-20'))).toBeUndefined();
    expect(signerOn([deputy], 'two', '2026-11-20', ['one']).actsFor).toEqual([]);
  });

  test.each([
    [{}, []],
    [{ last_day: '2027-01-16' }, []],
    [{ last_day: '2027-01-17' }, ['last_day']],
    [{ last_day: '2026-11-17' }, ['last_day']],
    [{ first_day: '2026-11-17' }, ['first_day']],
    [{ deputy: 'one' }, ['deputy']],
  ])('%j', (more, paths) => {
    expect(checkDeputy({ ...deputy, ...more }, '2026-11-18').map(({ path }) => path)).toEqual(paths);
  });
});

describe('rules', () => {
  test('cover their classes and partners, or all', () => {
    const cargo = { cob: 'cargo', partner: 9101 };
    expect(coversBucket(rule([]), cargo)).toBe(true);
    expect(coversBucket(rule([], { classes: ['cargo'], partners: [9101] }), cargo)).toBe(true);
    expect(coversBucket(rule([], { classes: ['hull'] }), cargo)).toBe(false);
    expect(coversBucket(rule([], { partners: [9102] }), cargo)).toBe(false);
  });

  test.each<[Parameters<typeof checkRule>[0], string[]]>([
    [rule([above(5e6)]), []],
    [rule([above(0)]), ['when.0']],
    [rule([{ kind: 'above', value: 'lead_share_cap', limit: 101 }]), ['when.0']],
    [rule([{ kind: 'changes', of: 'risks', percent: 100 }]), ['when.0']],
    [rule([]), ['when']],
    [rule([above(1), above(1)]), ['when']],
    [rule([above(1)], { people: [], classes: ['nothing'] }), ['classes.0', 'people']],
  ])('%#: wrong where it is', (input, paths) => {
    expect(checkRule(input).map(({ path }) => path)).toEqual(paths);
  });

  test('read as a sentence', () => {
    const { text } = {
      text: describeRule(
        rule([above(5e6), { kind: 'changes', of: 'risks', percent: 20 }], {
          classes: ['cargo'],
          people: ['one', 'two'],
        }),
        {
          person: nameOf,
          partner: String,
        },
      ),
    };
    expect(text).toBe(
      'Cargo: one of the approvers must be Demo Reviewer One or Demo Reviewer Two when max line is above 5,000,000, or when more than 20% of risks change.',
    );
  });
});

test.each<[Partial<AuthorityDecider>, 'confirm' | 'withdraw', boolean, Partial<Account>?, Dependence?]>([
  [{}, 'confirm', true],
  [{ id: 'ann' }, 'confirm', false],
  [{ id: 'ann' }, 'withdraw', true],
  [{}, 'withdraw', false],
  [{ permissions: NO_PERMISSIONS }, 'confirm', false],
  [{}, 'confirm', false, { verification: null }],
  [{}, 'confirm', false, { introduced_by: ['ann'] }],
  [{}, 'confirm', false, { email: 'ANN+x@example.test' }],
  [{}, 'confirm', false, {}, { given: 'vote', by: 'ann', author: 'ann' }],
])(
  'a change of authority is decided by a second, independent person: %j %s',
  (more, decision, isAllowed, account, dependence) => {
    const bob = { id: 'bob', permissions: { ...NO_PERMISSIONS, admin: 3 }, ...more };
    const second = {
      circle: circleOf({ id: 'ann' }, { id: 'bob', ...account }),
      dependence,
      nameOf: (id: string) => id,
    };
    expect(refuseAuthorityDecision('ann', bob, decision, second) === undefined).toBe(isAllowed);
  },
);
