import fc from 'fast-check';
import { expect } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import type { Choice } from '#domain/review/round.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import { type Ballot, type BucketModel, type BucketsModel, contentOf, editsTo } from './review-model.ts';
import { type Answered, EVERYONE_MAY, type reviewTester } from './reviews.ts';

/** What people do to buckets, one at a time or several together: to the model, and to the server. */

export type Real = Readonly<{
  tester: ReturnType<typeof reviewTester>;
  /** Changes the directory, while tokens stay the same. */
  grant: (people: readonly string[], permissions: string[]) => Promise<unknown>;
  addresses: readonly BucketAddress[];
  people: readonly string[];
  dials: readonly Dial[];
}>;
export type Command = fc.AsyncCommand<BucketsModel, Real>;

const WITHOUT_VOTING = EVERYONE_MAY.filter((entry) => entry !== 'review:create');
const of = <T>(list: readonly T[], index: number): T => list[index] as T;

type OneBucket = Pick<Real, 'tester' | 'people' | 'dials'> & Readonly<{ address: BucketAddress }>;

export function reviewCommands(peopleCount: number) {
  /** One action on one bucket; `place` wraps around. */
  const command = (
    name: string,
    place: number,
    expected: (model: BucketModel) => number,
    act: (one: OneBucket, revision: string) => Promise<Answered>,
    isStale = false,
  ): Command => {
    const at = ({ buckets }: Pick<BucketsModel, 'buckets'>) => of(buckets, place % buckets.length);
    return {
      check: (models) => !isStale || at(models).revision > 1,
      async run(models, { addresses, ...real }) {
        const model = at(models);
        const revision = String(isStale ? model.revision - 1 : model.revision);
        const pending = act({ ...real, address: of(addresses, place % addresses.length) }, revision);
        const status = expected(model);
        const answer = await pending;
        expectStatus(name, answer, status);
        const seen = answer.json<Partial<Bucket>>().revision;
        if (seen !== undefined) expect(seen).toBe(String(model.revision));
      },
      toString: () => `${name} in ${place}`,
    };
  };

  const saves = (who: number, place: number, what: number, stale = false): Command =>
    command(
      `${who} saves ${what}${stale ? ' in an old tab' : ''}`,
      place,
      (model) => model.save(who, what, stale),
      ({ tester, address, people, dials }, revision) =>
        tester.save(of(people, who), address, revision, contentOf(what, dials)),
      stale,
    );
  const submits = (who: number, place: number, stale = false): Command =>
    command(
      `${who} submits${stale ? ' in an old tab' : ''}`,
      place,
      (model) => model.submit(who, stale),
      ({ tester, address, people }, revision) => tester.submit(of(people, who), address, revision),
      stale,
    );
  const cancels = (who: number, place: number, stale = false): Command =>
    command(
      `${who} cancels${stale ? ' in an old tab' : ''}`,
      place,
      (model) => model.cancel(stale),
      ({ tester, address, people }, revision) => tester.cancel(of(people, who), address, revision),
      stale,
    );
  const resets = (who: number, place: number, stale = false): Command =>
    command(
      `${who} resets${stale ? ' in an old tab' : ''}`,
      place,
      (model) => model.reset(stale),
      ({ tester, address, people }, ifMatch) =>
        tester.call(of(people, who), 'DELETE', `${tester.urlOf(address)}/draft`, { ifMatch }),
      stale,
    );

  /** Votes on one bucket, or on every bucket of the newest set; `other`: the content seen of the first, if not 0. */
  const votes = (who: number, place: number | 'set', choice: Choice, other: number, comment: string): Command => ({
    check: ({ sets }) => place !== 'set' || sets.length > 0,
    async run(models, { tester, addresses, people, dials }) {
      const ballot: Ballot =
        place === 'set'
          ? of(models.sets, models.sets.length - 1)
          : { set: null, members: [place % models.buckets.length] };
      const seen = models.at(ballot.members).map(({ saved }, index) => (other !== 0 && index === 0 ? other : saved));
      const buckets = ballot.members.map((member, index) => ({
        ...of(addresses, member),
        hash: hashOf(contentOf(of(seen, index), dials)),
      }));
      const answer = await tester.voteOnAll(of(people, who), buckets, choice, { comment, set: ballot.set });
      expectStatus(this.toString(), answer, models.vote(who, ballot, choice, seen, comment !== ''));
    },
    toString: () => `${who} votes ${choice} on ${place}${other === 0 ? '' : ` that had ${other}`}`,
  });

  /** Saves the same content in several buckets and submits them together; `stale`: the index of one with an old revision. */
  const submitsTogether = (who: number, places: readonly number[], what: number, stale?: number): Command => ({
    check: ({ buckets }) => stale === undefined || of(buckets, stale).revision > 1,
    async run(models, { tester, addresses, people, dials }) {
      const buckets = places.map((place) => {
        const { revision, saved } = of(models.buckets, place);
        return {
          ...of(addresses, place),
          revision: String(place === stale ? revision - 1 : revision),
          edits: editsTo(contentOf(saved, dials), contentOf(what, dials)),
        };
      });
      const body = { buckets, submit: { description: 'Together', reply: 'So' } };
      const answer = await tester.call(of(people, who), 'PUT', '/api/bucket-drafts', { body });
      const refusal = models.refuseSubmit(places, what, new Set(stale === undefined ? [] : [stale]));
      expectStatus(this.toString(), answer, refusal ?? 200);
      if (refusal !== undefined) return;
      const saved = answer.json<{ set: string; buckets: { revision: string }[] }>();
      models.submitted(who, places, what, saved.set);
      const revisions = models.at(places).map(({ revision }) => String(revision));
      expect(saved.buckets.map(({ revision }) => revision)).toEqual(revisions);
    },
    toString: () => `${who} submits ${what} in ${places.join(' and ')} together`,
  });

  /** Changes someone's permission in the directory, while their token stays the same. */
  const setsPermission = (who: number, loses: boolean): Command => ({
    check: ({ lost }) => lost.has(who) !== loses,
    async run({ lost }, { grant, people }) {
      if (loses) lost.add(who);
      else lost.delete(who);
      await grant([of(people, who)], loses ? WITHOUT_VOTING : EVERYONE_MAY);
    },
    toString: () => `${who} ${loses ? 'loses' : 'gets back'} the permission to vote`,
  });

  const person = fc.nat({ max: peopleCount - 1 });
  const place = fc.nat({ max: 2 });
  const content = fc.integer({ min: 0, max: 4 });
  const isStale = fc.integer({ min: 0, max: 5 }).map((number) => number === 0);
  const choice = fc.constantFrom<Choice>('approve', 'approve', 'reject', 'reject');
  const other = fc.constantFrom(0, 0, 0, 0, 0, 1, 2);
  const reasonFor = (choice: Choice, silent: boolean): string => (choice === 'reject' && !silent ? 'Why' : '');
  const places = fc.constantFrom([0, 1, 2], [0, 1, 2], [0, 1], [1, 2]);

  return {
    saves,
    submits,
    cancels,
    votes,
    submitsTogether,
    setsPermission,
    save: fc.tuple(person, place, content, isStale).map((args) => saves(...args)),
    submit: fc.tuple(person, place, isStale).map((args) => submits(...args)),
    cancel: fc.tuple(person, place, isStale).map((args) => cancels(...args)),
    reset: fc.tuple(person, place, isStale).map((args) => resets(...args)),
    vote: fc
      .tuple(person, place, choice, other, isStale)
      .map(([who, where, choice, seen, silent]) => votes(who, where, choice, seen, reasonFor(choice, silent))),
    submitTogether: fc
      .tuple(person, places, content, isStale)
      .map(([who, where, what, stale]) => submitsTogether(who, where, what, stale ? where[0] : undefined)),
    voteOnSet: fc
      .tuple(person, choice, other, isStale)
      .map(([who, choice, seen, silent]) => votes(who, 'set', choice, seen, reasonFor(choice, silent))),
    permission: fc.tuple(person, fc.boolean()).map((args) => setsPermission(...args)),
  };
}

function expectStatus(name: string, { status, body }: Answered, expected: number): void {
  expect([name, status, status === expected ? '' : body]).toEqual([name, expected, '']);
}
