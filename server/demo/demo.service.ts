import { randomUUID } from 'node:crypto';
import type { DialData } from '#domain/dial/dial.ts';
import { evaluate } from '#domain/evaluation/evaluate.ts';
import type { BucketEvent, DialEvent, DomainEvent } from '#domain/event/event.ts';
import { inSetOf } from '#domain/event/projection.ts';
import { expectResults } from '#domain/example/check.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { type DialValues, isAmountKey, VALUE_KEYS } from '#domain/value/registry.ts';
import { type AuditOccasion, recordOccasions } from '#server/audit/audit.service.ts';
import { addBuckets, saveDrafts } from '#server/bucket/bucket.change.ts';
import { type OpenBucket, openBuckets } from '#server/bucket/bucket.open.ts';
import { hashOf } from '#server/bucket/bucket.version.service.ts';
import { addClassRecords } from '#server/bucket/class.service.ts';
import { addLimits } from '#server/capacity/capacity.service.ts';
import type { ChangeContext } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { createDraft, lockDial, publishDrafts, saveDialDraft } from '#server/dial/dial.change.ts';
import { readPinnedData } from '#server/dial/dial.pin.service.ts';
import { lockEmptyDials } from '#server/dial/dial.service.ts';
import { importDials } from '#server/dial/exchange/dial.exchange.service.ts';
import { addExamples } from '#server/example/example.service.ts';
import { addReferenceContent } from '#server/reference/reference.service.ts';
import { decideChange, proposeChange } from '#server/review/authority/authority.change.ts';
import { commentOnDrafts } from '#server/review/review.comment.ts';
import { proveNow } from '#server/review/review.proof.ts';
import { describeSet, startSet, submitDrafts } from '#server/review/review.submit.ts';
import { voteOnDrafts } from '#server/review/review.vote.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { type AuthorityStep, buildAuthorityHistory, demoClassRecords } from './demo-authority.ts';
import { DEMO_APPETITES, DEMO_BOOK } from './demo-buckets.ts';
import { DEMO_DIALS } from './demo-dials.ts';
import { demoLimits } from './demo.portfolio.ts';
import { DEMO_REFERENCE, STARTING_REFERENCE } from './demo-reference.ts';
import { type BucketStep, type DemoPin, type KeptExample, buildBucketHistory } from './demo.bucket.story.ts';
import { type DialStep, STORY_AUTHORS, buildDemoHistory } from './demo.story.ts';

const ADMINISTRATOR = 'demo|administrator';
/** Older drafts are as if they had been submitted before authority was kept. */
const GOVERNED_DAYS = 90;
const DAY_MS = 86_400_000;

/** The lists that dials choose from, if there are none yet. */
export async function addDemoReference(db: Db, at: Date): Promise<boolean> {
  return transaction(db, (trx) => addReferenceContent(trx, DEMO_REFERENCE, at));
}

/** The same for a real deployment, without fictional content. */
export async function addStartingReference(db: Db, at: Date): Promise<boolean> {
  return transaction(db, (trx) => addReferenceContent(trx, STARTING_REFERENCE, at));
}

/** The start of the demo's history. */
export const demoBeginning = (now: Date): Date =>
  new Date(Math.min(...buildFullHistory(now).map(({ at }) => at.getTime())));

const buildFullHistory = (now: Date) => [
  ...buildDemoHistory(DEMO_DIALS, now),
  ...buildBucketHistory(DEMO_BOOK, now),
  ...buildAuthorityHistory(now),
];

/** The demo people's dials and buckets with their history, if there never was a dial. */
export async function addDemoContent(db: Db, at: Date): Promise<boolean> {
  return transaction(db, async (trx) => {
    if (!(await lockEmptyDials(trx))) return false;
    const dials = DEMO_DIALS.map((): DialState => ({ id: randomUUID(), revision: 0, published: 0, values: [] }));
    const byName = new Map(DEMO_DIALS.map(({ name }, index) => [name, dials[index]]));
    const pinOf = (name: string): DemoPin => {
      const dial = byName.get(name);
      if (dial === undefined) throw new Error(`There is no demo dial ${name}.`);
      return dial;
    };
    const history = buildFullHistory(at).toSorted((a, b) => a.at.getTime() - b.at.getTime());
    const records: AuditOccasion[] = [];
    const proposals = new Map<string, string>();
    const governedSince = new Date(at.getTime() - GOVERNED_DAYS * DAY_MS);
    for (const steps of groupSteps(history)) {
      const [step] = steps;
      const change = { trx, actor: findDemoActor(step), at: step.at };
      const events =
        'proposal' in step
          ? await replayAuthorityStep(change, step, proposals)
          : 'buckets' in step
            ? await replayBucketStep(change, step, { pinOf, isGoverned: step.at >= governedSince })
            : await replayDialSteps(change, steps as DialSteps, dials);
      records.push({ actorId: change.actor.id, events, clock: step.at });
    }
    const limits = { file: 'limits.csv', limits: demoLimits(at) };
    records.push({
      actorId: ADMINISTRATOR,
      events: await addLimits(trx, limits, { at, by: ADMINISTRATOR }),
      clock: at,
    });
    const classes = [...new Set(DEMO_APPETITES.map(({ cob }) => cob))].toSorted();
    const owned = await addClassRecords(trx, demoClassRecords(classes, at));
    records.push({ actorId: ADMINISTRATOR, events: owned, clock: at });
    await recordOccasions(trx, records);
    return true;
  });
}

type Step = DialStep | BucketStep | AuthorityStep;
type DialSteps = readonly [DialStep, ...DialStep[]];

/** Steps on dials that are one action. */
function groupSteps(history: readonly Step[]): [Step, ...Step[]][] {
  const keyOf = (step: Step) =>
    'buckets' in step || 'proposal' in step || !(step.does === 'publish' || 'import' in step.does)
      ? undefined
      : `${step.at.getTime()} ${step.by} ${step.does === 'publish'}`;
  const groups: [Step, ...Step[]][] = [];
  for (const step of history) {
    const last = groups.at(-1);
    if (last !== undefined && keyOf(step) !== undefined && keyOf(last[0]) === keyOf(step)) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

function findDemoActor(step: Step): ChangeContext['actor'] {
  const fullName = typeof step.by === 'string' ? step.by : STORY_AUTHORS[step.by];
  const person = DEMO_PEOPLE.find(({ name }) => name === fullName);
  if (person === undefined) throw new Error(`There is no demo person ${fullName}.`);
  return { id: person.id, permissions: parsePermissions(person.permissions) };
}

type DialState = { id: string; revision: number; published: number; values: DialValues[] };

/** Uses the same functions as everyone: a demo that breaks a rule does not start. */
async function replayDialSteps(
  change: ChangeContext,
  steps: DialSteps,
  dials: readonly DialState[],
): Promise<readonly DialEvent[]> {
  const states = steps.map(({ dial }) => dials[dial] as DialState);
  const events = await replayDialAction(change, steps, states);
  for (const [index, { does }] of steps.entries()) {
    const state = states[index] as DialState;
    state.revision += 1;
    if (does === 'publish') state.published += 1;
    else state.values[state.published] = dataOf(does).values;
  }
  return events;
}

const dataOf = (does: Exclude<DialStep['does'], 'publish'>): DialData => {
  if ('create' in does) return does.create;
  return 'save' in does ? does.save : does.import;
};

async function replayDialAction(
  change: ChangeContext,
  steps: DialSteps,
  states: readonly DialState[],
): Promise<readonly DialEvent[]> {
  const [{ does }] = steps;
  const ids = states.map(({ id }) => id);
  if (does === 'publish') return publishDrafts(change, ids);
  if ('import' in does) {
    const rows = steps.map((step, index) => ({
      id: ids[index],
      data: step.does === 'publish' ? {} : { ...dataOf(step.does) },
    }));
    return importDials(change, rows);
  }
  const [id = ''] = ids;
  if ('create' in does) return [await createDraft(change, id, does.create)];
  return (await saveDialDraft(change, await lockDial(change.trx, id), String(states[0]?.revision), does.save)).events;
}

async function replayAuthorityStep(
  change: ChangeContext,
  { proposal, propose }: AuthorityStep,
  ids: Map<string, string>,
): Promise<readonly DomainEvent[]> {
  const idOf = (name: string) => ids.get(name) ?? '';
  const { events, id } =
    propose === null
      ? await decideChange(change, { id: idOf(proposal), decision: 'confirm', reason: '' }, 'embedded')
      : await proposeChange(change, propose(idOf));
  ids.set(proposal, id);
  return events;
}

type BucketReplay = Readonly<{ pinOf: (dial: string) => DemoPin; isGoverned: boolean }>;

async function replayBucketStep(
  change: ChangeContext,
  { buckets, set, does }: BucketStep,
  { pinOf, isGoverned }: BucketReplay,
): Promise<readonly BucketEvent[]> {
  if (buckets === 'all' || does === 'add') return addBuckets(change, DEMO_APPETITES);
  const opened = await openBuckets(
    change.trx,
    buckets.map((address) => ({ address })),
  );
  if ('keep' in does) return keepExamples(change, opened, does.keep);
  if ('save' in does)
    return saveDrafts(
      change,
      opened.map((open) => ({ open, entries: does.save(pinOf, open.address, open.live.entries) })),
    );
  // A change that leaves a bucket as it is starts no draft of it.
  const drafts = opened.filter(({ draft }) => draft !== undefined);
  if ('submit' in does) return submitTogether(change, drafts, { description: does.submit, set, isGoverned });
  const events =
    'vote' in does ? await vote(change, drafts, does, set) : await comment(change, drafts, does, set, pinOf);
  return events.map((event) => inSetOf(event, { set }));
}

type Does<K extends string> = Extract<BucketStep['does'], Readonly<Record<K, unknown>>>;

async function vote(
  change: ChangeContext,
  drafts: readonly OpenBucket[],
  does: Does<'vote'>,
  set: string | null,
): Promise<readonly BucketEvent[]> {
  const seen = drafts.map((open) => ({ open, hash: hashOf(open.draft?.entries ?? []) }));
  return (await voteOnDrafts(change, seen, { choice: does.vote, comment: does.comment, set }, 'embedded')).events;
}

/** A comment about a dial concerns the drafts that have it. */
function comment(
  change: ChangeContext,
  drafts: readonly OpenBucket[],
  { comment: text, dial }: Does<'dial'>,
  set: string | null,
  pinOf: (dial: string) => DemoPin,
): Promise<BucketEvent[]> {
  const dial_id = dial === undefined ? null : pinOf(dial).id;
  const concerned = drafts.filter(
    ({ draft }) => dial_id === null || draft?.entries.some((entry) => entry.dial_id === dial_id),
  );
  return commentOnDrafts(change, concerned, { text, dial_id, reply_to: null, set });
}

async function submitTogether(
  change: ChangeContext,
  opened: readonly OpenBucket[],
  { set, ...submission }: Readonly<{ description: string; set: string | null; isGoverned: boolean }>,
): Promise<BucketEvent[]> {
  if (set !== null) {
    const edits = opened.map(() => []);
    await startSet(change, { ...(await describeSet(change, opened, edits)), id: set }, submission.description);
  }
  return submitDrafts(change, opened, { ...submission, set, proofs: proveNow });
}

/** Examples without expected values expect what their bucket gives. */
async function keepExamples(
  change: ChangeContext,
  opened: readonly OpenBucket[],
  kept: readonly KeptExample[],
): Promise<BucketEvent[]> {
  const entriesOf = ({ draft, live }: OpenBucket) => (draft ?? live).entries;
  const dataOf = await readPinnedData(change.trx, opened.flatMap(entriesOf));
  const added = opened.map((open) => {
    const entries = entriesOf(open).map((entry) => ({ ...entry, dial: dataOf(entry) }));
    const examples = kept.map(({ expected, ...example }) => {
      const given = evaluate(entries, example.risk).values;
      return { ...example, expected: expected ?? expectResults(given, AMOUNTS) };
    });
    return { open, examples };
  });
  return (await addExamples(change, added)).events;
}

const AMOUNTS = VALUE_KEYS.filter(isAmountKey);
