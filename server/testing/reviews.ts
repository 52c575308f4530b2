import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { Review, ReviewSet } from '#contract/review.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import type { Choice } from '#domain/review/round.ts';
import { addBuckets } from '#server/bucket/bucket.change.ts';
import { type BucketAddress, bucketId } from '#domain/event/event.ts';
import { transaction } from '#server/db/transaction.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import type { TestApp } from './app.ts';
import { entryOf } from './buckets.ts';
import type { Method, Sent } from './calls.ts';
import { dialTester } from './dials.ts';
import { auditRecords, insertPeople } from './records.ts';

export type Answered = Readonly<{ status: number; json: LightMyRequestResponse['json']; body: string }>;

/** All permissions for buckets and reviews. */
export const EVERYONE_MAY = ['bucket:view', 'bucket:edit', 'review:view', 'review:create', 'dials:view'];
export const UNDERWRITER = 'demo|underwriter';
export const REVIEWERS = ['demo|reviewer.one', 'demo|reviewer.two', 'demo|administrator'] as const;

type VoteOptions = Readonly<{ comment?: string | undefined; set?: string | null }>;

/** The answer of a call about one bucket as its review. */
const onlyReview = (answer: Answered): Answered =>
  answer.status === 200 ? { ...answer, json: () => answer.json().buckets[0] } : answer;

/** Review calls by any number of people, each with a token that lasts the whole test. */
export function reviewTester(server: TestApp) {
  const permissionsOf = new Map(DEMO_PEOPLE.map(({ id, permissions }) => [id, permissions]));
  let bucketsMade = 0;
  const tokens = new Map<string, Promise<string>>();
  const urlOf = ({ partner, cob }: BucketAddress) => `/api/buckets/${partner}/${cob}`;

  function tokenOf(id: string): Promise<string> {
    const made =
      tokens.get(id) ??
      server.tokenOf('viewer', { person: { id, permissions: [...(permissionsOf.get(id) ?? [])] }, seconds: 7200 });
    tokens.set(id, made);
    return made;
  }

  async function call(
    who: string,
    method: Method,
    url: string,
    { ifMatch, body }: Omit<Sent, 'who'> = {},
  ): Promise<Answered> {
    const authorization = `Bearer ${await tokenOf(who)}`;
    const answer = await server.app.inject({
      method,
      url,
      headers: { authorization, ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }) },
      ...(body !== undefined && { payload: body as object }),
    });
    return { status: answer.statusCode, json: () => answer.json(), body: answer.body };
  }
  async function good<T>(who: string, method: Method, url: string, sent?: Omit<Sent, 'who'>): Promise<T> {
    const answer = await call(who, method, url, sent);
    if (answer.status !== 200) throw new Error(`${method} ${url} by ${who} answered ${answer.body}`);
    return answer.json<T>();
  }
  const get = (address: BucketAddress, who: string = UNDERWRITER) => good<Bucket>(who, 'GET', urlOf(address));
  const review = (address: BucketAddress, who: string = REVIEWERS[0]) =>
    good<Review>(who, 'GET', `${urlOf(address)}/review`);
  const save = (who: string, address: BucketAddress, ifMatch: string, entries: BucketEntries) =>
    call(who, 'PUT', `${urlOf(address)}/draft`, { ifMatch, body: { entries } });
  /** With a reply, for drafts that were rejected before. */
  const submit = (who: string, address: BucketAddress, ifMatch: string, description = 'Because', reply = 'As agreed') =>
    call(who, 'POST', `${urlOf(address)}/draft/submit`, { ifMatch, body: { description, reply } });

  const readSet = (id: string, who: string = REVIEWERS[0]) => good<ReviewSet>(who, 'GET', `/api/review-sets/${id}`);
  const vote = (
    who: string,
    buckets: readonly (BucketAddress & Readonly<{ hash: string }>)[],
    choice: Choice,
    { comment = choice === 'reject' ? 'Too wide' : '', set = null }: VoteOptions = {},
  ) => call(who, 'PUT', '/api/reviews/votes', { body: { choice, comment, set, buckets } });

  return {
    call,
    good,
    get,
    records: (at: BucketAddress, action: string) => auditRecords(server.database.db, { object: bucketId(at), action }),
    review,
    save,
    submit,
    urlOf,
    cancel: (who: string, address: BucketAddress, ifMatch: string) =>
      call(who, 'POST', `${urlOf(address)}/draft/cancel-reviews`, { ifMatch }),
    vote: async (who: string, address: BucketAddress, hash: string, choice: Choice, comment?: string) =>
      onlyReview(await vote(who, [{ ...address, hash }], choice, { comment })),
    voteOnAll: vote,
    comment: async (who: string, { partner, cob }: BucketAddress, body: object) =>
      onlyReview(await call(who, 'POST', '/api/reviews/comments', { body: { ...body, buckets: [{ partner, cob }] } })),
    resolve: async (who: string, { partner, cob }: BucketAddress, id: string, resolved = true) =>
      onlyReview(
        await call(who, 'PUT', `/api/reviews/comments/${id}/resolution`, {
          body: { resolved, buckets: [{ partner, cob }] },
        }),
      ),
    readSet,

    /** Edits several buckets at once; with a description the drafts are submitted. */
    async change(who: string, addresses: readonly BucketAddress[], edits: readonly object[], description?: string) {
      const revisions = await Promise.all(addresses.map(async (address) => (await get(address)).revision));
      const buckets = addresses.map((address, index) => ({ ...address, revision: revisions[index], edits }));
      const submit = description === undefined ? null : { description, reply: 'As agreed' };
      return call(who, 'PUT', '/api/bucket-drafts', { body: { buckets, submit } });
    },

    /** Votes on all buckets of a set, or on some of them. */
    async voteOnSet(who: string, set: string, choice: Choice, of?: readonly BucketAddress[], hash?: string) {
      const seen = (await readSet(set, who)).buckets
        .map(({ partner, cob, round }) => ({ partner: partner.number, cob, hash: hash ?? round.hash }))
        .filter((one) => of === undefined || of.some((address) => bucketId(address) === bucketId(one)));
      return vote(who, seen, choice, { set });
    },

    /** Registers someone who was added elsewhere, with a token that has these permissions. */
    know: (id: string, permissions: readonly string[] = EVERYONE_MAY): void => {
      permissionsOf.set(id, permissions);
    },

    /** Adds people to the directory, with these permissions there and in their tokens. */
    async addPeople(count: number, permissions: readonly string[] = EVERYONE_MAY): Promise<string[]> {
      const ids = Array.from({ length: count }, () => `test|${randomUUID()}`);
      const people = ids.map((id, index) => ({ id, name: `Person ${index}`, permissions: [...permissions] }));
      await insertPeople(server.database.db, ...people);
      for (const id of ids) permissionsOf.set(id, permissions);
      return ids;
    },

    /** Adds empty buckets with their own partners. */
    async addBuckets(count: number, cobs = CLASSES.map(({ slug }) => slug)): Promise<BucketAddress[]> {
      const { db } = server.database;
      const start = bucketsMade;
      bucketsMade += count;
      const addresses = Array.from({ length: count }, (_, place) => start + place).map((index) => ({
        partner: 10_000 + Math.floor(index / cobs.length),
        cob: cobs[index % cobs.length] ?? '',
      }));
      const partners = [...new Set(addresses.map(({ partner }) => partner))];
      const named = partners.map((number) => ({ number, name: `Partner ${number}` }));
      await db
        .insertInto('partner')
        .values(named)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const at = new Date('2026-01-01T00:00:00.000Z');
      for (let done = 0; done < count; done += 1000)
        await transaction(db, (trx) =>
          addBuckets(
            { trx, at },
            addresses.slice(done, done + 1000).map((address) => ({ ...address, appetite: 1 })),
          ),
        );
      return addresses;
    },

    /** Saves and submits as one person. Returns the hash that votes are bound to. */
    async submitted(address: BucketAddress, entries: BucketEntries, who: string = UNDERWRITER): Promise<string> {
      const { revision } = await get(address);
      const saved = await save(who, address, revision, entries);
      if (saved.status !== 200) throw new Error(saved.body);
      const answer = await submit(who, address, saved.json<Bucket>().revision);
      if (answer.status !== 200) throw new Error(answer.body);
      return (await review(address)).round?.hash ?? '';
    },
  };
}

/** For all tests of a file, with three published dials and the given number of empty buckets. */
export function useReviews(server: TestApp, buckets = 60) {
  const tester = reviewTester(server);
  const { published } = dialTester(server);
  const dials: Dial[] = [];
  const free: BucketAddress[] = [];
  beforeAll(async () => {
    for (const name of ['One', 'Two', 'Three']) dials.push(await published({ name }));
    free.push(...(await tester.addBuckets(buckets)));
  });
  return {
    ...tester,
    published,
    dials,
    /** A bucket that no other test has. */
    bucket: (): BucketAddress => free.shift() ?? { partner: 0, cob: '' },
    /** Some of the three dials by index; the first by default. */
    entries: (...places: readonly number[]): BucketEntries =>
      (places.length === 0 ? [0] : places).flatMap((place) => dials[place] ?? []).map((dial) => entryOf(dial)),
  };
}
