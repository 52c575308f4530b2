import { randomUUID } from 'node:crypto';
import type { Example, ExampleImport } from '#contract/example.ts';
import type { PersonRef } from '#contract/dial.ts';
import { Problem } from '#contract/problem.ts';
import { type BucketAddress, bucketEvent, type BucketEvent, bucketId, bucketObject } from '#domain/event/event.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { EXAMPLE_EVENTS } from '#domain/event/live.ts';
import { type ExampleChange, mergeExampleChanges, sameExample } from '#domain/example/change.ts';
import { findNewlyBroken } from '#domain/example/check.ts';
import {
  EXAMPLE_LIMITS,
  EXAMPLE_REFUSALS,
  type ExampleData,
  exampleKey,
  readExample,
} from '#domain/example/example.ts';
import type { Actor } from '#domain/user/person.ts';
import { listRecords } from '#server/audit/audit.read.ts';
import { findLastEvent } from '#server/audit/audit.service.ts';
import { getBucket, type OpenBucket, openBucket } from '#server/bucket/bucket.open.ts';
import { type ChangeKit, runChange, staleProblem, type ChangeContext } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot, type Trx } from '#server/db/transaction.ts';
import { readPinnedData } from '#server/dial/dial.pin.service.ts';
import * as store from './example.store.ts';

type Listed = Readonly<{ items: Example[]; changes: ExampleChange<PersonRef>[] }>;
type ExampleTarget = Readonly<{ address: BucketAddress; exampleId: string; ifMatch: string }>;
type Work<T> = (
  context: ChangeContext,
  open: OpenBucket,
) => Promise<Readonly<{ events: readonly BucketEvent[]; answer: T }>>;

/** The examples of a bucket, and their changes since its live version went live. */
export async function readExamples(db: Db, address: BucketAddress): Promise<Listed> {
  const { head, live } = await getBucket(db, address);
  const items = (await store.listExamples(db, head.id)).map(present);
  return { items, changes: live.live_at === null ? [] : await changesSince(db, address, live.live_at) };
}

/** The examples of several buckets, by bucket id. */
export async function readExamplesOf(db: Db, bucketIds: readonly string[]): Promise<Map<string, Example[]>> {
  const found = await store.listExamplesOf(db, bucketIds);
  const byBucket = Map.groupBy(found, ({ bucket_id }) => bucket_id);
  return new Map([...byBucket].map(([id, examples]) => [id, examples.map(present)]));
}

type ExampleRecord = Readonly<{ example: string; was?: ExampleData; became?: ExampleData }>;

async function changesSince(db: Db, address: BucketAddress, from: Date): Promise<ExampleChange<PersonRef>[]> {
  const { type: object_type, id: object_id } = bucketObject(address);
  const filter = { object_type, object_id, actions: EXAMPLE_EVENTS, from: from.toISOString() };
  const records = (await listRecords(db, filter)).map(({ actor_id, name, at, detail }) => {
    const { example: id, was = null, became = null } = detail as ExampleRecord;
    return { id, was, became, by: { id: actor_id ?? '', name: name ?? 'Lineslip' }, at: at.toISOString() };
  });
  return mergeExampleChanges(records);
}

/** Finds the examples of each bucket that its draft newly breaks. */
export async function findBrokenExamples(
  db: Db,
  drafts: readonly Readonly<{ open: OpenBucket; draft: Readonly<{ entries: BucketEntries }> }>[],
): Promise<(open: OpenBucket) => readonly Readonly<{ id: string; name: string }>[]> {
  const stored = await store.listExamplesOf(
    db,
    drafts.map(({ open }) => open.head.id),
  );
  const examples = Map.groupBy(stored, ({ bucket_id }) => bucket_id);
  const concerned = drafts.filter(({ open }) => examples.has(open.head.id));
  const pins = concerned.flatMap(({ open, draft }) => [...open.live.entries, ...draft.entries]);
  const dataOf = await readPinnedData(db, pins);
  const rate = (entries: BucketEntries) => entries.map((entry) => ({ ...entry, dial: dataOf(entry) }));
  const broken = new Map(
    concerned.map(({ open, draft }) => [
      open.head.id,
      findNewlyBroken(rate(open.live.entries), rate(draft.entries), examples.get(open.head.id) ?? []),
    ]),
  );
  return ({ head }) => (broken.get(head.id) ?? []).map(({ id, name }) => ({ id, name }));
}

export function exampleService(kit: ChangeKit) {
  /** Locks the bucket, so its examples change one at a time. The revision of the bucket stays. */
  const change = <T>(actor: Actor, address: BucketAddress, attempt: (typeof EXAMPLE_EVENTS)[number], work: Work<T>) =>
    runChange(kit, {
      actor,
      attempt: { attempt, id: bucketId(address) },
      work: async ({ trx, actor: current, now }) => {
        const open = await openBucket(trx, address);
        const at = now();
        return { at, ...(await work({ trx, actor: current, at }, open)) };
      },
    });

  return {
    list: (address: BucketAddress): Promise<Listed> => snapshot(kit.db, (trx) => readExamples(trx, address)),

    add: (actor: Actor, address: BucketAddress, sent: ExampleData): Promise<Example> =>
      change(actor, address, 'bucket_example_added', async (context, open) => {
        const { events, ids } = await addExamples(context, [{ open, examples: [sent] }]);
        return { events, answer: await findExample(context.trx, open.head.id, ids[0] ?? '') };
      }),

    change: (actor: Actor, { address, exampleId, ifMatch }: ExampleTarget, sent: ExampleData): Promise<Example> =>
      change(actor, address, 'bucket_example_changed', async ({ trx, at }, { head }) => {
        const existing = await store.listExamples(trx, head.id);
        const was = await requireExample(trx, existing, { address, exampleId, ifMatch });
        const became = requireValid(sent);
        if (sameExample(dataOf(was), became)) return { events: [], answer: present(was) };
        requireFreeName(existing, became, exampleId);
        const saved = { ...became, name_key: exampleKey(became), saved_at: at, saved_by: actor.id };
        await store.updateExamples(trx, [{ id: exampleId, ...saved }]);
        const detail = { example: exampleId, was: dataOf(was), became };
        const event = bucketEvent('bucket_example_changed', address, detail);
        return { events: [event], answer: await findExample(trx, head.id, exampleId) };
      }),

    delete: (actor: Actor, { address, exampleId, ifMatch }: ExampleTarget): Promise<{ deleted: true }> =>
      change(actor, address, 'bucket_example_deleted', async ({ trx }, { head }) => {
        const existing = await store.listExamples(trx, head.id);
        const was = await requireExample(trx, existing, { address, exampleId, ifMatch });
        await store.deleteExamples(trx, [exampleId]);
        const event = bucketEvent('bucket_example_deleted', address, { example: exampleId, was: dataOf(was) });
        return { events: [event], answer: { deleted: true } as const };
      }),

    import: (actor: Actor, address: BucketAddress, sent: ExampleImport): Promise<{ items: Example[] }> =>
      change(actor, address, 'bucket_example_changed', async (context, open) => {
        const events = await importExamples(context, open, sent);
        return { events, answer: { items: (await store.listExamples(context.trx, open.head.id)).map(present) } };
      }),
  };
}

/** Deletes, changes and adds examples of a locked bucket. Names are compared as they are in the end. */
async function importExamples(context: ChangeContext, open: OpenBucket, sent: ExampleImport): Promise<BucketEvent[]> {
  const { trx, actor, at } = context;
  const { head, address } = open;
  const existing = await store.listExamples(trx, head.id);
  const find = ({ id, revision }: Readonly<{ id: string; revision: string }>) =>
    requireExample(trx, existing, { address, exampleId: id, ifMatch: revision });
  const gone = new Map<string, ExampleData>();
  for (const target of sent.delete) gone.set(target.id, dataOf(await find(target)));
  const changes: { id: string; was: ExampleData; became: ExampleData }[] = [];
  for (const [index, { example, ...target }] of sent.change.entries()) {
    const changed = requireValid(example, `change.${index}.example.`);
    changes.push({ id: target.id, was: dataOf(await find(target)), became: changed });
  }
  const adding = sent.add.map((example, index) => requireValid(example, `add.${index}.`));
  const became = new Map(changes.map((one) => [one.id, one.became]));
  const remaining = existing.flatMap((one) => (gone.has(one.id) ? [] : [became.get(one.id) ?? dataOf(one)]));
  requireDistinctNames([...remaining, ...adding]);
  await store.deleteExamples(trx, [...gone.keys()]);
  const moved = changes.filter((one) => !sameExample(one.was, one.became));
  await store.updateExamples(
    trx,
    moved.map((one) => ({
      id: one.id,
      ...one.became,
      name_key: exampleKey(one.became),
      saved_at: at,
      saved_by: actor.id,
    })),
  );
  const added = await addExamples(context, [{ open, examples: adding }]);
  return [
    ...[...gone].map(([example, was]) => bucketEvent('bucket_example_deleted', address, { example, was })),
    ...moved.map(({ id, ...change }) => bucketEvent('bucket_example_changed', address, { example: id, ...change })),
    ...added.events,
  ];
}

function requireDistinctNames(examples: readonly ExampleData[]): void {
  const seen = new Set<string>();
  for (const example of examples) {
    const key = exampleKey(example);
    if (seen.has(key)) throw new Problem('conflict', EXAMPLE_REFUSALS.twice(example.name));
    seen.add(key);
  }
}

/** Adds examples to locked buckets. */
export async function addExamples(
  { trx, actor, at }: ChangeContext,
  added: readonly Readonly<{ open: OpenBucket; examples: readonly ExampleData[] }>[],
): Promise<Readonly<{ events: BucketEvent[]; ids: string[] }>> {
  const stored = await store.listExamplesOf(
    trx,
    added.map(({ open }) => open.head.id),
  );
  const existing = Map.groupBy(stored, ({ bucket_id }) => bucket_id);
  const rows = added.flatMap(({ open: { head, address }, examples }) => {
    const before = existing.get(head.id) ?? [];
    return examples.map((sent, index) => {
      const became = requireValid(sent);
      requireFreeName(before, became);
      if (before.length + index >= EXAMPLE_LIMITS.perBucket) throw new Problem('conflict', EXAMPLE_REFUSALS.full);
      const saved = { ...became, name_key: exampleKey(became), saved_at: at, saved_by: actor.id };
      return { address, became, row: { id: randomUUID(), bucket_id: head.id, ...saved } };
    });
  });
  await store.insertExamples(
    trx,
    rows.map(({ row }) => row),
  );
  const events = rows.map(({ address, became, row }) =>
    bucketEvent('bucket_example_added', address, { example: row.id, became }),
  );
  return { events, ids: rows.map(({ row }) => row.id) };
}

/** `path`: where the example is in the request. */
function requireValid(sent: ExampleData, path = ''): ExampleData {
  const reading = readExample(sent);
  if (reading.ok) return reading.example;
  const errors = reading.errors.map((error) => ({ ...error, path: `${path}${error.path}` }));
  throw new Problem('invalid-input', 'Fix the marked fields and try again.', { errors });
}

function requireFreeName(existing: readonly store.StoredExample[], example: ExampleData, ownId?: string): void {
  const isTaken = existing.some(({ id, name_key }) => id !== ownId && name_key === exampleKey(example));
  if (!isTaken) return;
  const errors = [{ path: 'name', message: EXAMPLE_REFUSALS.taken }];
  throw new Problem('conflict', EXAMPLE_REFUSALS.taken, { errors });
}

/** Finds the example and checks its revision. */
async function requireExample(
  trx: Trx,
  existing: readonly store.StoredExample[],
  { address, exampleId, ifMatch }: ExampleTarget,
): Promise<store.StoredExample> {
  const found = existing.find(({ id }) => id === exampleId);
  if (found !== undefined && String(found.revision) === ifMatch) return found;
  const object = bucketObject(address);
  const having = { example: exampleId };
  if (found === undefined && (await findLastEvent(trx, object, ['bucket_example_deleted'], having)) === undefined)
    throw new Problem('not-found', EXAMPLE_REFUSALS.unknown);
  const otherwise = 'This example has changed since it was opened.';
  throw await staleProblem(trx, object, { otherwise, actions: EXAMPLE_EVENTS, having });
}

async function findExample(trx: Trx, bucketId: string, id: string): Promise<Example> {
  const found = (await store.listExamples(trx, bucketId)).find((example) => example.id === id);
  if (found === undefined) throw new Error(`The example ${id} was not stored.`);
  return present(found);
}

const dataOf = ({ name, risk, expected }: store.StoredExample): ExampleData => ({ name, risk, expected });

const present = ({ id, saved_at, saved_by, saved_by_name, revision, ...example }: store.StoredExample): Example => ({
  id,
  name: example.name,
  risk: example.risk,
  expected: example.expected,
  revision: String(revision),
  saved_at: saved_at.toISOString(),
  saved_by: { id: saved_by, name: saved_by_name },
});
