import type { Partner } from '#contract/bucket.ts';
import type { Db } from '#server/db/connect.ts';
import { listPartners } from './partner.store.ts';

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
