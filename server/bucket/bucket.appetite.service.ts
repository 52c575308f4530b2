import type { AppetiteMatrix } from '#contract/admin.ts';
import type { PersonRef } from '#contract/dial.ts';
import type { Page } from '#contract/page.ts';
import { type BucketAddress, bucketId, bucketObject } from '#domain/event/event.ts';
import type { Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { listAuditRows } from '#server/audit/audit.read.ts';
import { ADMIN_CREATE, ADMIN_EDIT, type ChangeKit, runChange } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { snapshot } from '#server/db/transaction.ts';
import type { Paged } from '#server/http/cursor.ts';
import { listAdminPartners } from '#server/partner/partner.service.ts';
import { type AppetiteRequest, changeAppetites, type AppetiteInput } from './bucket.appetite.ts';
import { findBucket, listAppetites } from './bucket.store.ts';
import { noSuchBucket } from './bucket.open.ts';

type AppetiteChange = Readonly<{ at: string; by: PersonRef | null; was: number | null; became: number }>;

const HISTORY = ['bucket_added', 'bucket_appetite_changed'] as const;

/** Partners by classes. */
export async function readMatrix(db: Db): Promise<AppetiteMatrix> {
  return { partners: await listAdminPartners(db), cells: await listAppetites(db) };
}

export function appetiteService(kit: ChangeKit) {
  const { db } = kit;

  function change(actor: Actor, needs: Requirement, request: AppetiteRequest): Promise<AppetiteMatrix> {
    // A refusal is recorded with the bucket that caused it.
    const attempt = {
      attempt: 'bucket_appetite_changed' as const,
      id: request.inputs[0] ? bucketId(request.inputs[0]) : '',
    };
    return runChange(kit, {
      actor,
      needs,
      attempt,
      work: async (of) => ({
        ...(await changeAppetites(of, request, (address) => (attempt.id = bucketId(address)))),
        answer: await readMatrix(of.trx),
      }),
    });
  }

  return {
    matrix: (): Promise<AppetiteMatrix> => snapshot(db, readMatrix),

    addClass: (
      actor: Actor,
      { cob, appetites }: Readonly<{ cob: string; appetites: readonly Omit<AppetiteInput, 'cob'>[] }>,
    ) =>
      change(actor, ADMIN_CREATE, {
        inputs: appetites.map((one) => ({ ...one, cob })),
        place: 'appetites',
        adds: true,
      }),

    set: (actor: Actor, inputs: readonly AppetiteInput[]) =>
      change(actor, ADMIN_EDIT, { inputs, place: 'changes', adds: false }),

    /** Newest first. */
    async history(address: BucketAddress, paged: Paged): Promise<Page<AppetiteChange>> {
      if ((await findBucket(db, address)) === undefined) throw noSuchBucket();
      const { type, id } = bucketObject(address);
      const { items, next } = await listAuditRows(
        db,
        null,
        { object_type: type, object_id: id, actions: HISTORY },
        paged,
      );
      return { items: items.map(({ at, by, detail }) => ({ at, by, ...changeOf(detail) })), next };
    },
  };
}

function changeOf(detail: unknown): { was: number | null; became: number } {
  const { appetite, was, became } = detail as { appetite?: number; was?: number; became?: number };
  return { was: was ?? null, became: became ?? appetite ?? 0 };
}
