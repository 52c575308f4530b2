import type { ReferenceData, ReferenceOption } from '#contract/reference.ts';
import { REFERENCE_LISTS, type ReferenceList } from '#domain/dimension/dimension.ts';
import type { UsedOptions } from '#domain/dial/options.ts';
import { makeEvent } from '#domain/event/event.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { createOptionLookup, type OptionEntry, type OptionLookup } from './option-lookup.ts';
import * as store from './reference.store.ts';

export type { OptionEntry, OptionLookup } from './option-lookup.ts';

export function referenceService(db: Db) {
  return {
    async read(): Promise<ReferenceData> {
      const options = await store.readOptions(db);
      const byList = Map.groupBy(options, ({ list }) => list);
      const entries = REFERENCE_LISTS.map((list): [ReferenceList, ReferenceOption[]] => [
        list,
        (byList.get(list) ?? []).map(({ code, label, group, retired }) => ({ code, label, group, retired })),
      ]);
      return Object.fromEntries(entries) as Record<ReferenceList, ReferenceOption[]>;
    },
  };
}

/**
 * Looks up the options that dials name. Inside a transaction this takes a shared lock: nobody changes or deletes an
 * option until it ends.
 */
export async function lookUpOptions(db: Db, used: readonly UsedOptions[]): Promise<OptionLookup> {
  return createOptionLookup(await findUsedOptions(db, used));
}

/** The same in a transaction that already has the shared lock. */
export async function lookUpSharedOptions(db: Db, used: readonly UsedOptions[]): Promise<OptionLookup> {
  return createOptionLookup(await findSharedOptions(db, used));
}

/** The same as plain data. */
export async function findUsedOptions(db: Db, used: readonly UsedOptions[]): Promise<OptionEntry[]> {
  if (used.some(({ codes }) => codes.length > 0)) await store.shareOptions(db);
  return findSharedOptions(db, used);
}

async function findSharedOptions(db: Db, used: readonly UsedOptions[]): Promise<OptionEntry[]> {
  const lists = [...new Set(used.map(({ list }) => list))];
  const codes = [...new Set(used.flatMap((one) => one.codes))];
  return codes.length === 0 ? [] : store.findOptions(db, lists, codes);
}

/** Waits for all shared locks of saves, and blocks others until the transaction ends. */
export const lockOptions = (trx: Trx): Promise<void> => store.lockOptions(trx);

export type ListContent = Readonly<{
  code: string;
  label: string;
  group?: string | undefined;
  classes?: readonly string[];
}>;
export type ReferenceContent = Readonly<{
  lists: Readonly<Partial<Record<ReferenceList, readonly ListContent[]>>>;
  partners: readonly Readonly<{ number: number; name: string }>[];
}>;

/** Fills empty lists; leaves others alone. */
export async function addReferenceContent(trx: Trx, { lists, partners }: ReferenceContent, at: Date): Promise<boolean> {
  await store.lockOptionTable(trx);
  if (await store.hasOptions(trx)) return false;
  const rows = Object.entries(lists).flatMap(([list, options]) =>
    options.map(({ code, label, group, classes = [] }, position) => ({
      list,
      code,
      label,
      grp: group ?? null,
      position,
      classes: [...classes],
    })),
  );
  await store.insertOptions(trx, rows);
  if (partners.length > 0) await store.insertPartners(trx, partners);
  const added = [...Object.entries<readonly object[]>(lists), ['partners', partners] as const];
  const filled = added.filter(([, became]) => became.length > 0);
  const events = filled.map(([id, became]) => makeEvent('reference_added', id, { became }));
  await recordAudit(trx, null, events, at);
  return true;
}
