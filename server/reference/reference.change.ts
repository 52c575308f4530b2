import { isDeepStrictEqual } from 'node:util';
import type { AdminOption, EditableList } from '#contract/admin-lists.ts';
import { Problem } from '#contract/problem.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { listFacts } from '#domain/dimension/dimension.ts';
import { type AdminEvent, makeEvent } from '#domain/event/event.ts';
import { type Change, staleProblem } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './reference.store.ts';
import { lockOptions } from './reference.service.ts';

export type OptionAddress = Readonly<{ list: EditableList; code: string }>;
type NewOption = Readonly<{ label: string; group: string | null; classes?: readonly string[] | undefined }>;
/** If classes are omitted, the existing ones stay. */
export type OptionInput = NewOption & Readonly<{ retired: boolean }>;
type StoredContent = Omit<store.OptionRecord, 'code' | 'revision'>;

/** How dials use options; provided by the dial service. */
export type OptionUses = Readonly<{
  /** The number of dials that name each option of a list. */
  countAll: (db: Db, list: EditableList) => Promise<ReadonlyMap<string, number>>;
  /** For one option; deleted dials count, since their history names it. */
  countOf: (db: Db, option: OptionAddress) => Promise<Readonly<{ dials: number; deleted: number }>>;
  /** Changes the name or classes of an option that dials are searched by. */
  change: (trx: Trx, option: OptionAddress, change: () => Promise<void>) => Promise<void>;
}>;

/** A whole list, with the number of dials that name each option. */
export async function readOptions(
  db: Db,
  list: EditableList,
  { countAll }: Pick<OptionUses, 'countAll'>,
): Promise<{ options: AdminOption[] }> {
  const uses = await countAll(db, list);
  const records = await store.listOptionRecords(db, list);
  const options = records.map(({ revision, ...option }) => ({
    ...option,
    used: uses.get(option.code) ?? 0,
    revision: String(revision),
  }));
  return { options };
}

export async function addOption(
  { trx }: Change,
  { list, code }: OptionAddress,
  { label, group: sent, classes: named = [] }: NewOption,
): Promise<AdminEvent[]> {
  assertMayHaveClasses(list, named);
  const taken = await store.findSameCode(trx, list, code);
  if (taken !== undefined) {
    const also = taken.retired ? ', which is retired and can be offered again' : '';
    const errors = [{ path: 'code', message: `${taken.code} is the code of ${taken.label}${also}` }];
    throw new Problem('conflict', `This list has the code ${taken.code} already: ${taken.label}${also}.`, { errors });
  }
  await requireOwnName(trx, list, { code, label });
  const group = sent === '' ? null : sent;
  const classes = inOrder(named);
  await store.insertOption(trx, list, { code, label, group, classes });
  const became = { code, label, group, ...(hasClasses(list) && { classes }) };
  return [makeEvent('reference_added', list, { became: [became] })];
}

export async function changeOption(
  change: Change,
  address: OptionAddress,
  sent: OptionInput,
  ifMatch: string,
  { change: changeNamed }: OptionUses,
): Promise<AdminEvent[]> {
  const { trx, now } = change;
  const { list, code } = address;
  assertMayHaveClasses(list, sent.classes);
  const was = contentOf(await openOption(change, address, ifMatch));
  const group = sent.group === '' ? null : sent.group;
  const became = contentOf({ ...sent, group, classes: inOrder(sent.classes ?? was.classes) });
  if (isDeepStrictEqual(was, became)) return [];
  if (was.label !== became.label) await requireOwnName(trx, list, { code, label: became.label });
  const update = () => store.updateOption(trx, list, { code, ...became }, now());
  const areFoundAsBefore = was.label === became.label && isDeepStrictEqual(was.classes, became.classes);
  await (areFoundAsBefore ? update() : changeNamed(trx, address, update));
  return [
    makeEvent('reference_changed', list, {
      code,
      was: describeOption(list, was),
      became: describeOption(list, became),
    }),
  ];
}

/** Files name options, so two with the same name would be ambiguous. */
async function requireOwnName(
  trx: Trx,
  list: EditableList,
  option: Readonly<{ code: string; label: string }>,
): Promise<void> {
  const taken = await store.findSameName(trx, list, option);
  if (taken === undefined) return;
  const also = taken.retired ? ', which is retired and can be offered again' : '';
  const errors = [{ path: 'label', message: `${taken.code} has this name${also}` }];
  throw new Problem('conflict', `This list has the name ${taken.label} already: ${taken.code}${also}.`, { errors });
}

/** Only options that no version of any dial ever named: history must stay readable. */
export async function deleteOption(
  change: Change,
  address: OptionAddress,
  ifMatch: string,
  { countOf }: OptionUses,
): Promise<AdminEvent[]> {
  const { trx } = change;
  const { list, code } = address;
  const option = await openOption(change, address, ifMatch);
  await lockOptions(trx);
  const uses = await countOf(trx, address);
  if (uses.dials + uses.deleted > 0) throw new Problem('conflict', inUse(option.label, uses));
  await store.deleteOption(trx, list, code);
  return [makeEvent('reference_deleted', list, { code, was: describeOption(list, contentOf(option)) })];
}

async function openOption(
  { trx }: Change,
  { list, code }: OptionAddress,
  ifMatch: string,
): Promise<store.OptionRecord> {
  const option = await store.lockOption(trx, list, code);
  if (option === undefined) throw new Problem('not-found', `This list has no option ${code}.`);
  if (String(option.revision) === ifMatch) return option;
  const otherwise = `${option.label} has changed since the list was opened.`;
  throw await staleProblem(trx, { type: 'reference_list', id: list }, { otherwise, having: { code } });
}

const contentOf = ({ label, group, retired, classes }: StoredContent): StoredContent => ({
  label,
  group,
  retired,
  classes,
});

const hasClasses = (list: EditableList): boolean => listFacts(list).hasClasses === true;
/** Omits classes for lists without them. */
const describeOption = (list: EditableList, { classes, ...content }: StoredContent) =>
  hasClasses(list) ? { ...content, classes } : content;
const inOrder = (classes: readonly string[]): string[] =>
  CLASSES.map(({ slug }) => slug).filter((slug) => classes.includes(slug));

function assertMayHaveClasses(list: EditableList, classes: readonly string[] = []): void {
  if (classes.length === 0 || hasClasses(list)) return;
  const { label } = listFacts(list);
  const errors = [{ path: 'classes', message: `${label} are not for certain classes of business` }];
  throw new Problem('invalid-input', `${label} cannot be given classes of business. Leave the classes out.`, {
    errors,
  });
}

const RETIRE = 'It can be retired instead: it stays where it is, and is no longer offered.';
const dialsOf = (count: number): string => `${count} ${count === 1 ? 'dial' : 'dials'}`;

function inUse(label: string, { dials, deleted }: Readonly<{ dials: number; deleted: number }>): string {
  if (dials > 0) return `${dialsOf(dials)} ${dials === 1 ? 'uses' : 'use'} ${label}. ${RETIRE}`;
  return `The history of ${dialsOf(deleted)} that ${deleted === 1 ? 'was' : 'were'} deleted names ${label}. ${RETIRE}`;
}
