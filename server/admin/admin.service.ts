import type { AppetiteMatrix } from '#contract/admin.ts';
import type { AdminFlag, AdminOption, EditableList } from '#contract/admin-lists.ts';
import type { Partner } from '#contract/bucket.ts';
import type { AdminAttempt, AdminEvent } from '#domain/event/event.ts';
import type { FlagKey } from '#domain/flag/flag.ts';
import type { Actor } from '#domain/user/person.ts';
import { recordingRefusals } from '#server/audit/audit.refusal.ts';
import { readMatrix } from '#server/bucket/bucket.appetite.service.ts';
import { snapshot, type Trx } from '#server/db/transaction.ts';
import { refreshSearchTexts } from '#server/dial/dial.option.service.ts';
import { changeFlag, readFlags } from '#server/flag/flag.admin.ts';
import type { FlagSetting } from '#server/flag/flag.targeting.ts';
import { addPartner, renamePartner } from '#server/partner/partner.change.ts';
import {
  addOption,
  changeOption,
  deleteOption,
  type OptionAddress,
  readOptions,
  type SentOption,
} from '#server/reference/reference.change.ts';
import { ADMIN_CREATE, ADMIN_EDIT, type AdminChange, type AdminOptions, makeAdminChange } from './admin.change.ts';

type Options = { options: AdminOption[] };
type Flags = { flags: AdminFlag[] };
type Work = (change: AdminChange) => Promise<readonly AdminEvent[]>;
type Refused = Readonly<{ attempt: AdminAttempt; because: string; told: string }>;
export type AdminService = ReturnType<typeof adminService>;

const NEEDS = {
  add_partner: ADMIN_CREATE,
  rename_partner: ADMIN_EDIT,
  add_option: ADMIN_CREATE,
  change_option: ADMIN_EDIT,
  delete_option: ADMIN_EDIT,
  change_flag: ADMIN_EDIT,
} as const;

/** What administrators keep besides appetites: partners, reference lists, flags. */
export function adminService(options: AdminOptions) {
  const { db, now } = options;

  /** One change, or the record of its refusal. */
  function make<T>(
    { actor, attempt }: Readonly<{ actor: Actor; attempt: AdminAttempt }>,
    parts: Readonly<{ work: Work; answer: (trx: Trx) => Promise<T>; refused: (refusal: Refused) => AdminEvent }>,
  ): Promise<T> {
    const { work, answer, refused } = parts;
    const decisions = ['not-allowed', 'stale', 'conflict'] as const;
    return recordingRefusals({ db, now, actor, decisions, record: (refusal) => refused({ attempt, ...refusal }) }, () =>
      makeAdminChange(options, { actor, needs: NEEDS[attempt], work, answer }),
    );
  }
  /** What was renamed stays so when this fails: it is done later. */
  async function afterRename<T>(renamed: Promise<T>): Promise<T> {
    const answer = await renamed;
    await refreshSearchTexts(db).catch(() => undefined);
    return answer;
  }
  const ofPartner = ({ number }: Partner) => ({
    answer: readMatrix,
    refused: (detail: Refused): AdminEvent => ({
      action: 'partner_change_refused',
      object: { type: 'partner', id: String(number) },
      detail,
    }),
  });
  const ofOption = ({ list, code }: OptionAddress) => ({
    answer: (trx: Trx) => readOptions(trx, list),
    refused: (refusal: Refused): AdminEvent => ({
      action: 'reference_change_refused',
      object: { type: 'reference_list', id: list },
      detail: { code, ...refusal },
    }),
  });
  const ofFlag = (key: FlagKey) => ({
    answer: readFlags,
    refused: (detail: Refused): AdminEvent => ({
      action: 'flag_change_refused',
      object: { type: 'flag', id: key },
      detail,
    }),
  });

  return {
    addPartner: (actor: Actor, partner: Partner): Promise<AppetiteMatrix> =>
      make({ actor, attempt: 'add_partner' }, { ...ofPartner(partner), work: (change) => addPartner(change, partner) }),

    renamePartner: (actor: Actor, partner: Partner, ifMatch: string): Promise<AppetiteMatrix> =>
      afterRename(
        make(
          { actor, attempt: 'rename_partner' },
          { ...ofPartner(partner), work: (change) => renamePartner(change, partner, ifMatch) },
        ),
      ),

    options: (list: EditableList): Promise<Options> => snapshot(db, (trx) => readOptions(trx, list)),

    addOption: (actor: Actor, address: OptionAddress, sent: Omit<SentOption, 'retired'>): Promise<Options> =>
      make(
        { actor, attempt: 'add_option' },
        { ...ofOption(address), work: (change) => addOption(change, address, sent) },
      ),

    changeOption: (actor: Actor, address: OptionAddress, sent: SentOption, ifMatch: string): Promise<Options> =>
      afterRename(
        make(
          { actor, attempt: 'change_option' },
          { ...ofOption(address), work: (change) => changeOption(change, address, sent, ifMatch) },
        ),
      ),

    deleteOption: (actor: Actor, address: OptionAddress, ifMatch: string): Promise<Options> =>
      make(
        { actor, attempt: 'delete_option' },
        { ...ofOption(address), work: (change) => deleteOption(change, address, ifMatch) },
      ),

    flags: (): Promise<Flags> => snapshot(db, readFlags),

    changeFlag: (actor: Actor, key: FlagKey, sent: FlagSetting, ifMatch: string): Promise<Flags> =>
      make(
        { actor, attempt: 'change_flag' },
        { ...ofFlag(key), work: (change) => changeFlag(change, key, sent, ifMatch) },
      ),
  };
}
