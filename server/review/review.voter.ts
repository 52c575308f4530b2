import {
  type Bond,
  type Circle,
  createCircle,
  explainBond,
  explainUncountedVote,
  type SecondPerson,
} from '#domain/review/counterpart.ts';
import {
  type Dependence,
  explainDependence,
  findDependents,
  type Grant,
  GRANTING_ACTIONS,
  readPrivileges,
} from '#domain/review/independence.ts';
import { couldCount, type Discount, findDiscounts } from '#domain/review/voter.ts';
import { allows, intersectPermissions, MAY_VOTE, parsePermissions, type Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { VOTE_NOT_COUNTED } from '#domain/user/verification.ts';
import { listRecords } from '#server/audit/audit.read.ts';
import type { Db } from '#server/db/connect.ts';
import {
  type DirectoryKind,
  findPersonNames,
  type PersonState,
  readCircle,
  readPeople,
} from '#server/person/person.service.ts';

/** The authors of a round or of a proposal, and the start of the first draft they could have written. */
export type AuthoredRound = Readonly<{ authors: readonly string[]; started_at: Date | null }>;

type DatedGrant = Grant & Readonly<{ at: Date }>;
type Options = Readonly<{
  /** Everyone who is asked about; authors are read with them. */
  people: readonly string[];
  /** What lets people decide. */
  rights?: readonly Requirement[];
}>;

/** Who counts for a round beside its authors. */
export type Counterparts = Readonly<{
  circle: Circle;
  /** What an author gave somebody since the draft was started. */
  dependence: (person: string) => Dependence | undefined;
  /** With an author. */
  bond: (person: string) => Bond | undefined;
  /** They are an account of an author, or got their access from one: they cannot vote. */
  isBarred: (person: string) => boolean;
  /** Their vote would count. */
  counts: (person: string) => boolean;
  /** Authors, and these of the people who count as one person with an author. */
  withAuthors: (people: readonly string[]) => string[];
}>;

/** Who can decide about what others wrote or proposed: read once per request, in a constant number of queries. */
export async function readCounterparts<R extends AuthoredRound>(
  db: Db,
  rounds: readonly R[],
  { people, rights = [MAY_VOTE] }: Options,
): Promise<(round: R) => Counterparts> {
  const circle = await readCircle(
    db,
    rounds.length === 0 ? [] : [...people, ...rounds.flatMap(({ authors }) => authors)],
  );
  const since = new Date(Math.min(...rounds.map(startOf)));
  const grants = rounds.length === 0 ? [] : await readGrants(db, since, rights);
  const read = (round: R): Counterparts => {
    const { authors } = round;
    const dependents = findDependents(
      authors,
      grants.filter(({ at }) => at.getTime() >= startOf(round)),
    );
    const dependence = (person: string) => dependents.get(person);
    const bond = (person: string) => circle.findBondWith(person, authors);
    return {
      circle,
      dependence,
      bond,
      isBarred: (person) => dependents.has(person) || bond(person)?.kind === 'mailbox',
      counts: (person) => !dependents.has(person) && couldCount(circle, person, authors),
      withAuthors: (others) => joinAuthors(circle, authors, others),
    };
  };
  const known = new Map(rounds.map((round) => [round, read(round)]));
  return (round) => known.get(round) ?? read(round);
}

const joinAuthors = (circle: Circle, authors: readonly string[], others: readonly string[]): string[] => [
  ...authors,
  ...others.filter((person) => circle.findBondWith(person, authors) !== undefined),
];

/** Authors of any rounds or proposals, and these of the people who count as one person with an author of the same one. */
export async function readWithAuthors(
  db: Db,
  authors: readonly string[],
  people: readonly string[],
): Promise<(authors: readonly string[]) => string[]> {
  const circle = await readCircle(db, people.length === 0 ? [] : [...authors, ...people]);
  return (own) => (people.length === 0 ? [...own] : joinAuthors(circle, own, people));
}

const startOf = ({ started_at }: AuthoredRound): number => started_at?.getTime() ?? 0;

async function readGrants(db: Db, since: Date, rights: readonly Requirement[]): Promise<DatedGrant[]> {
  const filter = { object_type: 'person', actions: GRANTING_ACTIONS, from: since.toISOString() };
  const records = await listRecords(db, filter);
  return records.map(({ at, actor_id, object_id, action, detail }) => ({
    at,
    by: actor_id,
    to: object_id,
    given: readPrivileges(action, detail, rights),
  }));
}

/**
 * The votes of these people that do not count, by the current state of the directory. `people`: in the order of their votes.
 * A hosted tenant keeps permissions in its tokens.
 */
export const discountsOf = (
  people: readonly PersonState[],
  { authors }: AuthoredRound,
  { circle, dependence }: Counterparts,
  directory: DirectoryKind,
): ReadonlyMap<string, Discount> =>
  findDiscounts(
    circle,
    authors,
    people.map(({ id, permissions, deactivated_at }) => ({
      id,
      isActive: deactivated_at === null,
      mayVote: directory === 'hosted' || allows(parsePermissions(permissions), MAY_VOTE),
      dependence: dependence(id),
    })),
  );

/** Why somebody who is no author cannot vote in a round; null if they can. */
export function explainBarred({ dependence, bond }: Counterparts, person: string): Explanation | undefined {
  const [given, shared] = [dependence(person), bond(person)];
  if (given !== undefined)
    return { people: [given.by, given.author], text: (nameOf) => explainDependence(given, nameOf) };
  if (shared?.kind !== 'mailbox') return undefined;
  return {
    people: shared.people,
    text: (nameOf) => `${explainBond(shared, { nameOf, reader: person })} Other people decide about this draft.`,
  };
}

/** A sentence that names people, so that the names for many sentences are read at once. */
export type Explanation = Readonly<{ people: readonly string[]; text: (nameOf: (id: string) => string) => string }>;

/** Writes explanations with one query for the names. */
export async function writeExplanations(
  db: Db,
  all: readonly (Explanation | undefined)[],
): Promise<(one: Explanation | undefined) => string | null> {
  const people = [...new Set(all.flatMap((one) => one?.people ?? []))];
  const names = people.length === 0 ? new Map<string, string>() : await findPersonNames(db, people);
  return (one) => one?.text((id) => names.get(id) ?? '') ?? null;
}

/** Why the vote of somebody would be shown and not counted; undefined if it would count. `voters`: whose votes count. */
export function explainUncounted(
  { circle, bond }: Counterparts,
  { person, voters }: Readonly<{ person: string; voters: readonly string[] }>,
): Explanation | undefined {
  if (!circle.isVerified(person)) return { people: [], text: () => VOTE_NOT_COUNTED };
  const others = voters.filter((id) => id !== person);
  const shared = bond(person) ?? circle.findBondWith(person, others);
  if (shared === undefined) return undefined;
  return {
    people: peopleOf(shared),
    text: (nameOf) => explainUncountedVote(shared, { nameOf, reader: person }),
  };
}

const peopleOf = (bond: Bond): string[] => [...bond.people, ...(bond.kind === 'introduced' ? [bond.by] : [])];

/** What waits for a second person. */
export type Proposed = Readonly<{ id: string; by: string; at: Date }>;
type Deciding = Readonly<{
  actor: Actor;
  directory: DirectoryKind;
  rights: readonly Requirement[];
  /** Reads, or locks, the state of whoever decides. */
  people: ((db: Db, ids: readonly string[]) => Promise<readonly PersonState[]>) | undefined;
}>;

/** Whoever decides about proposals of others: their permissions of now, and what bars them from each proposal. */
export async function readSecondPerson(
  db: Db,
  { actor, directory, rights, people = readPeople }: Deciding,
  proposals: readonly Proposed[],
) {
  const [person] = directory === 'embedded' ? await people(db, [actor.id]) : [];
  const granted = person?.deactivated_at === null ? person.permissions : [];
  const permissions =
    directory === 'hosted' ? actor.permissions : intersectPermissions(actor.permissions, parsePermissions(granted));
  const authored = proposals.map(({ id, by, at }) => ({ id, authors: [by], started_at: at }));
  const counterpartsOf = await readCounterparts(db, authored, { people: [actor.id], rights });
  const facts = new Map(authored.map((one) => [one.id, counterpartsOf(one)]));
  const named = [...facts.values()].flatMap(({ dependence, bond }) => {
    const [given, shared] = [dependence(actor.id), bond(actor.id)];
    return [...(given ? [given.by, given.author] : []), ...(shared ? peopleOf(shared) : [])];
  });
  const names = await findPersonNames(db, [...new Set(named)]);
  return {
    decider: { id: actor.id, permissions },
    secondFor: (id: string): SecondPerson => {
      const counterparts = facts.get(id);
      return {
        circle: counterparts?.circle ?? createCircle([]),
        dependence: counterparts?.dependence(actor.id),
        nameOf: (one) => names.get(one) ?? one,
      };
    },
  };
}

/** These people, as far as they are verified. */
export async function readVerified(db: Db, people: readonly PersonState[]): Promise<string[]> {
  const ids = [...new Set(people.map(({ id }) => id))];
  const circle = await readCircle(db, ids);
  return ids.filter(circle.isVerified).toSorted();
}
