import type { RoundOutcome } from '#domain/bucket/state.ts';
import { writeDay } from '#domain/day/day.ts';
import type { Signer } from '#domain/authority/requirement.ts';
import { joinWords } from '#domain/authority/rule.ts';
import {
  type Choice,
  countChoice,
  type CountedVote,
  isDeciding,
  missingSignersOf,
  numberWord,
  type RoundNeeds,
} from './round.ts';

type PersonRef = Readonly<{ id: string; name: string }>;
type CastVote = Pick<CountedVote, 'choice' | 'discounted'> &
  Readonly<{
    by: PersonRef;
    at: string;
    acts_for: readonly string[];
    /** The required signer for whom it counts. */
    signs_for: PersonRef | null;
  }>;

/** A vote as the API presents it. */
export const countedVoteOf = ({
  choice,
  discounted,
  by,
  acts_for,
}: Omit<CastVote, 'at' | 'signs_for'>): CountedVote => ({
  choice,
  discounted,
  person: by.id,
  actsFor: acts_for,
});

/** A bucket with the votes of its round; names are unique. */
export type VotedBucket = RoundNeeds &
  Readonly<{
    name: string;
    votes: readonly CastVote[];
    outcome: RoundOutcome | null;
    /** The day it goes live; null: as soon as it is approved. */
    live_on: string | null;
  }>;

/** The effect of one person approving all of these buckets. */
export type ApprovalForecast = Readonly<{
  votes: number;
  active: readonly string[];
  /** The later days on which these go live, and how many go live at once. */
  liveOn: readonly string[];
  atOnce: number;
  /** The others, by the approvals they need now. */
  short: ReadonlyMap<string, readonly string[]>;
  /** The most approvals that one of them lacks beside this person's. */
  lacking: number;
}>;

/**
 * A person's vote replaces their previous one, so only the votes of others are considered. `counts`: whether their vote
 * would count.
 */
export function forecastApprovals(
  buckets: readonly VotedBucket[],
  voter: Signer,
  {
    counts = true,
    today = '',
    nameOf = (person) => person,
  }: Readonly<{ counts?: boolean; today?: string; nameOf?: (person: string) => string }> = {},
): ApprovalForecast {
  const active: string[] = [];
  const short = new Map<string, string[]>();
  let lacking = 0;
  const liveOn = new Set<string>();
  let atOnce = 0;
  for (const { name, votes, live_on, ...needs } of buckets) {
    const { required } = needs;
    const others = votes.filter(({ by }) => by.id !== voter.person).map(countedVoteOf);
    const after: CountedVote[] = counts ? [...others, { ...voter, choice: 'approve', discounted: null }] : others;
    if (counts && isDeciding(others, needs, 'approve', voter)) {
      active.push(name);
      if (live_on !== null && live_on > today) liveOn.add(live_on);
      else atOnce += 1;
      continue;
    }
    const signers = missingSignersOf(after, needs).map(({ people }) => joinWords(people.map(nameOf), 'or'));
    const missing = required - countChoice(after, 'approve');
    lacking = Math.max(lacking, missing, signers.length > 0 ? 1 : 0);
    const needed =
      missing <= 0 && signers.length > 0
        ? joinWords(signers)
        : [describeNeeded(countChoice(votes, 'approve'), required), ...signers.map((one) => `one by ${one}`)].join(
            ', ',
          );
    short.set(needed, [...(short.get(needed) ?? []), name]);
  }
  return { votes: buckets.length, active, liveOn: [...liveOn], atOnce, short, lacking };
}

/** "two approvals", "one more approval". */
function describeNeeded(given: number, required: number): string {
  const missing = Math.max(1, required - given);
  const more = given > 0 ? ' more' : '';
  return `${numberWord(missing).toLowerCase()}${more} ${missing === 1 ? 'approval' : 'approvals'}`;
}

/** More names are only counted. */
const MAX_NAMES = 3;

const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** "7 become Active." and "Fulmar and Juniper need two approvals. Nine votes, each for exactly this content." */
export function describeForecast({
  votes,
  active,
  short,
  ...when
}: ApprovalForecast): Readonly<{ outcome: string; rest: string }> {
  const rest = [...short].map(
    ([needed, names]) => `${describeBuckets(names, votes)} ${names.length === 1 ? 'needs' : 'need'} ${needed}.`,
  );
  const bound =
    votes === 1
      ? 'Your vote counts for exactly this content.'
      : `${numberWord(votes)} votes, each for exactly this content.`;
  return { outcome: describeActive(active, votes, commonGoLive(when)), rest: [...rest, bound].join(' ') };
}

/** When everything that becomes live does so: at once, on one later day, or each on its day. */
export function commonGoLive({
  liveOn,
  atOnce,
}: Pick<ApprovalForecast, 'liveOn' | 'atOnce'>): 'now' | 'each' | { day: string } {
  const [day] = liveOn;
  if (day === undefined) return 'now';
  return liveOn.length === 1 && atOnce === 0 ? { day } : 'each';
}

/** Until when what is live now decides, in the buckets that these approvals make live. */
export function describeReplaced({ active, ...when }: Pick<ApprovalForecast, 'active' | 'liveOn' | 'atOnce'>): string {
  const there = active.length === 1 ? 'What is live there now' : 'What is live in each of them now';
  const common = commonGoLive(when);
  if (common === 'now') return `${there} is replaced at once.`;
  return `${there} decides until ${common === 'each' ? 'its day' : 'then'}.`;
}

function describeActive(active: readonly string[], votes: number, common: ReturnType<typeof commonGoLive>): string {
  if (active.length === 0) return '';
  const [one, many] =
    common === 'now'
      ? ['becomes Active', 'become Active']
      : common === 'each'
        ? ['goes live on its day', 'go live, each on its day']
        : [`goes live on ${writeDay(common.day)}`, `go live on ${writeDay(common.day)}`];
  if (votes === 1) return `${active[0]} ${one}.`;
  if (active.length === votes) return `All ${votes} ${many}.`;
  return active.length === 1 ? `${active[0]} ${one}.` : `${active.length} ${many}.`;
}

function describeBuckets(names: readonly string[], of: number): string {
  if (names.length <= MAX_NAMES) return joinNames(names);
  return names.length === of ? `All ${of}` : String(names.length);
}

const OUTCOME_PHRASES = {
  approved: ['is Active', 'are Active'],
  rejected: ['was rejected', 'were rejected'],
  cancelled: ['left', 'left'],
} as const satisfies Record<RoundOutcome, readonly [one: string, many: string]>;

/** Approvals so far: "7 have 1 of 2 approvals, 2 have no approvals", "No approvals yet". */
export function describeProgress(buckets: readonly VotedBucket[]): string {
  const states = Map.groupBy(buckets, progressOf);
  const isAll = states.size === 1 && buckets.length > 1;
  if (
    buckets.length > 0 &&
    buckets.every(({ votes, outcome }) => outcome === null && countChoice(votes, 'approve') === 0)
  )
    return 'No approvals yet';
  return [...states.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ first, count: group.length }];
    })
    .toSorted((a, b) => rank(b.first) - rank(a.first))
    .map(({ first, count }) => `${isAll ? 'All' : count} ${phraseOf(first, count)}`)
    .join(', ');
}

const progressOf = ({ votes, required, outcome }: VotedBucket): string =>
  outcome ?? `${countChoice(votes, 'approve')} ${required}`;

const rank = ({ votes, outcome }: VotedBucket): number =>
  outcome === null ? countChoice(votes, 'approve') : 1000 - ['approved', 'rejected', 'cancelled'].indexOf(outcome);

function phraseOf({ votes, required, outcome }: VotedBucket, count: number): string {
  if (outcome !== null) return OUTCOME_PHRASES[outcome][count === 1 ? 0 : 1];
  const approvals = countChoice(votes, 'approve');
  return `${count === 1 ? 'has' : 'have'} ${approvals === 0 ? 'no' : `${approvals} of ${required}`} approvals`;
}

/** One person's votes with the same choice; `at` is the latest. */
export type PersonVotes = Readonly<{
  by: CastVote['by'];
  choice: Choice;
  discounted: CastVote['discounted'];
  signs_for: CastVote['signs_for'];
  at: string;
  buckets: readonly string[];
}>;

/** The votes by person and choice, oldest first. */
export function groupVotes(buckets: readonly VotedBucket[]): PersonVotes[] {
  const all = buckets
    .flatMap(({ name, votes }) => votes.map((vote) => ({ name, vote })))
    .toSorted((a, b) => compareTimes(a.vote.at, b.vote.at));
  const groups = Map.groupBy(
    all,
    ({ vote }) => `${vote.by.id} ${vote.choice} ${vote.discounted} ${vote.signs_for?.id}`,
  );
  return [...groups.values()].flatMap((group) => {
    const last = group.at(-1)?.vote;
    const names = new Set(group.map(({ name }) => name));
    const voted = buckets.map(({ name }) => name).filter((name) => names.has(name));
    return last === undefined ? [] : [{ ...last, buckets: voted }];
  });
}

const compareTimes = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

type SetComment = Readonly<{
  by: Readonly<{ id: string }>;
  at: string;
  text: string;
  vote: Choice | null;
  dial: Readonly<{ id: string }> | null;
  resolved: object | null;
}>;

/** Merges identical comments that one person made on several buckets at once, unless some are resolved; oldest first. */
export function joinComments<Bucket, Comment extends SetComment>(
  commented: readonly Readonly<{ bucket: Bucket; comments: readonly Comment[] }>[],
): Readonly<{ comment: Comment; buckets: readonly Bucket[] }>[] {
  const all = commented.flatMap(({ bucket, comments }) => comments.map((comment) => ({ bucket, comment })));
  const groups = Map.groupBy(all, ({ comment: { by, at, text, vote, dial, resolved } }) =>
    JSON.stringify([at, by.id, text, vote, dial?.id, resolved !== null]),
  );
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ comment: first.comment, buckets: group.map(({ bucket }) => bucket) }];
    })
    .toSorted((a, b) => compareTimes(a.comment.at, b.comment.at));
}
