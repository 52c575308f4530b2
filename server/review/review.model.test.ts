import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Bucket } from '#contract/bucket.ts';
import type { Dial } from '#contract/dial.ts';
import type { Choice } from '#domain/review/round.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import type { BucketAddress } from '#domain/event/event.ts';
import { useTestApp } from '#server/testing/app.ts';
import { isLong } from '#server/testing/long-tests.ts';
import { BucketModel, contentOf } from '#server/testing/review-model.ts';
import { brokenRules } from '#server/testing/review-rules.ts';
import { type Answered, EVERYONE_MAY, reviewTester } from '#server/testing/reviews.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';

/** Random people do random things to the real server, and everything it answers is what the model says. */
const SEQUENCES = isLong ? 20_000 : 160;
/** Printed when it fails; the same number runs the same sequences again. */
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007);
/** The sequences divide evenly among them: of half a sequence there is no end. */
const LANES = 4;
const PEOPLE = 6;
const DIALS = 4;
const WITHOUT_VOTING = EVERYONE_MAY.filter((entry) => entry !== 'review:create');

const server = useTestApp();
const tester = reviewTester(server);
const sums = { sequences: 0, activations: 0, rejections: 0, discounts: 0 };

type Lane = Readonly<{ people: readonly string[]; dials: readonly Dial[]; next: () => Promise<BucketAddress> }>;
type Real = Readonly<{ address: BucketAddress; people: readonly string[]; dials: readonly Dial[] }>;
type Command = fc.AsyncCommand<BucketModel, Real>;

/** One thing someone does: what the model makes of it, what the server makes of it. */
const command = (
  name: string,
  expected: (model: BucketModel) => number,
  act: (real: Real, revision: string) => Promise<Answered>,
  isStale = false,
): Command => ({
  check: (model) => !isStale || model.revision > 1,
  async run(model, real) {
    const revision = String(isStale ? model.revision - 1 : model.revision);
    const status = expected(model);
    const answer = await act(real, revision);
    expect([name, answer.status, answer.status === status ? '' : answer.body]).toEqual([name, status, '']);
    const seen = answer.json<Partial<Bucket>>().revision;
    if (seen !== undefined) expect(seen).toBe(String(model.revision));
  },
  toString: () => name,
});

const person = fc.nat({ max: PEOPLE - 1 });
const content = fc.integer({ min: 0, max: 4 });
const isStale = fc.integer({ min: 0, max: 5 }).map((number) => number === 0);
const of = <T>(list: readonly T[], index: number): T => list[index] as T;

const save = fc.tuple(person, content, isStale).map(([who, what, stale]) =>
  command(
    `${who} saves ${what}${stale ? ' in an old tab' : ''}`,
    (model) => model.save(who, what, stale),
    ({ address, people, dials }, revision) => tester.save(of(people, who), address, revision, contentOf(what, dials)),
    stale,
  ),
);
const submit = fc.tuple(person, isStale).map(([who, stale]) =>
  command(
    `${who} submits${stale ? ' in an old tab' : ''}`,
    (model) => model.submit(who, stale),
    ({ address, people }, revision) => tester.submit(of(people, who), address, revision),
    stale,
  ),
);
const cancel = fc.tuple(person, isStale).map(([who, stale]) =>
  command(
    `${who} cancels${stale ? ' in an old tab' : ''}`,
    (model) => model.cancel(stale),
    ({ address, people }, revision) => tester.cancel(of(people, who), address, revision),
    stale,
  ),
);
const reset = fc.tuple(person, isStale).map(([who, stale]) =>
  command(
    `${who} resets${stale ? ' in an old tab' : ''}`,
    (model) => model.reset(stale),
    ({ address, people }, ifMatch) =>
      tester.call(of(people, who), 'DELETE', `${tester.urlOf(address)}/draft`, { ifMatch }),
    stale,
  ),
);

/** Most look at what is there; some voted on what they saw before, some forgot to say why. */
class Vote implements Command {
  private readonly who: number;
  private readonly choice: Choice;
  private readonly other: number;
  private readonly comment: string;
  constructor(who: number, choice: Choice, other: number, comment: string) {
    [this.who, this.choice, this.other, this.comment] = [who, choice, other, comment];
  }
  check = () => true;
  async run(model: BucketModel, real: Real): Promise<void> {
    const seen = this.other === 0 ? (model.draft?.content ?? model.live) : this.other;
    const hash = hashOf(contentOf(seen, real.dials));
    const isRepeated = model.draft?.pending?.get(this.who)?.choice === this.choice;
    const comment = isRepeated && this.choice === 'approve' ? '' : this.comment;
    const vote = command(
      this.toString(),
      (now) => now.vote(this.who, this.choice, seen, comment !== ''),
      ({ address, people }) => tester.vote(of(people, this.who), address, hash, this.choice, comment),
    );
    await vote.run(model, real);
  }
  toString = () => `${this.who} votes ${this.choice}${this.other === 0 ? '' : ` on ${this.other}`}`;
}
const vote = fc
  .tuple(
    person,
    fc.constantFrom<Choice>('approve', 'approve', 'reject', 'reject'),
    fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
    isStale,
  )
  .map(([who, choice, other, silent]) => new Vote(who, choice, other, choice === 'reject' && !silent ? 'Why' : ''));

/** The directory changes its mind about someone whose token stays as it was. */
const setPermission = (who: number, loses: boolean): Command => ({
  check: (model) => model.lost.has(who) !== loses,
  async run(model, { people }) {
    if (loses) model.lost.add(who);
    else model.lost.delete(who);
    await grant([of(people, who)], loses ? WITHOUT_VOTING : EVERYONE_MAY);
  },
  toString: () => `${who} ${loses ? 'loses' : 'gets back'} the permission to vote`,
});
const permission = fc.tuple(person, fc.boolean()).map(([who, loses]) => setPermission(who, loses));

const grant = (people: readonly string[], permissions: string[]) =>
  server.database.db.updateTable('person').set({ permissions }).where('id', 'in', people).execute();

/** How a sequence begins: with nothing, with a draft in review, or with a vote on it whose voter then loses the right. */
const BEGINNINGS = ['nothing', 'asked', 'asked', 'voted'] as const;
type Beginning = (typeof BEGINNINGS)[number];

const sequences = fc.tuple(
  fc.constantFrom(...BEGINNINGS),
  fc.commands([save, submit, vote, vote, vote, vote, vote, vote, cancel, reset, permission], { maxCommands: 8 }),
);

async function runSequence(
  { people, dials, next }: Lane,
  beginning: Beginning,
  commands: Iterable<Command>,
): Promise<void> {
  const writers = { 0: people.indexOf(writerOf(dials[0])), 1: people.indexOf(writerOf(dials[1])) };
  const [model, real] = [new BucketModel(writers), { address: await next(), people, dials }];
  const first = [
    command(
      '0 saves 1',
      (m) => m.save(0, 1, false),
      (r, at) => tester.save(of(people, 0), r.address, at, contentOf(1, dials)),
    ),
    command(
      '0 submits',
      (m) => m.submit(0, false),
      (r, at) => tester.submit(of(people, 0), r.address, at),
    ),
  ];
  const voter = [1, 2, 3].find((who) => !Object.values(writers).includes(who)) ?? 1;
  const voted = [new Vote(voter, 'approve', 0, ''), setPermission(voter, true)];
  try {
    if (beginning !== 'nothing') for (const one of first) await one.run(model, real);
    if (beginning === 'voted') for (const one of voted) await one.run(model, real);
    await fc.asyncModelRun(() => ({ model, real }), commands);
  } finally {
    if (model.lost.size > 0) await grant(people, EVERYONE_MAY);
  }
  await expectAsModelled(model, real);
  sums.sequences += 1;
  sums.activations += model.activations;
  sums.rejections += model.rejections;
  sums.discounts += model.discounts;
}

/** Read from the tables in one query: what the server answers was compared on the way. */
async function expectAsModelled(model: BucketModel, { address, dials }: Real): Promise<void> {
  const { rows } = await sql<Stored>`
    select b.revision, live.number, coalesce(d.state, 'active') as status, ${entriesOf('live')} as live,
      ${entriesOf('d')} as draft,
      (select count(*)::int from audit_event where object_type = 'bucket'
        and object_id = b.partner_number || '/' || b.cob) as records
    from bucket b
    join bucket_version live on live.bucket_id = b.id and live.state = 'live'
    left join bucket_version d on d.bucket_id = b.id and d.state in ('draft', 'pending_review')
    where b.partner_number = ${address.partner} and b.cob = ${address.cob}`.execute(server.database.db);
  expect(rows).toEqual([
    {
      revision: model.revision,
      number: model.liveNumber,
      status: model.draft === null ? 'active' : model.draft.pending ? 'pending_review' : 'draft',
      live: contentOf(model.live, dials),
      draft: contentOf(model.draft?.content ?? 0, dials),
      records: model.records,
    },
  ]);
}

type Stored = Readonly<Record<string, unknown>>;
const entriesOf = (version: string) => sql`(
  select coalesce(json_agg(json_build_object('dial_id', dial_id, 'version', dial_version, 'overrides', overrides)
    order by position), '[]') from bucket_entry where bucket_version_id = ${sql.ref(`${version}.id`)})`;

/** Each dial is one person's alone. */
const writerOf = (dial: Dial | undefined): string => dial?.created_by.id ?? '';

async function makeLane(): Promise<Lane> {
  const dials: Dial[] = [];
  const people = await tester.addPeople(PEOPLE, [...EVERYONE_MAY, 'dials:create']);
  for (let made = 0; made < DIALS; made += 1) {
    const who = of(people, made % PEOPLE);
    const body = { ...EMPTY_DIAL, name: `Dial ${made}`, values: { max_line: 900 } };
    const { id, revision } = await tester.good<Dial>(who, 'POST', '/api/dials', { body });
    dials.push(await tester.good<Dial>(who, 'POST', `/api/dials/${id}/draft/publish`, { ifMatch: revision }));
  }
  const free: BucketAddress[] = [];
  const next = async () => {
    if (free.length === 0) free.push(...(await tester.addBuckets(500)));
    return free.pop() as BucketAddress;
  };
  return { people, dials, next };
}

test(
  `[R2][R4][R5][R11][R22] live implies two distinct approvers that count, no author, both on this hash: ${SEQUENCES} sequences`,
  { timeout: isLong ? 7_200_000 : 1_800_000 },
  async () => {
    console.info(`Sequences of the review: SEED=${SEED}`);
    const lanes: Lane[] = [];
    for (let lane = 0; lane < LANES; lane += 1) lanes.push(await makeLane());
    await Promise.all(
      lanes.map((lane, index) => {
        let turn = 0;
        const property = fc.asyncProperty(sequences, async ([beginning, commands]) => {
          turn += 2;
          const dials = [turn, turn + 1].map((index) => of(lane.dials, index % DIALS));
          await runSequence({ ...lane, dials }, beginning, commands);
        });
        return fc.assert(property, { seed: SEED + index, numRuns: SEQUENCES / LANES, endOnFailure: false });
      }),
    );
    expect(await brokenRules(server.database.db)).toEqual([]);
    expect(sums.sequences).toBe(SEQUENCES);
    // The model met what it is for often enough to mean something.
    expect(Math.min(sums.activations, sums.rejections, sums.discounts)).toBeGreaterThan(SEQUENCES / 100);
  },
);
