import type { AppetiteMatrix } from '#contract/admin.ts';
import type { AdminFlag, AdminOption, EditableList } from '#contract/admin-lists.ts';
import type { Partner } from '#contract/bucket.ts';
import type { AdminEvent, Attempt } from '#domain/event/event.ts';
import type { FlagKey, FlagSetting } from '#domain/flag/flag.ts';
import type { Actor } from '#domain/user/person.ts';
import { readMatrix } from '#server/appetite/appetite.service.ts';
import { ADMIN_CREATE, ADMIN_EDIT, type Change, type ChangeKit, runChange } from '#server/change/change.ts';
import { snapshot, type Trx } from '#server/db/transaction.ts';
import {
  changeNamedOption,
  countOptionUses,
  readOptionUses,
  countUsesOf,
  refreshNamingDials,
} from '#server/dial/dial.option.service.ts';
import { changeFlag, evaluateFlags, readFlags } from '#server/flag/flag.service.ts';
import { addPartner, renamePartner } from '#server/partner/partner.service.ts';
import {
  addOption,
  changeOption,
  deleteOption,
  type OptionAddress,
  type OptionUses,
  readOptions,
  type OptionInput,
} from '#server/reference/reference.change.ts';

type Options = { options: AdminOption[] };
type Flags = { flags: AdminFlag[] };
type Work = (change: Change) => Promise<readonly AdminEvent[]>;
/** A change request for an object, and how to build its response. */
type Request<T> = Readonly<{
  actor: Actor;
  attempt: Attempt;
  id: string;
  code?: string;
  answer: (trx: Trx) => Promise<T>;
}>;

const ADDING: ReadonlySet<Attempt> = new Set(['partner_added', 'reference_added']);
const USES: OptionUses = { countAll: countOptionUses, countOf: countUsesOf, change: changeNamedOption };

/** Administration besides appetites: partners, reference lists, flags. */
export function adminService(kit: ChangeKit) {
  const { db } = kit;

  /** The last editor is read from the records, so the response is built after them. */
  const change = <T>({ actor, answer, ...attempt }: Request<T>, work: Work): Promise<T> =>
    runChange<Actor, T | undefined>(kit, {
      actor,
      attempt,
      needs: ADDING.has(attempt.attempt) ? ADMIN_CREATE : ADMIN_EDIT,
      work: async (of) => ({ events: await work(of), at: of.now(), answer: undefined }),
      finish: answer,
    }) as Promise<T>;
  /** A failure here does not undo the change: it is retried later. */
  async function refreshDials<T>(changed: Promise<T>): Promise<T> {
    const answer = await changed;
    await refreshNamingDials(db).catch(() => undefined);
    return answer;
  }
  const ofPartner = (actor: Actor, attempt: Attempt, { number }: Partner) => ({
    actor,
    attempt,
    id: String(number),
    answer: readMatrix,
  });
  const ofOption = (actor: Actor, attempt: Attempt, { list, code }: OptionAddress) => ({
    actor,
    attempt,
    id: list,
    code,
    answer: (trx: Trx) => readOptions(trx, list, USES),
  });

  return {
    addPartner: (actor: Actor, partner: Partner): Promise<AppetiteMatrix> =>
      change(ofPartner(actor, 'partner_added', partner), (of) => addPartner(of, partner)),

    renamePartner: (actor: Actor, partner: Partner, ifMatch: string): Promise<AppetiteMatrix> =>
      refreshDials(
        change(ofPartner(actor, 'partner_renamed', partner), (of) =>
          renamePartner(of, partner, ifMatch, changeNamedOption),
        ),
      ),

    options: (list: EditableList): Promise<Options> => readOptions(db, list, { countAll: readOptionUses }),

    addOption: (actor: Actor, address: OptionAddress, sent: Omit<OptionInput, 'retired'>): Promise<Options> =>
      change(ofOption(actor, 'reference_added', address), (of) => addOption(of, address, sent)),

    changeOption: (actor: Actor, address: OptionAddress, sent: OptionInput, ifMatch: string): Promise<Options> =>
      refreshDials(
        change(ofOption(actor, 'reference_changed', address), (of) => changeOption(of, address, sent, ifMatch, USES)),
      ),

    deleteOption: (actor: Actor, address: OptionAddress, ifMatch: string): Promise<Options> =>
      change(ofOption(actor, 'reference_deleted', address), (of) => deleteOption(of, address, ifMatch, USES)),

    flags: (): Promise<Flags> => snapshot(db, readFlags),

    evaluateFlags: (email: string) => evaluateFlags(db, email),

    changeFlag: (actor: Actor, key: FlagKey, sent: FlagSetting, ifMatch: string): Promise<Flags> =>
      change({ actor, attempt: 'flag_changed', id: key, answer: readFlags }, (of) =>
        changeFlag(of, key, sent, ifMatch),
      ),
  };
}
