import { createHash } from 'node:crypto';
import type { AdminFlag } from '#contract/admin-lists.ts';
import { Problem } from '#contract/problem.ts';
import { canonicalJson } from '#domain/audit/canonical.ts';
import { type AdminEvent, makeEvent } from '#domain/event/event.ts';
import { FLAG_KEYS, type FlagKey, FLAGS, type FlagSetting, isOnFor, normaliseFlag } from '#domain/flag/flag.ts';
import { listAuditRows } from '#server/audit/audit.read.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { type Change, staleProblem } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import * as store from './flag.store.ts';

/** All flags for a person, as OFREP names them. */
export async function evaluateFlags(db: Db, email: string) {
  const settings = await store.listSettings(db);
  return [...settings].map(([key, setting]) => {
    const value = isOnFor(setting, email);
    const reason = setting.state === 'by-email' ? 'TARGETING_MATCH' : 'STATIC';
    return { key, value, variant: value ? 'on' : 'off', reason };
  });
}

const initialSetting = (key: FlagKey): FlagSetting => ({ state: FLAGS[key].fallback ? 'on' : 'off', emails: [] });

/** New flags start with their fallback; existing ones keep their settings. */
export async function defineFlags(db: Db, at: Date): Promise<void> {
  const settings = new Map(FLAG_KEYS.map((key) => [key, initialSetting(key)]));
  await transaction(db, async (trx) => {
    const added = await store.insertMissing(trx, settings);
    const events = added.map((key) => makeEvent('flag_defined', key, { became: initialSetting(key) }));
    await recordAudit(trx, null, events, at);
  });
}

const objectOf = (key: FlagKey) => ({ type: 'flag', id: key }) as const;

/** A hash of the setting serves as its revision. */
const revisionOf = (setting: FlagSetting): string =>
  createHash('sha256').update(canonicalJson(setting)).digest('hex').slice(0, 16);

/** All flags, with who changed them last. */
export async function readFlags(db: Db): Promise<{ flags: AdminFlag[] }> {
  const flags: AdminFlag[] = [];
  for (const [key, setting] of await store.listSettings(db)) {
    const { type, id } = objectOf(key);
    const changes = { object_type: type, object_id: id, action: 'flag_changed' };
    const [last] = (await listAuditRows(db, null, changes, { limit: 1 })).items;
    const { state, emails } = setting;
    flags.push({
      key,
      description: FLAGS[key].description,
      state,
      emails: [...emails],
      revision: revisionOf(setting),
      changed_at: last?.at ?? null,
      changed_by: last?.by ?? null,
    });
  }
  return { flags };
}

export async function changeFlag(
  { trx, now }: Change,
  key: FlagKey,
  sent: FlagSetting,
  ifMatch: string,
): Promise<AdminEvent[]> {
  const was = await store.lockSetting(trx, key);
  if (was === undefined) throw new Problem('not-found', `There is no flag ${key}.`);
  if (revisionOf(was) !== ifMatch)
    throw await staleProblem(trx, objectOf(key), { otherwise: `Someone changed the flag ${key}.` });
  const became = normaliseFlag(sent);
  if (revisionOf(became) === ifMatch) return [];
  await store.updateSetting(trx, key, became, now());
  return [makeEvent('flag_changed', key, { was, became })];
}
