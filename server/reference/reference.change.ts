import type { AdminOption, EditableList } from '#contract/admin-lists.ts';
import { Problem } from '#contract/problem.ts';
import { type AdminEvent, makeEvent } from '#domain/event/event.ts';
import { type Change, staleProblem } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './reference.store.ts';
import { holdOptions } from './reference.service.ts';

export type OptionAddress = Readonly<{ list: EditableList; code: string }>;
export type SentOption = store.OptionContent & Readonly<{ retired: boolean }>;

/** What is known of dials that name an option, given by who keeps them. */
export type OptionUses = Readonly<{
  /** Of each option of a list, how many dials name it. */
  countAll: (db: Db, list: EditableList) => Promise<ReadonlyMap<string, number>>;
  /** Of one; a deleted dial keeps its history, which names it too. */
  countOf: (db: Db, option: OptionAddress) => Promise<Readonly<{ dials: number; deleted: number }>>;
  /** Renames it where dials are found by what it is called. */
  rename: (trx: Trx, option: OptionAddress, rename: () => Promise<void>) => Promise<void>;
}>;

/** One list whole, with how many dials name each of its options. */
export async function readOptions(
  db: Db,
  list: EditableList,
  { countAll }: Pick<OptionUses, 'countAll'>,
): Promise<{ options: AdminOption[] }> {
  const uses = await countAll(db, list);
  const kept = await store.listKept(db, list);
  const options = kept.map(({ revision, ...option }) => ({
    ...option,
    used: uses.get(option.code) ?? 0,
    revision: String(revision),
  }));
  return { options };
}

export async function addOption(
  { trx }: Change,
  { list, code }: OptionAddress,
  { label, group: sent }: store.OptionContent,
): Promise<AdminEvent[]> {
  const taken = await store.findSameCode(trx, list, code);
  if (taken !== undefined) {
    const also = taken.retired ? ', which is retired and can be offered again' : '';
    const errors = [{ path: 'code', message: `${taken.code} is the code of ${taken.label}${also}` }];
    throw new Problem('conflict', `This list has the code ${taken.code} already: ${taken.label}${also}.`, { errors });
  }
  const group = sent === '' ? null : sent;
  await store.insertOption(trx, list, { code, label, group });
  return [makeEvent('reference_added', list, { became: [{ code, label, group }] })];
}

export async function changeOption(
  change: Change,
  address: OptionAddress,
  sent: SentOption,
  ifMatch: string,
  { rename }: OptionUses,
): Promise<AdminEvent[]> {
  const { trx, now } = change;
  const { list, code } = address;
  const was = contentOf(await openOption(change, address, ifMatch));
  const became = contentOf({ ...sent, group: sent.group === '' ? null : sent.group });
  if (was.label === became.label && was.group === became.group && was.retired === became.retired) return [];
  const update = () => store.updateOption(trx, list, { code, ...became }, now());
  await (was.label === became.label ? update() : rename(trx, address, update));
  return [makeEvent('reference_changed', list, { code, was, became })];
}

/** Only what no version of any dial ever named: its history must stay readable. */
export async function deleteOption(
  change: Change,
  address: OptionAddress,
  ifMatch: string,
  { countOf }: OptionUses,
): Promise<AdminEvent[]> {
  const { trx } = change;
  const { list, code } = address;
  const option = await openOption(change, address, ifMatch);
  await holdOptions(trx);
  const uses = await countOf(trx, address);
  if (uses.dials + uses.deleted > 0) throw new Problem('conflict', inUse(option.label, uses));
  await store.deleteOption(trx, list, code);
  return [makeEvent('reference_deleted', list, { code, was: contentOf(option) })];
}

async function openOption({ trx }: Change, { list, code }: OptionAddress, ifMatch: string): Promise<store.KeptOption> {
  const option = await store.lockOption(trx, list, code);
  if (option === undefined) throw new Problem('not-found', `This list has no option ${code}.`);
  if (String(option.revision) === ifMatch) return option;
  const otherwise = `${option.label} has changed since the list was opened.`;
  throw await staleProblem(trx, { type: 'reference_list', id: list }, { otherwise, having: { code } });
}

const contentOf = ({ label, group, retired }: SentOption): SentOption => ({ label, group, retired });

const RETIRE = 'It can be retired instead: it stays where it is, and is no longer offered.';
const dialsOf = (count: number): string => `${count} ${count === 1 ? 'dial' : 'dials'}`;

function inUse(label: string, { dials, deleted }: Readonly<{ dials: number; deleted: number }>): string {
  if (dials > 0) return `${dialsOf(dials)} ${dials === 1 ? 'uses' : 'use'} ${label}. ${RETIRE}`;
  return `The history of ${dialsOf(deleted)} that ${deleted === 1 ? 'was' : 'were'} deleted names ${label}. ${RETIRE}`;
}
