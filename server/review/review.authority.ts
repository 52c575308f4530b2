import { MAY_VOTE } from '#domain/user/permission.ts';
import type { ShownSigner } from '#contract/authority.ts';
import { type Deputy, isDeputyOn, signerOn } from '#domain/authority/deputy.ts';
import {
  type ChangedShares,
  explainRaise,
  explainSigner,
  findAppetiteSigners,
  findMissingSigners,
  findRequiredSigners,
  type RequiredSigner,
  type RoundAuthority,
  satisfiesAny,
} from '#domain/authority/requirement.ts';
import { coversBucket } from '#domain/authority/rule.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type BucketAddress, bucketEvent, type BucketEvent } from '#domain/event/event.ts';
import type { CountedVote } from '#domain/review/round.ts';
import type { OpenBucket } from '#server/bucket/bucket.open.ts';
import type { ChangeContext } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { findPeopleAllowed, findPersonNames } from '#server/person/person.service.ts';
import { listDeputiesInForce, listRules, ruleOf, shareAuthority } from './authority/authority.store.ts';
import type { ProvedLists } from './proof.job.ts';
import type { ReadProofs } from './review.proof.ts';
import { type AuthoredRound, type Counterparts, readCounterparts, readWithAuthors } from './review.voter.ts';

/** What a round stores, and the strictest of its measurements. */
export type GovernedRound = Readonly<{ authority: RoundAuthority | null; shares: ChangedShares | null }>;

export const NOT_MEASURED: ChangedShares = { risks: null, premium: null };
/** Of a draft that is not submitted yet. */
export const MEASURED_LATER: ChangedShares = { risks: 'later', premium: 'later' };

/** Who must be among the approvers of a round. */
export const signersOf = ({ authority, shares }: GovernedRound): RequiredSigner[] =>
  authority === null ? [] : findRequiredSigners(authority, shares ?? NOT_MEASURED);

type SubmittedDraft = Readonly<{
  open: OpenBucket;
  draft: Readonly<{ entries: BucketEntries }>;
  restart: string | null;
}>;

/** A stopped bucket gives nothing, so that a restart makes everything possible. */
export const listsOf = ({ open, draft, restart }: SubmittedDraft): ProvedLists => ({
  before: restart === null ? open.live.entries : [],
  after: draft.entries,
});

type Proving = Readonly<{ proofs: ReadProofs; owner: string }>;

/** What is known of drafts at submission, and the rules in force that cover them. No rule changes until the commit. */
export async function readAuthority(
  trx: Db,
  submitted: readonly SubmittedDraft[],
  { proofs, owner }: Proving,
): Promise<(open: OpenBucket) => RoundAuthority | null> {
  const proven = await proofs(trx, owner, submitted.map(listsOf));
  const facts = new Map(
    submitted.map(({ open, restart }, index) => [open.head.id, { ...proven[index], restarts: restart !== null }]),
  );
  await shareAuthority(trx);
  const rules = (await listRules(trx)).map(ruleOf);
  return ({ head, address }) => {
    const known = facts.get(head.id) as RoundAuthority['facts'] | undefined;
    return known === undefined ? null : { facts: known, rules: rules.filter((rule) => coversBucket(rule, address)) };
  };
}

type SignedRound = AuthoredRound & GovernedRound & Readonly<{ id: string }>;

/** Who can give each required signature of these rounds today: the people and their deputies who may vote, no authors. */
export async function readSignatories<R extends SignedRound>(
  db: Db,
  rounds: readonly R[],
  { today, counterpartsOf: given }: SigningOptions<R>,
) {
  const governed = rounds.filter((round) => signersOf(round).length > 0);
  const deputies = governed.length === 0 ? [] : await listDeputiesInForce(db, today);
  const voters = governed.length === 0 ? [] : await findPeopleAllowed(db, MAY_VOTE);
  const principals = deputies.map(({ person }) => person);
  const counterpartsOf =
    given ?? (await readCounterparts(db, governed, { people: listSignatories(governed, deputies) }));
  return {
    /** Who acts for others in a round. */
    deputiesIn: (round: R): Deputy[] => {
      const authors = counterpartsOf(round).withAuthors(principals);
      return deputies.filter((one) => isDeputyOn(one, today) && !authors.includes(one.person));
    },
    /** `signer`: one of those of the round. */
    canSign: (round: R, signer: Pick<RequiredSigner, 'people'>): string[] => {
      const { counts, withAuthors } = counterpartsOf(round);
      const authors = withAuthors(principals);
      return voters
        .map(({ id }) => id)
        .filter((id) => satisfiesAny([signer], signerOn(deputies, id, today, authors)) && counts(id));
    },
  };
}

/** The required signers of these rounds, and all deputies. */
const listSignatories = (rounds: readonly GovernedRound[], deputies: readonly Deputy[]): string[] => [
  ...rounds.flatMap((round) => signersOf(round).flatMap(({ people }) => people)),
  ...deputies.flatMap(({ person, deputy }) => [person, deputy]),
];

/** The same, where the deputies were not read yet. */
export async function readSignatoryIds(db: Db, rounds: readonly GovernedRound[], today: string): Promise<string[]> {
  const governed = rounds.filter((round) => signersOf(round).length > 0);
  return governed.length === 0 ? [] : listSignatories(governed, await listDeputiesInForce(db, today));
}

type SigningOptions<R> = Readonly<{
  today: string;
  /** For all who can sign; read if it is left out. */
  counterpartsOf?: (round: R) => Counterparts;
}>;

type ApprovedRound = SignedRound & Readonly<{ isOpen: boolean; votes: readonly CountedVote[] }>;

/** Who must sign each round, and who can; `signing` is left out where nobody signs any more. */
export async function presentSigners<R extends ApprovedRound>(
  db: Db,
  rounds: readonly R[],
  signing: SigningOptions<R> | undefined,
): Promise<(round: R) => ShownSigner[]> {
  const open = signing === undefined ? [] : rounds.filter(({ isOpen }) => isOpen);
  const signatories = signing === undefined || open.length === 0 ? undefined : await readSignatories(db, open, signing);
  const required = new Map(rounds.map((round) => [round.id, signersOf(round)]));
  const deputiesOf = (round: R, { people }: RequiredSigner): Deputy[] =>
    round.isOpen ? (signatories?.deputiesIn(round) ?? []).filter(({ person }) => people.includes(person)) : [];
  const canSign = (round: R, signer: RequiredSigner): string[] =>
    round.isOpen && signatories !== undefined ? signatories.canSign(round, signer) : [];
  const named = rounds.flatMap((round) =>
    (required.get(round.id) ?? []).flatMap((signer) => [
      ...signer.people,
      ...canSign(round, signer),
      ...deputiesOf(round, signer).flatMap(({ person, deputy }) => [person, deputy]),
    ]),
  );
  const names = named.length === 0 ? new Map<string, string>() : await findPersonNames(db, [...new Set(named)]);
  const refOf = (id: string) => ({ id, name: names.get(id) ?? '' });
  return (round) => {
    const approvals = round.votes.filter(({ choice, discounted }) => choice === 'approve' && discounted === null);
    return (required.get(round.id) ?? []).map((signer) => ({
      rule: signer.rule,
      people: signer.people.map(refOf),
      reasons: [...signer.reasons],
      is_missing: findMissingSigners([signer], approvals).length > 0,
      can_sign: canSign(round, signer).map(refOf),
      deputies: deputiesOf(round, signer).map(({ person, deputy, last_day }) => ({
        deputy: refOf(deputy),
        person: refOf(person),
        last_day,
      })),
    }));
  };
}

const NOTHING_CHANGES: ChangedShares = { risks: 0, premium: 0 };

/** Why one of these people must sign: what the draft is, known at submission, or what it changes, measured afterwards. */
type ReasonKind = 'draft' | 'shares';

function signersBy(round: GovernedRound, reason: ReasonKind): RequiredSigner[] {
  const atSubmit = signersOf({ ...round, shares: NOTHING_CHANGES });
  if (reason === 'draft') return atSubmit;
  return signersOf(round).filter(({ rule }) => !atSubmit.some((one) => one.rule === rule));
}

/** Whether the measurement of a round can ask for a further signer. */
export const dependsOnShares = ({ authority }: GovernedRound): boolean =>
  authority !== null && authority.rules.some(({ when }) => when.some(({ kind }) => kind === 'changes'));

/** Drafts in review that nobody who must sign for such a reason can sign. */
export async function findUnsignable(
  { trx, at }: Pick<ChangeContext, 'trx' | 'at'>,
  rounds: readonly (SignedRound &
    Readonly<{ number: number; required: number; cob: string; partner_number: number }>)[],
  reason: ReasonKind = 'draft',
): Promise<BucketEvent[]> {
  const { canSign } = await readSignatories(trx, rounds, { today: dayOf(at) });
  const stuck = rounds.flatMap((round) => {
    const signers = signersBy(round, reason).filter((signer) => canSign(round, signer).length === 0);
    return signers.length === 0 ? [] : [{ round, signers }];
  });
  if (stuck.length === 0) return [];
  const people = stuck.flatMap(({ signers }) => signers.flatMap((signer) => signer.people));
  const names = await findPersonNames(trx, [...new Set(people)]);
  return stuck.map(({ round, signers }) =>
    bucketEvent(
      'bucket_unsignable',
      { partner: round.partner_number, cob: round.cob },
      {
        round: round.number,
        reasons: signers.map((signer) => explainSigner(signer, (id) => names.get(id) ?? id, round.required).text),
      },
    ),
  );
}

/** Why somebody may not confirm that the appetite of a bucket is raised; undefined if they may. */
export async function readRaiseRefusals(
  trx: Trx,
  { person, proposer, at }: Readonly<{ person: string; proposer: string; at: Date }>,
): Promise<(address: BucketAddress) => string | undefined> {
  await shareAuthority(trx);
  const rules = (await listRules(trx)).map(ruleOf);
  const deputies = await listDeputiesInForce(trx, dayOf(at));
  const names = await findPersonNames(trx, [...new Set(rules.flatMap(({ people }) => people))]);
  const principals = deputies.map((one) => one.person);
  const withAuthors = await readWithAuthors(trx, [proposer], principals);
  const signer = signerOn(deputies, person, dayOf(at), withAuthors([proposer]));
  return (address) => {
    const required = findAppetiteSigners(rules.filter((rule) => coversBucket(rule, address)));
    const [missing] = findMissingSigners(required, [signer]);
    return missing && explainRaise(missing.people.map((id) => names.get(id) ?? id));
  };
}
