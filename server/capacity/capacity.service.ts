import type { ImportedLimits } from '#contract/capacity.ts';
import { Problem } from '#contract/problem.ts';
import { checkLimits } from '#domain/capacity/check.ts';
import { type Limit, listLimitsOf } from '#domain/capacity/limit.ts';
import { type BucketAddress, makeEvent } from '#domain/event/event.ts';
import type { Actor } from '#domain/user/person.ts';
import { getBucket } from '#server/bucket/bucket.open.ts';
import { ADMIN_CREATE, type ChangeKit, runChange, staleProblem } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { partnerNames } from '#server/partner/partner.service.ts';
import { findUsedOptions } from '#server/reference/reference.service.ts';
import * as store from './capacity.store.ts';

/** The object id of all limits in the audit, and their name there. */
const LIMITS = { type: 'portfolio', id: 'limits' } as const;
const NAME = 'Limits';

type LimitsInput = Readonly<{ file: string; limits: readonly Limit[] }>;

/** `isImported`: whether there are limits at all. */
type LimitsOfBucket = Readonly<{ isImported: boolean; limits: readonly Limit[] }>;

/** Limits of exposure, as the exposure system of the insurer says. */
export function capacityService(kit: ChangeKit) {
  const { db } = kit;

  async function limitsOf(address: BucketAddress): Promise<LimitsOfBucket> {
    const limits = (await store.findSheet(db))?.limits ?? [];
    return { isImported: limits.length > 0, limits: listLimitsOf(limits, address) };
  }

  return {
    list: async (): Promise<ImportedLimits> => present(await store.findSheet(db)),

    limitsOf,

    async ofBucket(address: BucketAddress): Promise<{ items: readonly Limit[] }> {
      await getBucket(db, address);
      return { items: (await limitsOf(address)).limits };
    },

    import: (actor: Actor, input: LimitsInput, ifMatch: string): Promise<ImportedLimits> =>
      runChange(kit, {
        actor,
        attempt: { attempt: 'portfolio_limits_imported', id: LIMITS.id, name: NAME },
        needs: ADMIN_CREATE,
        work: async ({ trx, now }) => {
          const former = await store.lockSheet(trx);
          if (String(former?.revision ?? 0) !== ifMatch)
            throw await staleProblem(trx, LIMITS, { otherwise: 'Someone imported limits.' });
          const at = now();
          await requireKnown(trx, input.limits, at.toISOString().slice(0, 10));
          const events = await importLimits(trx, former, input, { at, by: actor.id });
          return { events, at, answer: present(await store.findSheet(trx)) };
        },
      }),
  };
}
export type CapacityService = ReturnType<typeof capacityService>;

type Origin = Readonly<{ at: Date; by: string }>;

async function importLimits(
  trx: Trx,
  former: store.StoredSheet | undefined,
  { file, limits }: LimitsInput,
  { at, by }: Origin,
) {
  const sheet = { limits, file, imported_at: at, imported_by: by };
  await (former === undefined ? store.insertSheet(trx, sheet) : store.replaceSheet(trx, sheet));
  const detail = { name: NAME, file, was: former?.limits.length ?? 0, became: limits };
  return [makeEvent('portfolio_limits_imported', LIMITS.id, detail)];
}

/** The first limits, of a database that has none. */
export const addLimits = (trx: Trx, input: LimitsInput, origin: Origin) => importLimits(trx, undefined, input, origin);

/** Retired countries are known: risks of earlier years have them. */
async function requireKnown(db: Db, limits: readonly Limit[], today: string): Promise<void> {
  const codes = limits.flatMap(({ country }) => country ?? []);
  const options = await findUsedOptions(db, [{ key: 'domicile_countries', list: 'countries', codes }]);
  const [partners, countries] = [await partnerNames(db), new Set(options.map(({ code }) => code))];
  const known = {
    hasPartner: (number: number) => partners.has(number),
    hasCountry: (code: string) => countries.has(code),
  };
  const errors = checkLimits(limits, { ...known, today });
  if (errors.length > 0) throw new Problem('invalid-input', 'Some limits cannot be imported.', { errors });
}

const present = (sheet: store.StoredSheet | undefined): ImportedLimits => ({
  items: sheet?.limits ?? [],
  file: sheet?.file ?? null,
  imported_at: sheet?.imported_at.toISOString() ?? null,
  imported_by: sheet === undefined ? null : { id: sheet.imported_by, name: sheet.imported_by_name },
  revision: String(sheet?.revision ?? 0),
});
