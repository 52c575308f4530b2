import type { Partner } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import type { AdminEvent } from '#domain/event/event.ts';
import type { AdminChange } from '#server/admin/admin.change.ts';
import { lastEvent } from '#server/audit/audit.service.ts';
import { when } from '#server/dial/dial.checks.ts';
import { renameOption } from '#server/dial/dial.option.service.ts';
import * as store from './partner.store.ts';

const objectOf = (number: number) => ({ type: 'partner', id: String(number) }) as const;

export async function addPartner({ trx, now }: AdminChange, partner: Partner): Promise<AdminEvent[]> {
  const { number, name } = partner;
  const taken = await store.lockPartner(trx, number);
  if (taken !== undefined) {
    const errors = [{ path: 'number', message: `${number} is the number of ${taken.name}` }];
    throw new Problem('conflict', `There is a partner ${number} already: ${taken.name}.`, { errors });
  }
  await store.insertPartner(trx, partner, now());
  return [{ action: 'partner_added', object: objectOf(number), detail: { name } }];
}

/** Dials that nominate the partner are found by the new name from then on. */
export async function renamePartner(change: AdminChange, partner: Partner, ifMatch: string): Promise<AdminEvent[]> {
  const { trx, now } = change;
  const { number, name } = partner;
  const found = await store.lockPartner(trx, number);
  if (found === undefined) throw new Problem('not-found', `There is no partner ${number}.`);
  if (String(found.revision) !== ifMatch) {
    const last = await lastEvent(trx, objectOf(number), ['partner_renamed']);
    const who = last === undefined ? 'Someone' : last.by;
    const told = `${who} renamed ${number} to ${found.name}${last === undefined ? '' : ` ${when(last.at, now())}`}.`;
    throw new Problem('stale', told);
  }
  if (found.name === name) return [];
  await renameOption(trx, { list: 'partners', code: String(number) }, () => store.updateName(trx, partner));
  return [{ action: 'partner_renamed', object: objectOf(number), detail: { was: found.name, became: name } }];
}
