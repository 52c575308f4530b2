import { createHash } from 'node:crypto';
import type { AdminFlag } from '#contract/admin-lists.ts';
import { Problem } from '#contract/problem.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import { type AdminEvent, makeEvent } from '#domain/event/event.ts';
import { FLAG_KEYS, type FlagKey, FLAGS } from '#domain/flag/flag.ts';
import { listAuditRows } from '#server/audit/audit.read.ts';
import { type Change, staleProblem } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import * as store from './flag.store.ts';
import { type FlagSetting, readFlag, writeFlag } from '#domain/flag/definition.ts';

const objectOf = (key: FlagKey) => ({ type: 'flag', id: key }) as const;

/** A hash of the definition serves as its revision. */
const revisionOf = (definition: unknown): string =>
  createHash('sha256').update(canonicalJson(definition)).digest('hex').slice(0, 16);

/** The flags of the product, with who changed them last. */
export async function readFlags(db: Db): Promise<{ flags: AdminFlag[] }> {
  const definitions = await store.listDefinitions(db, FLAG_KEYS);
  const there = FLAG_KEYS.filter((key) => definitions.has(key));
  const flags: AdminFlag[] = [];
  for (const key of there) flags.push(await present(db, key, definitions.get(key)));
  return { flags };
}

async function present(db: Db, key: FlagKey, definition: unknown): Promise<AdminFlag> {
  const { type, id } = objectOf(key);
  const changes = { object_type: type, object_id: id, action: 'flag_changed' };
  const [last] = (await listAuditRows(db, null, changes, { limit: 1 })).items;
  const { targeting, rules, ...flag } = readFlag(definition);
  return {
    key,
    ...FLAGS[key],
    ...flag,
    rules: rules.map(({ emails, value }) => ({ emails: [...emails], value })),
    other_targeting: targeting === undefined ? null : JSON.stringify(targeting, null, 2),
    revision: revisionOf(definition),
    changed_at: last?.at ?? null,
    changed_by: last?.by ?? null,
  };
}

export async function changeFlag(
  { trx, now }: Change,
  key: FlagKey,
  sent: FlagSetting,
  ifMatch: string,
): Promise<AdminEvent[]> {
  const was = await store.lockDefinition(trx, key);
  if (was === undefined) throw new Problem('not-found', `There is no flag ${key}.`);
  if (revisionOf(was) !== ifMatch)
    throw await staleProblem(trx, objectOf(key), { otherwise: `Someone changed the flag ${key}.` });
  const became = writeFlag(was, sent);
  if (revisionOf(became) === ifMatch) return [];
  await store.updateDefinition(trx, key, became, now());
  return [makeEvent('flag_changed', key, { was: was as object, became })];
}
