import { Problem } from '#contract/problem.ts';
import type { ReviewSet, SetBucket } from '#contract/review.ts';
import { countValues } from '#domain/impact/impact.ts';
import { measurementOf } from '#domain/review/measured.ts';
import type { Actor } from '#domain/user/person.ts';
import { type BucketChanges, summariseLists } from '#server/bucket/bucket.summary.ts';
import { findEntries, hashOf } from '#server/bucket/bucket.version.service.ts';
import type { Db } from '#server/db/connect.ts';
import type { ImpactService } from '#server/impact/impact.service.ts';
import type { ImpactView } from '#server/impact/impact.view.ts';
import { listImpacts } from '#server/impact/impact.stored.ts';
import type { DirectoryKind } from '#server/person/person.service.ts';
import { presentReviews } from './review.present.ts';
import { findBases, findSet, findSetRounds, type StoredRound } from './review.store.ts';

/** A set as the caller sees it, in a constant number of queries. */
export async function presentSet(
  db: Db,
  setId: string,
  actor: Actor,
  { viewOf, ...voting }: Readonly<{ directory: DirectoryKind; today: string; viewOf: ImpactService['viewOf'] }>,
): Promise<ReviewSet> {
  const set = await findSet(db, setId);
  if (set === undefined) throw new Problem('not-found', 'There is no such set of reviews.');
  const rounds = await findSetRounds(db, setId);
  const reviews = await presentReviews(db, rounds, actor, voting);
  const differences = await readDifferences(db, rounds);
  const impacts = await readImpacts(db, rounds, viewOf(actor));
  return {
    id: set.id,
    title: set.title,
    description: set.description,
    submitted_at: set.submitted_at.toISOString(),
    submitted_by: { id: set.submitted_by, name: set.submitter_name },
    dial: set.dial_id === null ? null : { id: set.dial_id, name: set.dial_name ?? '', version: set.dial_version },
    buckets: reviews.map((review, index) => {
      const id = rounds[index]?.id ?? '';
      return { ...review, difference: differences.get(id) ?? null, impact: impacts.get(id) ?? null };
    }),
  };
}

/** The submitted difference of each round, if the draft still has that content. */
async function readDifferences(db: Db, rounds: readonly StoredRound[]): Promise<Map<string, SetBucket['difference']>> {
  const bases = await findBases(
    db,
    rounds.map(({ bucket_version_id }) => bucket_version_id),
  );
  const ids = [...new Set([...bases.keys(), ...bases.values()])];
  const entries = await findEntries(
    db,
    ids.map((id) => ({ id })),
  );
  const submitted = rounds.flatMap((round) => {
    const base = bases.get(round.bucket_version_id);
    const after = entries.get(round.bucket_version_id);
    if (base === undefined || after === undefined || hashOf(after, round) !== round.content_hash) return [];
    return [{ id: round.id, before: entries.get(base) ?? [], after }];
  });
  const summaries = await summariseLists(db, submitted);
  const changed = new Set(summaries.flatMap(({ changes }) => changes.map(({ dial_id }) => dial_id)));
  return new Map(
    submitted.map(({ id, after }, index) => {
      const { counts, changes } = summaries[index] as BucketChanges;
      const own = new Set(changes.map(({ dial_id }) => dial_id));
      const unchanged = after
        .filter(({ dial_id }) => changed.has(dial_id) && !own.has(dial_id))
        .map(({ dial_id, version }) => ({ dial_id, version }));
      return [id, { counts, changes, unchanged }] as const;
    }),
  );
}

/** What was measured for each round. */
async function readImpacts(
  db: Db,
  rounds: readonly StoredRound[],
  { showChanges }: ImpactView,
): Promise<Map<string, SetBucket['impact']>> {
  const ids = rounds.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await listImpacts(db, ids);
  const byRound = Map.groupBy(rows, ({ round_id }) => round_id);
  return new Map(
    [...byRound].flatMap(([id, some]) => {
      const found = measurementOf(some.flatMap(({ measured }) => measured ?? []));
      if (found === undefined) return [];
      const { impact, day } = found;
      const { all, changed, values } = showChanges({
        all: impact.all,
        changed: impact.changed,
        values: countValues(impact.values),
        gaps: [],
      });
      const shown = {
        changed: changed.few ? null : changed.risks,
        risks: all.risks,
        premium: changed.premium,
        day,
        values: [...values],
      };
      return [[id, shown] as const];
    }),
  );
}
