import { createHash, randomUUID } from 'node:crypto';
import type { ImportOutcome, ImportRow } from '#contract/dial-exchange.ts';
import type { ExchangedDial } from '#domain/dial/exchange.ts';
import { MAX_EXPORTED } from '#domain/dial/list.ts';
import { type FieldError, Problem } from '#contract/problem.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import { type DialEvent, makeEvent } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { type ChangeKit, runChange, type Step } from '#server/change/change.ts';
import { transaction } from '#server/db/transaction.ts';
import { MAX_ERRORS } from '#server/http/check-input.ts';
import { addDials } from '#server/dial/dial.change.ts';
import { listRow, dayOf } from '#server/dial/dial.row.ts';
import { statusKeeper } from '#server/dial/dial.day.service.ts';
import { lockNamed, planImport, type Plan } from './dial.import.ts';
import { pageThrough, searchDials } from '#server/dial/dial.search.ts';
import type { DialFilter } from '#server/dial/list/dial.list.service.ts';
import { readRows } from '#server/dial/list/dial.list.store.ts';
import * as store from '#server/dial/dial.store.ts';

type Preview = Readonly<{ outcomes: readonly ImportOutcome[]; fingerprint: string }>;
type Sent = Readonly<{ rows: readonly ImportRow[]; fingerprint: string }>;

export function dialExchangeService(kit: ChangeKit) {
  const { db, now } = kit;
  const keepStatuses = statusKeeper(db);
  return {
    async export({ sort, ...filter }: DialFilter): Promise<ExchangedDial[]> {
      await keepStatuses(dayOf(now()));
      const { ids, next } = await pageThrough(db, await searchDials(db, filter), { sort, limit: MAX_EXPORTED });
      if (next !== null)
        throw new Problem('too-large', 'More than 10,000 dials match. Please narrow the filter and export in parts.');
      const dials = await readRows(db, ids);
      return dials.map(({ row: { id, version }, data }) => ({ id, version, data }));
    },

    preview: (actor: Actor, rows: readonly ImportRow[]): Promise<Preview> =>
      transaction(db, async (trx) => {
        const plans = await planImport(trx, actor, rows, dayOf(now()));
        return { outcomes: plans.map(outcomeOf), fingerprint: fingerprintOf(rows, plans) };
      }),

    import: (actor: Actor, { rows, fingerprint }: Sent): Promise<{ created: number; changed: number }> =>
      runChange(kit, {
        actor,
        attempt: { attempt: 'dial_imported', id: 'import', rows: rows.length },
        work: async ({ trx, now: clock }) => {
          await lockNamed(trx, rows);
          const at = clock();
          const plans = await planImport(trx, actor, rows, dayOf(at));
          assertSamePreview(rows, plans, fingerprint);
          assertAllValid(plans);
          const events = await carryOut({ trx, actor, at }, plans);
          const count = (kind: Plan['kind']) => plans.filter((plan) => plan.kind === kind).length;
          return { events, at, answer: { created: count('new'), changed: count('changed') } };
        },
      }),
  };
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
  await store.updateDrafts(trx, drafts(true));
  const rows = changed.map(({ id, version, head, data, lookup }) => ({
    id,
    draft_version: version,
    ...(head.published_version === null && listRow(data, lookup)),
  }));
  await store.updateDials(trx, rows, at);
  return writes.map(({ id, version, ...write }) => {
    const detail = write.kind === 'new' ? { became: write.data } : { changes: write.changes };
    return makeEvent('dial_imported', id, { version, ...detail });
  });
}
