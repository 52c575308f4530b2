import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ImportOutcome, ImportRow } from '#contract/dial-exchange.ts';
import { isDialId } from '#domain/dial/exchange.ts';
import { MAX_EXPORTED } from '#domain/dial/list.ts';
import { type FieldError, Problem } from '#contract/problem.ts';
import { type DialEvent, makeEvent } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { type ChangeKit, runChange, type ChangeContext } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { MAX_ERRORS } from '#server/http/check-input.ts';
import { addDials } from '#server/dial/dial.change.ts';
import { saveDrafts } from '#server/dial/dial.draft.store.ts';
import { dayOf } from '#server/dial/dial.row.ts';
import { readListed, searchDials } from '#server/dial/dial.search.ts';
import type { DialFilter } from '#server/dial/list/dial.list.service.ts';
import * as store from '#server/dial/dial.store.ts';
import { findUsedOptions } from '#server/reference/reference.service.ts';
import { createThread } from '#server/thread/thread.ts';
import {
  joinPlans,
  mayImport,
  pairRows,
  type Plan,
  type PlanJob,
  type ImportPlan,
  type ReadJob,
  type ReadRow,
  runImportJob,
  splitRows,
  type World,
} from './import.plan.ts';

type Preview = Readonly<{ outcomes: readonly ImportOutcome[]; fingerprint: string }>;
type Import = Readonly<{ rows: readonly ImportRow[]; read: readonly ReadRow[]; today: string }>;
/** The rows that somebody sent; the signal says that they left. */
type Request = Readonly<{ actor: Actor; rows: readonly ImportRow[]; signal: AbortSignal | undefined }>;
type ImportRequest = Readonly<{ rows: readonly ImportRow[]; fingerprint: string }>;

/** How many dials became drafts, and their ids. */
type ImportResult = Readonly<{ created: number; changed: number; drafts: string[] }>;

const EXPORT_BATCH = 100;

/** `onError` receives errors of the import thread. */
export function dialExchangeService(kit: ChangeKit, onError: (error: unknown) => void = () => undefined) {
  const { db, now } = kit;
  const thread = createThread({
    file: new URL('./import.thread.ts', import.meta.url),
    sentences: {
      failed: 'The import could not be read. Please try again.',
      late: 'Reading the import took too long. Please import fewer dials at a time.',
      full: 'Too many imports are being read at once. Please try again.',
    },
    onError,
  });
  /** The thread gets one step after the other: between them others have their turn, and nobody works for a caller who left. */
  async function readRows({ actor, rows, signal }: Request): Promise<ReadRow[]> {
    const read: ReadRow[] = [];
    for (const step of splitRows(rows)) {
      const job: ReadJob = { wants: 'read', rows: step };
      read.push(...((await thread.ask(actor.id, job, signal)) as readonly ReadRow[]));
    }
    return read;
  }
  async function planRows(
    { actor, rows, signal }: Request,
    read: readonly ReadRow[],
    world: World,
  ): Promise<ImportPlan> {
    const planned: ImportPlan[] = [];
    const paired = pairRows(rows, read);
    for (const step of splitRows(rows)) {
      const ids = new Set(namedIn(step));
      const named = { ...world, dials: world.dials.filter(({ head }) => ids.has(head.id)) };
      const job: PlanJob = { wants: 'plan', rows: paired.splice(0, step.length), world: named };
      planned.push((await thread.ask(actor.id, job, signal)) as ImportPlan);
    }
    return joinPlans(planned);
  }
  /** Holds no connection to the database while it waits for the thread. */
  async function planImport(request: Request) {
    const read = await readRows(request);
    const { actor, rows } = request;
    const world = await transaction(db, (trx) => readWorld(trx, actor, { rows, read, today: dayOf(now()) }));
    return { read, world, ...(await planRows(request, read, world)) };
  }

  return {
    countWaiting: thread.countWaiting,

    async export(filter: DialFilter) {
      const { items, next } = await searchDials(db, filter, { limit: MAX_EXPORTED, part: 'none' });
      if (next !== null)
        throw new Problem('too-large', 'More than 10,000 dials match. Please narrow the filter and export in parts.');
      return readExported(
        db,
        items.map(({ id }) => id),
      );
    },

    async preview(actor: Actor, sent: readonly ImportRow[], signal?: AbortSignal): Promise<Preview> {
      const { plans, fingerprint } = await planImport({ actor, rows: sent.map(identify), signal });
      return { outcomes: plans.map(outcomeOf), fingerprint };
    },

    /** Plans before anything is locked, and checks under the locks that the plan still holds. */
    async import(
      actor: Actor,
      { rows: sent, fingerprint }: ImportRequest,
      signal?: AbortSignal,
    ): Promise<ImportResult> {
      const rows = sent.map(identify);
      const { read, world, plans, fingerprint: current } = await planImport({ actor, rows, signal });
      return runChange(kit, {
        actor,
        attempt: { attempt: 'dial_imported', id: 'import', rows: sent.length },
        work: async ({ trx, actor: allowed, now: clock }) => {
          if (current !== fingerprint) throw changedSincePreview();
          assertAllValid(plans);
          await lockNamed(trx, rows);
          const at = clock();
          const locked = await readWorld(trx, allowed, { rows, read, today: dayOf(at) });
          if (!isDeepStrictEqual({ ...locked, actor }, { ...world, actor })) throw changedSincePreview();
          assertStillAllowed(allowed, plans, locked);
          const events = await applyPlans({ trx, actor: allowed, at }, plans);
          const count = (kind: Plan['kind']) => plans.filter((plan) => plan.kind === kind).length;
          const drafts = events.map(({ object }) => object.id);
          return { events, at, answer: { created: count('new'), changed: count('changed'), drafts } };
        },
      });
    },

    close: () => thread.close(),
  };
}

/** Imports rows of the product itself, without preview and thread. */
export async function importDials(change: ChangeContext, rows: readonly ImportRow[]): Promise<DialEvent[]> {
  const { trx, actor, at } = change;
  await lockNamed(trx, rows);
  const read = runImportJob({ wants: 'read', rows }) as readonly ReadRow[];
  const world = await readWorld(trx, actor, { rows, read, today: dayOf(at) });
  const { plans } = runImportJob({ wants: 'plan', rows: pairRows(rows, read), world }) as ImportPlan;
  assertAllValid(plans);
  return applyPlans(change, plans);
}

/** Reads in batches while sending, without holding all dials or a connection. */
async function* readExported(db: Db, ids: readonly string[]) {
  for (let start = 0; start < ids.length; start += EXPORT_BATCH) {
    const batch = ids.slice(start, start + EXPORT_BATCH);
    const dials = await readListed(db, batch, 'all');
    yield batch
      .flatMap((id) => dials.get(id) ?? [])
      .map(({ id, version, data }) => ({ id, version, data: { ...data, dial_id: id } }));
  }
}

/** Downloaded data contains the dial's id. If the row contradicts it, validation rejects it as an unknown field. */
function identify(row: ImportRow): ImportRow {
  const { dial_id, ...data } = row.data;
  const { id = dial_id } = row;
  return typeof id === 'string' && isDialId(id) && id === (dial_id ?? id) ? { id, data } : row;
}

function outcomeOf(plan: Plan): ImportOutcome {
  switch (plan.kind) {
    case 'new':
      return { outcome: 'new', name: plan.data.name };
    case 'changed':
      return { outcome: 'changed', id: plan.head.id, name: plan.data.name, changes: plan.changes };
    case 'same':
      return { outcome: 'same', id: plan.id, name: plan.name };
    case 'wrong':
    case 'forbidden':
      return { outcome: 'wrong', name: plan.name, errors: plan.errors };
  }
}

function assertAllValid(plans: readonly Plan[]): void {
  const errors = plans.flatMap((plan, row): FieldError[] =>
    plan.kind === 'wrong' || plan.kind === 'forbidden'
      ? plan.errors.map(({ path, message }) => ({
          path: ['rows', row, path].filter((part) => part !== '').join('.'),
          message,
        }))
      : [],
  );
  if (errors.length === 0) return;
  const details = { errors: errors.slice(0, MAX_ERRORS) };
  if (plans.some(({ kind }) => kind === 'forbidden')) throw needsEdit(details);
  throw new Problem('invalid-input', 'Fix the marked rows and import again.', details);
}

const changedSincePreview = () =>
  new Problem('conflict', 'Dials have changed since the preview. Please look at it again.');

const needsEdit = (details: object = {}) =>
  new Problem('not-allowed', 'Some rows change dials of other people, which needs edit on dials.', details);

/** The rows were planned with the permissions of the token; those of the directory count. */
function assertStillAllowed(actor: Actor, plans: readonly Plan[], { dials }: World): void {
  const dialOf = new Map(dials.map((dial) => [dial.head.id, dial]));
  for (const plan of plans) {
    const dial = plan.kind === 'changed' ? dialOf.get(plan.head.id) : undefined;
    if (dial !== undefined && !mayImport(actor, dial)) throw needsEdit();
  }
}

type Write = Extract<Plan, { kind: 'new' | 'changed' }>;

const toWrite = (plan: Plan): (Write & { id: string; version: number })[] => {
  if (plan.kind === 'new') return [{ ...plan, id: plan.id ?? randomUUID(), version: 1 }];
  if (plan.kind !== 'changed') return [];
  const { id, draft_version, published_version } = plan.head;
  return [{ ...plan, id, version: draft_version ?? (published_version ?? 0) + 1 }];
};

/** A constant number of statements. */
async function applyPlans(change: ChangeContext, plans: readonly Plan[]): Promise<DialEvent[]> {
  const { trx, actor, at } = change;
  const writes = plans.flatMap(toWrite);
  const changed = writes.filter((write) => write.kind === 'changed');
  const drafts = (isOpen: boolean): store.SavedVersion[] =>
    changed
      .filter(({ head }) => (head.draft_version !== null) === isOpen)
      .map(({ id, version, data }) => ({ dialId: id, version, data, by: actor.id, at }));
  await addDials(
    change,
    writes.filter(({ kind }) => kind === 'new'),
  );
  await store.insertDrafts(trx, drafts(false));
  const rows = changed.map(({ id, version, head, listed }) => ({
    id,
    draft_version: version,
    ...(head.published_version === null && listed),
  }));
  await saveDrafts(trx, drafts(true), rows, at);
  return writes.map(({ id, version, ...write }) => {
    const detail = write.kind === 'new' ? { became: write.data } : { changes: write.changes };
    return makeEvent('dial_imported', id, { version, ...detail });
  });
}

const namedIn = (rows: readonly ImportRow[]): string[] => [
  ...new Set(rows.flatMap(({ id }) => (id === undefined ? [] : [id]))),
];

/** Locks the dials named by the rows until the transaction ends. */
async function lockNamed(trx: Trx, rows: readonly ImportRow[]): Promise<void> {
  await store.lockDials(trx, namedIn(rows));
}

/** The current state that rows are compared with. */
async function readWorld(trx: Trx, actor: Actor, { rows, read, today }: Import): Promise<World> {
  const ids = namedIn(rows);
  const heads = await store.findDials(trx, ids);
  const states = Map.groupBy(await store.findDatas(trx, ids), ({ id }) => id);
  const dials = heads.map((head) => {
    const stateOf = (version: number | null) => states.get(head.id)?.find((state) => state.version === version);
    return { head, draft: stateOf(head.draft_version), published: stateOf(head.published_version) };
  });
  const taken = await store.findTakenIds(trx, ids);
  const used = read.flatMap((row) => ('used' in row ? row.used : []));
  return { actor, today, dials, taken, options: await findUsedOptions(trx, used) };
}
