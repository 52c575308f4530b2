import type { AuthorityChange } from '#domain/authority/proposal.ts';
import type { RuleInput } from '#domain/authority/rule.ts';
import { dayOf } from '#server/dial/dial.row.ts';

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;
const [PROPOSER, CONFIRMER] = ['Demo Administrator', 'Demo Compliance'];
const [ONE, TWO, ADMINISTRATOR] = ['demo|reviewer.one', 'demo|reviewer.two', 'demo|administrator'];

/** One action on the demo's authority: a proposal, or the confirmation of the one before with that name. */
export type AuthorityStep = Readonly<{ at: Date; by: string; proposal: string; propose: MakeChange | null }>;
/** `idOf`: the id of an earlier proposal. */
type MakeChange = (idOf: (proposal: string) => string) => AuthorityChange;

/** Days from the first start: -14 is two weeks before it. */
type Proposal = Readonly<{ name: string; day: number; change: MakeChange }>;

const rule = (more: Omit<RuleInput, 'partners'>): MakeChange => {
  const added: AuthorityChange = { kind: 'add_rule', rule: { partners: [], ...more } };
  return () => added;
};

const proposals = (now: Date): Proposal[] => {
  const day = (days: number) => dayOf(new Date(now.getTime() + days * DAY));
  const deputy = (person: string, stands: string, first: number, last: number): MakeChange => {
    const dated = { person, deputy: stands, first_day: day(first), last_day: day(last) };
    return () => ({ kind: 'add_deputy', deputy: dated });
  };
  return [
    {
      name: 'large cyber lines',
      day: -48,
      change: rule({
        classes: ['cyber-privacy-and-tech'],
        when: [
          { kind: 'above', value: 'max_line', limit: 5_000_000 },
          { kind: 'changes', of: 'risks', percent: 20 },
        ],
        people: [ONE],
      }),
    },
    {
      name: 'large war lines',
      day: -48,
      change: rule({
        classes: ['marine-war', 'terrorism'],
        when: [{ kind: 'above', value: 'max_line', limit: 10_000_000 }],
        people: [ONE, TWO],
      }),
    },
    {
      name: 'appetites',
      day: -37,
      change: rule({ classes: [], when: [{ kind: 'appetite' }], people: [ONE, TWO, ADMINISTRATOR] }),
    },
    { name: 'October', day: -30, change: deputy(TWO, ONE, -30, -8) },
    { name: 'back earlier', day: -12, change: (idOf) => ({ kind: 'end_deputy', id: idOf('October') }) },
    { name: 'November', day: -6, change: deputy(ONE, ADMINISTRATOR, -6, 12) },
  ];
};

/** Each is confirmed two hours after it was proposed. */
export const buildAuthorityHistory = (now: Date): AuthorityStep[] =>
  proposals(now).flatMap(({ name: proposal, day, change }, index) => {
    const at = (minutes: number) => new Date(now.getTime() + day * DAY - (minutes - index) * MINUTE);
    return [
      { at: at(180), by: PROPOSER, proposal, propose: change },
      { at: at(60), by: CONFIRMER, proposal, propose: null },
    ];
  });

const OVERDUE = 'hull';

/** Who answers for the classes, and when they are reviewed next: one of them should have been. */
export const demoClassRecords = (classes: readonly string[], now: Date) =>
  classes.map((cob, index) => ({
    cob,
    owner: index % 2 === 0 ? 'demo|underwriter' : 'demo|underwriter.two',
    next_review: dayOf(new Date(now.getTime() + (cob === OVERDUE ? -3 : 20 + ((index * 37) % 300)) * DAY)),
  }));
