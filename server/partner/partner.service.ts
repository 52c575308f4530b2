import type { Partner } from '#contract/bucket.ts';
import type { Db } from '#server/db/connect.ts';
import { listPartners } from './partner.store.ts';

export type PartnerService = ReturnType<typeof partnerService>;

export function partnerService(db: Db) {
  return { list: (): Promise<Partner[]> => listPartners(db) };
}
