import type { Partner } from '#contract/bucket.ts';
import type { Db } from '#server/db/connect.ts';
import { listPartners } from './partner.store.ts';
import { Problem } from '#contract/problem.ts';
import { type AdminEvent, makeEvent } from '#domain/event/event.ts';
import { type Change, staleProblem } from '#server/change/change.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './partner.store.ts';

export type PartnerService = ReturnType<typeof partnerService>;

export function partnerService(db: Db) {
  return {
    list: async (): Promise<Partner[]> => (await listPartners(db)).map(({ number, name }) => ({ number, name })),
  };
}

/** With the revision that a rename is based on. */
export async function listAdminPartners(db: Db): Promise<(Partner & Readonly<{ revision: string }>)[]> {
  return (await listPartners(db)).map(({ revision, ...partner }) => ({ ...partner, revision: String(revision) }));
}

export async function partnerNames(db: Db): Promise<ReadonlyMap<number, string>> {
  return new Map((await listPartners(db)).map(({ number, name }) => [number, name]));
}

/** Renames an option that dials are searched by. */
export type RenameOption = (
  trx: Trx,
  option: Readonly<{ list: 'partners'; code: string }>,
  rename: () => Promise<void>,
) => Promise<void>;

export async function addPartner({ trx, now }: Change, partner: Partner): Promise<AdminEvent[]> {
  const { number, name } = partner;
  const taken = await store.lockPartner(trx, number);
  if (taken !== undefined) {
    const errors = [{ path: 'number', message: `${number} is the number of ${taken.name}` }];
    throw new Problem('conflict', `There is a partner ${number} already: ${taken.name}.`, { errors });
  }
  await store.insertPartner(trx, partner, now());
  return [makeEvent('partner_added', String(number), { name })];
}

/** Dials that nominate the partner are found by the new name from then on. */
export async function renamePartner(
  { trx }: Change,
  partner: Partner,
  ifMatch: string,
  renameOption: RenameOption,
): Promise<AdminEvent[]> {
  const { number, name } = partner;
  const id = String(number);
  const found = await store.lockPartner(trx, number);
  if (found === undefined) throw new Problem('not-found', `There is no partner ${number}.`);
  if (String(found.revision) !== ifMatch)
    throw await staleProblem(
      trx,
      { type: 'partner', id },
      { otherwise: `Someone renamed ${number} to ${found.name}.` },
    );
  if (found.name === name) return [];
  await renameOption(trx, { list: 'partners', code: id }, () => store.updateName(trx, partner));
  return [makeEvent('partner_renamed', id, { was: found.name, became: name })];
}
