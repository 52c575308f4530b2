import type { ReviewAuthor } from '#contract/review.ts';
import { explainAuthor } from '#domain/review/author.ts';
import { type Dependence, explainDependence } from '#domain/review/independence.ts';
import { MAX_NAMED } from '#domain/review/names.ts';
import type { Db } from '#server/db/connect.ts';
import type { Trx } from '#server/db/transaction.ts';
import { findDialNames, findNames, type StoredRound } from './review.store.ts';

/** The authors of these rounds as they are shown, the first few of their dials by name. */
export async function presentAuthors(
  db: Db | Trx,
  rounds: readonly Pick<StoredRound, 'authors' | 'author_reasons'>[],
): Promise<(round: Pick<StoredRound, 'authors' | 'author_reasons'>) => ReviewAuthor[]> {
  const names = await findNames(db, [...new Set(rounds.flatMap(({ authors }) => authors))]);
  const shown = rounds.flatMap(({ author_reasons }) =>
    author_reasons.flatMap(({ dials }) => dials.slice(0, MAX_NAMED)),
  );
  const dialNames = await findDialNames(db, [...new Set(shown)]);
  return ({ authors, author_reasons }) =>
    authors.map((id) => {
      const reasons = author_reasons.find(({ person }) => person === id);
      const dials = reasons?.dials ?? [];
      return {
        id,
        name: names.get(id) ?? '',
        saved: reasons?.saved ?? false,
        submitted: reasons?.submitted ?? false,
        dials: dials.slice(0, MAX_NAMED).map((dial) => ({ id: dial, name: dialNames.get(dial) ?? '' })),
        dial_count: dials.length,
      };
    });
}

/** Why this person does not vote in this round, said to them; nothing where they may. */
export async function explainBar(
  db: Db | Trx,
  round: StoredRound,
  personId: string,
  dependence: Dependence | undefined,
): Promise<string | null> {
  const own = (await presentAuthors(db, [round]))(round).find(({ id }) => id === personId);
  if (own !== undefined) return explainAuthor(own);
  if (dependence === undefined) return null;
  const names = await findNames(db, [dependence.by, dependence.author]);
  return explainDependence(dependence, (id) => names.get(id) ?? '');
}
