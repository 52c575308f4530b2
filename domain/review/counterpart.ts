import { mailboxOf } from '#domain/user/mailbox.ts';
import type { VerificationMethod } from '#domain/user/verification.ts';
import type { Dependence } from './independence.ts';

/** What the directory knows about who is behind an account. */
export type Account = Readonly<{
  id: string;
  email: string;
  /** Our own directory, or a hosted tenant. */
  directory: 'embedded' | 'hosted';
  verification: VerificationMethod | null;
  /** The hosted tenant calls the address verified. */
  email_verified: boolean;
  /** Since when the command line, or a second person who is independent of those who introduced them, confirms them. */
  vouched_at: Date | null;
  /** Who added or invited them, and whose account these people may have used for it. */
  introduced_by: readonly string[];
}>;

/** What is known of an account beside its address. */
export type Standing = Omit<Account, 'id' | 'email'>;

/** Rows of a version that did not write down who added whom: nobody knows whose counterpart they could be. */
export const isOriginKnown = ({ directory, vouched_at, introduced_by }: Standing): boolean =>
  directory === 'hosted' || vouched_at !== null || introduced_by.length > 0;

/** Whether it is known that an account belongs to the person it names. Others may vote, but their votes do not count. */
export const isVerified = (account: Standing): boolean =>
  isOriginKnown(account) &&
  (account.verification === 'tenant' ? account.email_verified : account.verification !== null);

/** Whether somebody has to confirm a person before they count for everybody. */
export const needsConfirmation = (account: Standing): boolean =>
  !isVerified(account) || (account.vouched_at === null && account.introduced_by.length > 0);

/**
 * Whether a confirmation is the first word about an account. Nobody in the product made it, so whoever says whose it is could
 * have made it: it counts for everybody but them, until another person confirms it, too.
 */
export const isFirstWord = ({ vouched_at, introduced_by }: Standing): boolean =>
  vouched_at === null && introduced_by.length === 0;

/** Why two accounts may be one person. */
export type Bond =
  /** Anybody may have this account: it is neither verified nor did anybody who is known make it. */
  | Readonly<{ kind: 'unknown'; people: readonly string[] }>
  | Readonly<{ kind: 'mailbox'; people: readonly [string, string] }>
  /** `by` introduced them, directly or through others, and nobody else has confirmed who they are. */
  | Readonly<{ kind: 'introduced'; by: string; people: readonly string[]; isHosted: boolean }>;

/**
 * Decides who counts as whose counterpart: the one rule behind votes, signatures, raised appetites, changes of authority and
 * confirmations of identity. An account may be in the hands of its mailbox and, until it is confirmed, of everyone who
 * introduced it, and of whoever introduced those. Two accounts that may be in the same hands count as one person.
 */
export type Circle = ReturnType<typeof createCircle>;

/** `accounts`: those that are asked about, and everyone who introduced them, as far as it matters. */
export function createCircle(accounts: readonly Account[]) {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const hands = new Map<string, ReadonlyMap<string, string>>();

  /** The account, and everyone who introduced it or whoever introduced it, as long as nobody else confirms them. */
  function listIntroducers(id: string): ReadonlySet<string> {
    const reached = new Set([id]);
    for (const one of reached) {
      const account = known.get(one);
      if (account !== undefined && account.vouched_at === null) account.introduced_by.forEach((by) => reached.add(by));
    }
    return reached;
  }

  /** The mailboxes in whose hands an account may be, each with the account that leads there. */
  function handsOf(id: string): ReadonlyMap<string, string> {
    const found = hands.get(id);
    if (found !== undefined) return found;
    const mailboxes = new Map<string, string>();
    for (const one of listIntroducers(id)) {
      const mailbox = mailboxOf(known.get(one)?.email ?? one);
      if (!mailboxes.has(mailbox)) mailboxes.set(mailbox, one);
    }
    hands.set(id, mailboxes);
    return mailboxes;
  }

  const unknown = new Set(
    accounts.filter((account) => isFirstWord(account) && !isVerified(account)).map(({ id }) => id),
  );

  /** Why two accounts count as one person; undefined if they count as two. Asked of every voter about every author. */
  function findBond(one: string, other: string): Bond | undefined {
    if (one !== other && (unknown.has(one) || unknown.has(other)))
      return { kind: 'unknown', people: [one, other].filter((id) => unknown.has(id)) };
    const [ours, theirs] = [handsOf(one), handsOf(other)];
    const mailbox = findShared(ours, theirs);
    if (mailbox === undefined) return undefined;
    const by = ours.get(mailbox) ?? one;
    const [isOne, isOther] = [by === one, theirs.get(mailbox) === other];
    if (isOne && isOther) return { kind: 'mailbox', people: [one, other] };
    const people = isOne ? [other] : isOther ? [one] : [one, other];
    const isHosted = people.every((id) => known.get(id)?.directory === 'hosted');
    return { kind: 'introduced', by: isOther ? other : by, people, isHosted };
  }

  return {
    accountOf: (id: string): Account | undefined => known.get(id),
    isVerified: (id: string): boolean => {
      const account = known.get(id);
      return account !== undefined && isVerified(account);
    },
    needsConfirmation: (id: string): boolean => {
      const account = known.get(id);
      return account === undefined || needsConfirmation(account);
    },
    listIntroducers,
    findBond,
    /** The bond with the first of these people with whom somebody counts as one. */
    findBondWith: (one: string, others: readonly string[]): Bond | undefined => {
      for (const other of others) {
        const bond = findBond(one, other);
        if (bond !== undefined) return bond;
      }
      return undefined;
    },
  };
}

function findShared(ours: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): string | undefined {
  for (const mailbox of ours.keys()) if (theirs.has(mailbox)) return mailbox;
  return undefined;
}

type Naming = Readonly<{
  nameOf: (person: string) => string;
  /** Addressed as "you". */
  reader?: string | undefined;
}>;

/** Says why two accounts count as one person. */
export function explainBond(bond: Bond, { nameOf, reader }: Naming): string {
  const name = (id: string): string => (id === reader ? 'you' : nameOf(id));
  if (bond.kind === 'mailbox') {
    const [one, other] = bond.people[1] === reader ? bond.people.toReversed() : bond.people;
    const [who, whom] = [name(one ?? ''), nameOf(other ?? '')];
    if (who === 'you') return `You share a mailbox with ${whom}, so you count as one person.`;
    return `${who} shares a mailbox with ${whom === who ? 'another account of that name' : whom}, so they count as one person.`;
  }
  const whom = bond.people.map(name);
  if (bond.kind === 'unknown')
    return `It is not verified who ${whom.join(' and ')} ${whom.length > 1 || whom[0] === 'you' ? 'are' : 'is'}, so nobody counts as another person.`;
  const list = whom.length === 1 ? whom[0] : `both ${whom.join(' and ')}`;
  const by = bond.by === reader ? 'You' : nameOf(bond.by);
  if (bond.isHosted)
    return `${by} confirmed who ${list} ${list === 'you' || whom.length > 1 ? 'are' : 'is'}, and nobody else has.`;
  return `${by} added or invited ${list}, and nobody else has confirmed who ${list === 'you' ? 'you' : 'they'} are.`;
}

/** Tells a voter why their vote does not count, and who can change that. */
export function explainUncountedVote(bond: Bond, naming: Naming): string {
  const because = `Your vote will be shown but not counted. ${explainBond(bond, naming)}`;
  if (bond.kind === 'mailbox') return because;
  if (bond.kind === 'unknown') return `${because} Vote again after an administrator has confirmed that.`;
  const whom = bond.people.map((id) => (id === naming.reader ? 'you' : naming.nameOf(id))).join(' and ');
  const by = bond.by === naming.reader ? 'you' : naming.nameOf(bond.by);
  return `${because} Vote again after an administrator whom ${by} did not add or invite has confirmed ${whom}.`;
}

export const SECOND_PERSON = {
  own: 'You proposed this. A second person decides about it.',
  notVerified:
    'Your identity is not verified, so you cannot decide about this. Ask an administrator who did not invite you to confirm it.',
} as const;

export type SecondPerson = Readonly<{
  circle: Circle;
  /** What the first person, or somebody they empowered, gave the second one since the proposal. */
  dependence: Dependence | undefined;
  nameOf: (person: string) => string;
}>;

/** Why somebody cannot be the second person for what the first one proposed; undefined if they can. */
export function refuseSecondPerson(
  { circle, dependence, nameOf }: SecondPerson,
  { first, second }: Readonly<{ first: string; second: string }>,
): string | undefined {
  if (first === second) return SECOND_PERSON.own;
  if (!circle.isVerified(second)) return SECOND_PERSON.notVerified;
  if (dependence !== undefined) return explainGift(dependence, nameOf);
  const bond = circle.findBond(second, first);
  return bond && `${explainBond(bond, { nameOf, reader: second })} Someone else decides about it.`;
}

function explainGift({ given, by, author }: Dependence, nameOf: (person: string) => string): string {
  const what = given === 'vote' ? 'gave you the right to decide' : 'made your sign-in link';
  const why = by === author ? 'proposed it' : `could do so because of ${nameOf(author)}, who proposed it`;
  return `${nameOf(by)} ${what} after this was proposed, and ${why}. Someone else decides about it.`;
}

/** Why the actor cannot confirm the identity of this person; undefined if they can. */
export function refuseConfirmation(
  circle: Circle,
  { actor, person }: Readonly<{ actor: string; person: string }>,
): string | undefined {
  if (actor === person) return 'You cannot confirm your own identity. Ask another administrator.';
  if (!circle.isVerified(actor))
    return 'Your own identity is not verified, so you cannot confirm anyone else. Ask another administrator.';
  if (circle.accountOf(actor)?.introduced_by.includes(person))
    return 'This person added or invited you. Someone else must confirm them.';
  const bond = circle.findBond(actor, person);
  // Whoever confirms them first is known from then on.
  if (bond === undefined || bond.kind === 'unknown') return undefined;
  if (bond.kind === 'mailbox') return 'You share a mailbox with this person. Someone else must confirm them.';
  if (bond.by === actor && bond.isHosted) return 'You confirmed this person already. Someone else must do so, too.';
  if (bond.by === actor) return 'You added or invited this person. Someone else must confirm them.';
  if (bond.by === person) return 'This person added or invited you. Someone else must confirm them.';
  return 'You were added or invited by the same person. Someone else must confirm them.';
}
