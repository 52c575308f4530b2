import {
  type Dependence,
  findDependents,
  type Grant,
  GRANTING_ACTIONS,
  MAY_VOTE,
  readPrivileges,
} from '#domain/review/independence.ts';
import { type Discount, findDiscount } from '#domain/review/voter.ts';
import { allows, parsePermissions, type Requirement } from '#domain/user/permission.ts';
import { listRecords } from '#server/audit/audit.read.ts';
import type { Db } from '#server/db/connect.ts';
import type { DirectoryKind, PersonState } from '#server/person/person.service.ts';

/** The authors of a round, and the start of the first draft they could have written. */
export type AuthoredRound = Readonly<{ authors: readonly string[]; started_at: Date | null }>;
export type Dependents = ReadonlyMap<string, Dependence>;

type DatedGrant = Grant & Readonly<{ at: Date }>;

/** The dependents of the authors, by round. `rights`: what lets people decide. */
export async function readDependents<R extends AuthoredRound>(
  db: Db,
  directory: DirectoryKind,
  rounds: readonly R[],
  rights: readonly Requirement[] = [MAY_VOTE],
): Promise<(round: R) => Dependents> {
  if (directory === 'hosted' || rounds.length === 0) return () => new Map();
  const since = new Date(Math.min(...rounds.map(startOf)));
  const grants = await readGrants(db, since, rights);
  return (round) =>
    findDependents(
      round.authors,
      grants.filter(({ at }) => at.getTime() >= startOf(round)),
    );
}

const startOf = ({ started_at }: AuthoredRound): number => started_at?.getTime() ?? 0;

async function readGrants(db: Db, since: Date, rights: readonly Requirement[]): Promise<DatedGrant[]> {
  const filter = { object_type: 'person', actions: GRANTING_ACTIONS, from: since.toISOString() };
  const records = await listRecords(db, filter);
  return records.map(({ at, actor_id, object_id, action, detail }) => ({
    at,
    by: actor_id,
    to: object_id,
    given: readPrivileges(action, detail, rights),
  }));
}

/** The people among these whose votes do not count, by the current state of the directory. */
export function findDiscounts(people: readonly PersonState[], dependents: Dependents): ReadonlyMap<string, Discount> {
  return new Map(
    people.flatMap(({ id, permissions, deactivated_at, verified_at }) => {
      const discount = findDiscount({
        isActive: deactivated_at === null,
        mayVote: allows(parsePermissions(permissions), MAY_VOTE),
        isVerified: verified_at !== null,
        dependence: dependents.get(id),
      });
      return discount === undefined ? [] : [[id, discount] as const];
    }),
  );
}
