import { createHash, randomUUID } from 'node:crypto';
import type { ImportOutcome, ImportRow } from '#contract/dial-exchange.ts';
import { isDialId } from '#domain/dial/exchange.ts';
import { MAX_EXPORTED } from '#domain/dial/list.ts';
import { type FieldError, Problem } from '#contract/problem.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import { type DialEvent, makeEvent } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { type ChangeKit, runChange, type Step } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Trx } from '#server/db/transaction.ts';
import { MAX_ERRORS, toFieldErrors } from '#server/http/check-input.ts';
import { addDials, dialErrors } from '#server/dial/dial.change.ts';
import { dayOf, listRow } from '#server/dial/dial.row.ts';
import { statusKeeper } from '#server/dial/dial.day.service.ts';
import { readListed, searchDials } from '#server/dial/dial.search.ts';
import type { DialFilter } from '#server/dial/list/dial.list.service.ts';
import * as store from '#server/dial/dial.store.ts';
import { setImmediate } from 'node:timers/promises';
import { dialDataSchema } from '#contract/dial.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { type DialChange, diffDials, diffSaves } from '#domain/dial/diff.ts';
import { normaliseDial } from '#domain/dial/normalise.ts';
import { usedOptions } from '#domain/dial/options.ts';
import { mayChangeDraft, mayStartVersion } from '#domain/dial/policy.ts';
import { lookUpOptions, type OptionLookup } from '#server/reference/reference.service.ts';

type Preview = Readonly<{ outcomes: readonly ImportOutcome[]; fingerprint: string }>;
type Sent = Readonly<{ rows: readonly ImportRow[]; fingerprint: string }>;

/** How many dials became drafts, and the ids of all of them. */
type Imported = Readonly<{ created: number; changed: number; drafts: string[] }>;

const EXPORT_BATCH = 100;

export function dialExchangeService(kit: ChangeKit) {
  const { db, now } = kit;
  const keepStatuses = statusKeeper(db);
  return {
    async export(filter: DialFilter) {
      await keepStatuses(dayOf(now()));
      const { items, next } = await searchDials(db, filter, { limit: MAX_EXPORTED, part: 'none' });
      if (next !== null)
        throw new Problem('too-large', 'More than 10,000 dials match. Please narrow the filter and export in parts.');
      return readExported(
        db,
        items.map(({ id }) => id),
      );
    },

    preview: (actor: Actor, sent: readonly ImportRow[]): Promise<Preview> =>
      transaction(db, async (trx) => {
        const rows = sent.map(identify);
        const plans = await planImport(trx, actor, rows, dayOf(now()));
        return { outcomes: plans.map(outcomeOf), fingerprint: fingerprintOf(rows, plans) };
      }),

    import: (actor: Actor, { rows: sent, fingerprint }: Sent): Promise<Imported> =>
      runChange(kit, {
        actor,
        attempt: { attempt: 'dial_imported', id: 'import', rows: sent.length },
        work: async ({ trx, actor: current, now: clock }) => {
          const rows = sent.map(identify);
          await lockNamed(trx, rows);
          const at = clock();
          const plans = await planImport(trx, current, rows, dayOf(at));
          assertSamePreview(rows, plans, fingerprint);
          assertAllValid(plans);
          const events = await carryOut({ trx, actor: current, at }, plans);
          const count = (kind: Plan['kind']) => plans.filter((plan) => plan.kind === kind).length;
          const drafts = events.map(({ object }) => object.id);
          return { events, at, answer: { created: count('new'), changed: count('changed'), drafts } };
        },
      }),
  };
}

/** Read batch by batch while they are sent: neither all of them nor a connection is held meanwhile. */
async function* readExported(db: Db, ids: readonly string[]) {
  for (let start = 0; start < ids.length; start += EXPORT_BATCH) {
    const batch = ids.slice(start, start + EXPORT_BATCH);
    const dials = await readListed(db, batch, 'all');
    yield batch
      .flatMap((id) => dials.get(id) ?? [])
      .map(({ id, version, data }) => ({ id, version, data: { ...data, dial_id: id } }));
  }
}

/** Data that was downloaded names its dial. Where the row says otherwise, the check refuses it as no field of a dial. */
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

/** Of what was sent and of the state it was compared with: it changes when either does. */
function fingerprintOf(rows: readonly ImportRow[], plans: readonly Plan[]): string {
  const seen = plans.map((plan) => [plan.kind, plan.basis]);
  return createHash('sha256')
    .update(canonicalJson([rows, seen]))
    .digest('base64url');
}

function assertSamePreview(rows: readonly ImportRow[], plans: readonly Plan[], fingerprint: string): void {
  if (fingerprintOf(rows, plans) !== fingerprint)
    throw new Problem('conflict', 'Dials have changed since the preview. Please look at it again.');
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
  const told = { errors: errors.slice(0, MAX_ERRORS) };
  if (plans.some(({ kind }) => kind === 'forbidden'))
    throw new Problem('not-allowed', 'Some rows change dials of other people, which needs edit on dials.', told);
  throw new Problem('invalid-input', 'Fix the marked rows and import again.', told);
}

type Write = Extract<Plan, { kind: 'new' | 'changed' }>;

const toWrite = (plan: Plan): (Write & { id: string; version: number })[] => {
  if (plan.kind === 'new') return [{ ...plan, id: plan.id ?? randomUUID(), version: 1 }];
  if (plan.kind !== 'changed') return [];
  const { id, draft_version, published_version } = plan.head;
  return [{ ...plan, id, version: draft_version ?? (published_version ?? 0) + 1 }];
};

/** In a handful of statements, however many rows there are. */
async function carryOut(change: Step, plans: readonly Plan[]): Promise<DialEvent[]> {
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
  const rows = changed.map(({ id, version, head, data, lookup }) => ({
    id,
    draft_version: version,
    ...(head.published_version === null && listRow(data, lookup)),
  }));
  await store.saveDrafts(trx, drafts(true), rows, at);
  return writes.map(({ id, version, ...write }) => {
    const detail = write.kind === 'new' ? { became: write.data } : { changes: write.changes };
    return makeEvent('dial_imported', id, { version, ...detail });
  });
}

/** What is said of one row at most: a thousand rows are answered at once. */
const MAX_ROW_ERRORS = 20;

type Wrong = Readonly<{ name: string; errors: readonly FieldError[] }>;
/** What a row would do. `basis` is the state that was looked at to say so. */
type Plan = Readonly<{ basis: string }> &
  (
    | Readonly<{ kind: 'new'; id: string | undefined; data: DialData; lookup: OptionLookup }>
    | Readonly<{
        kind: 'changed';
        head: store.DialHead;
        data: DialData;
        changes: readonly DialChange[];
        lookup: OptionLookup;
      }>
    | Readonly<{ kind: 'same'; id: string; name: string }>
    | (Readonly<{ kind: 'wrong' }> & Wrong)
    | (Readonly<{ kind: 'forbidden' }> & Wrong)
  );

type State = Readonly<{ data: DialData; createdBy: string }>;
type Known = Readonly<{ head: store.DialHead; draft: State | undefined; published: State | undefined }>;
type World = Readonly<{
  actor: Actor;
  today: string;
  known: ReadonlyMap<string, Known>;
  taken: ReadonlySet<string>;
  lookup: OptionLookup;
}>;

const namedIn = (rows: readonly ImportRow[]): string[] => [
  ...new Set(rows.flatMap(({ id }) => (id === undefined ? [] : [id]))),
];

/** The dials that the rows name stay as they are until the transaction ends. */
async function lockNamed(trx: Trx, rows: readonly ImportRow[]): Promise<void> {
  await store.lockDials(trx, namedIn(rows));
}

/** Looks every row up against what is there now. */
async function planImport(trx: Trx, actor: Actor, rows: readonly ImportRow[], today: string): Promise<Plan[]> {
  const ids = namedIn(rows);
  const heads = await store.findDials(trx, ids);
  const states = Map.groupBy(await store.findDatas(trx, ids), ({ id }) => id);
  const known = new Map(
    heads.map((head): [string, Known] => {
      const of = (wanted: number | null) => states.get(head.id)?.find(({ version }) => version === wanted);
      return [head.id, { head, draft: of(head.draft_version), published: of(head.published_version) }];
    }),
  );
  const taken = new Set(await store.findTakenIds(trx, ids));
  const read: ReturnType<typeof dialDataSchema.safeParse>[] = [];
  for (const { data } of rows) {
    read.push(dialDataSchema.safeParse(data));
    // A thousand rows that are wrong in hundreds of places keep nobody else waiting.
    await setImmediate();
  }
  const used = read.flatMap(({ data }) => (data === undefined ? [] : usedOptions(data.dimensions)));
  const world = { actor, today, known, taken, lookup: await lookUpOptions(trx, used) };
  const firstRowOf = new Map(ids.map((id) => [id, rows.findIndex((row) => row.id === id)]));
  return read.map((result, index) => {
    const { id, data: raw } = rows[index] ?? { data: {} };
    const name = typeof raw['name'] === 'string' ? raw['name'].trim() : '';
    const first = id === undefined ? index : (firstRowOf.get(id) ?? index);
    if (first !== index) return wrong(name, [{ path: 'id', message: `Row ${first + 1} is the same dial` }]);
    if (result.success) return planRow(world, id, normaliseDial(result.data));
    return wrong(name, toFieldErrors(result.error));
  });
}

const wrong = (name: string, errors: readonly FieldError[], basis = ''): Plan => ({
  kind: 'wrong',
  name,
  errors: errors.slice(0, MAX_ROW_ERRORS),
  basis,
});

function planRow(world: World, id: string | undefined, data: DialData): Plan {
  const { name } = data;
  const known = id === undefined ? undefined : world.known.get(id);
  if (known === undefined) {
    const free = id !== undefined && !world.taken.has(id);
    const errors = dialErrors(data, { today: world.today, version: 1, previous: undefined }, world.lookup);
    return errors.length > 0
      ? wrong(name, errors)
      : { kind: 'new', id: free ? id : undefined, data, lookup: world.lookup, basis: String(free) };
  }
  const { head, draft, published } = known;
  const basis = `${head.id} ${head.revision}`;
  if (isSame(data, draft, published)) return { kind: 'same', id: head.id, name, basis };
  if (!(draft === undefined ? mayStartVersion(world.actor) : mayChangeDraft(world.actor, draft))) {
    const message = 'Changing this dial needs edit on dials';
    return { kind: 'forbidden', name, errors: [{ path: '', message }], basis };
  }
  const version = head.draft_version ?? (head.published_version ?? 0) + 1;
  const context = { today: world.today, version, previous: published?.data, saved: draft?.data };
  const errors = dialErrors(data, context, world.lookup);
  if (errors.length > 0) return wrong(name, errors, basis);
  const before = draft ?? published;
  const diff = draft ? diffSaves : diffDials;
  const changes = before === undefined ? [] : diff(before.data, data);
  return { kind: 'changed', head, data, changes, lookup: world.lookup, basis };
}

/** As the draft is, or, the reason aside, as it is in force: then the file asks for nothing. */
function isSame(data: DialData, draft: State | undefined, published: State | undefined): boolean {
  if (draft !== undefined && canonicalJson(draft.data) === canonicalJson(data)) return true;
  return published !== undefined && canonicalJson({ ...published.data, reason: data.reason }) === canonicalJson(data);
}
