import type { AuthorityProposal } from '#contract/authority.ts';
import type { Portfolio, PortfolioFacts, portfolioRoutes } from '#contract/portfolio.ts';
import type { Answer } from '#contract/route.ts';
import { Problem } from '#contract/problem.ts';
import { type Attempt, makeEvent, type PortfolioEvent } from '#domain/event/event.ts';
import { textKey } from '#domain/dimension/codec.ts';
import { PORTFOLIO_REFUSALS } from '#domain/portfolio/use.ts';
import { missingOf, type PortfolioSummary } from '#domain/portfolio/summary.ts';
import type { Requirement } from '#domain/user/permission.ts';
import type { Actor } from '#domain/user/person.ts';
import { ADMIN_EDIT, type ChangeKit, runChange, staleProblem } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { codeOf } from '#server/db/error-code.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './portfolio.store.ts';

const ADMIN_DELETE = { scope: 'admin', action: 'delete' } as const satisfies Requirement;
/** Foreign key violation: stored measurements refer to the portfolio. */
const FOREIGN_KEY_VIOLATION = '23503';

/** The portfolio in use, as measuring needs it. */
type Listed = Answer<typeof portfolioRoutes.listPortfolios>;
type Change = Readonly<{ id: string; ifMatch: string }>;
type Options = Readonly<{
  kit: ChangeKit;
  maxFileBytes: number;
  /** Percent of the demo portfolio, while it is being generated. */
  preparing: () => number | undefined;
  /** Called after a portfolio was deleted. */
  onDeleted: () => void;
  authority: PortfolioAuthority;
}>;

/** What the rules of authority say of the portfolio. */
export type PortfolioAuthority = Readonly<{
  /** No rule changes until the transaction ends. Call it before anything is locked, or last. */
  share: (trx: Trx) => Promise<void>;
  /** Whether a rule in force counts risks or premium, so that a second person confirms another portfolio. */
  needsSecond: (db: Db) => Promise<boolean>;
  /** The portfolio that waits for a second person, as this one sees it. */
  proposal: (db: Db, actor: Actor) => Promise<AuthorityProposal | null>;
}>;

export function portfolioService({ kit, maxFileBytes, preparing, onDeleted, authority }: Options) {
  const read = async (db: Db, actor: Actor): Promise<Listed> => ({
    items: (await store.listPortfolios(db)).map(present),
    max_file_bytes: maxFileBytes,
    preparing: preparing() ?? null,
    needs_second: await authority.needsSecond(db),
    proposal: await authority.proposal(db, actor),
  });

  const change = (
    actor: Actor,
    { id, ifMatch }: Change,
    { attempt, needs }: Readonly<{ attempt: Attempt; needs: Requirement }>,
    work: (trx: Trx, found: store.StoredPortfolio, all: readonly store.StoredPortfolio[]) => Promise<PortfolioEvent[]>,
  ): Promise<Listed> =>
    runChange(kit, {
      actor,
      attempt: { attempt, id },
      needs,
      lock: authority.share,
      work: async ({ trx, now, actor: current }) => {
        const all = await store.lockPortfolios(trx);
        const found = all.find((portfolio) => portfolio.id === id);
        if (found === undefined)
          throw new Problem('not-found', 'There is no such portfolio. It may have been deleted.');
        if (String(found.revision) !== ifMatch)
          throw await staleProblem(trx, { type: 'portfolio', id }, { otherwise: 'Someone changed this portfolio.' });
        const events = await work(trx, found, all);
        return { events, at: now(), answer: await read(trx, current) };
      },
    });

  return {
    /** What everyone may know about the portfolio in use. */
    async used(): Promise<{ portfolio: PortfolioFacts | null; preparing: number | null }> {
      const found = await store.findUsed(kit.db);
      return { portfolio: found === undefined ? null : factsOf(found), preparing: preparing() ?? null };
    },

    list: (actor: Actor): Promise<Listed> => read(kit.db, actor),

    use: (actor: Actor, target: Change): Promise<Listed> =>
      change(actor, target, { attempt: 'portfolio_used', needs: ADMIN_EDIT }, async (trx, found, all) => {
        if (found.is_used) return [];
        if (await authority.needsSecond(trx)) throw new Problem('conflict', PORTFOLIO_REFUSALS.needsSecond);
        await store.setUsed(trx, found.id);
        const was = all.find(({ is_used }) => is_used)?.name ?? null;
        return [makeEvent('portfolio_used', found.id, { name: found.name, was })];
      }),

    rename: (actor: Actor, target: Change, name: string): Promise<Listed> =>
      change(actor, target, { attempt: 'portfolio_renamed', needs: ADMIN_EDIT }, async (trx, found, all) => {
        if (found.name === name) return [];
        requireFreeName(all, name, found.id);
        await store.renamePortfolio(trx, found.id, name, textKey(name));
        return [makeEvent('portfolio_renamed', found.id, { name, was: found.name })];
      }),

    async delete(actor: Actor, target: Change): Promise<Listed> {
      const remaining = await change(
        actor,
        target,
        { attempt: 'portfolio_deleted', needs: ADMIN_DELETE },
        async (trx, { id, name, risks, hash, is_used }, all) => {
          if (is_used && (await authority.needsSecond(trx)))
            throw new Problem('conflict', PORTFOLIO_REFUSALS.lastCounted);
          if (is_used && all.length > 1)
            throw new Problem('conflict', 'Drafts are measured against this portfolio. Use another for Impact first.');
          await store.deletePortfolio(trx, id).catch((error: unknown) => {
            if (codeOf(error) !== FOREIGN_KEY_VIOLATION) throw error;
            throw new Problem(
              'conflict',
              'A review was measured against this portfolio, so it stays for as long as the review does.',
            );
          });
          return [makeEvent('portfolio_deleted', id, { name, risks, hash })];
        },
      );
      onDeleted();
      return remaining;
    },
  };
}

export function requireFreeName(
  all: readonly Pick<store.StoredPortfolio, 'id' | 'name_key'>[],
  name: string,
  ownId?: string,
): void {
  if (!all.some(({ id, name_key }) => id !== ownId && name_key === textKey(name))) return;
  const message = 'Another portfolio has this name. Choose another one.';
  throw new Problem('conflict', message, { errors: [{ path: 'name', message }] });
}

const factsOf = (stored: store.StoredPortfolio): PortfolioFacts => ({
  id: stored.id,
  name: stored.name,
  risks: stored.risks,
  period: { from: stored.period_from, until: stored.period_until },
  hash: stored.hash,
  loaded_at: stored.loaded_at.toISOString(),
  classes: Object.entries(stored.summary.classes)
    .map(([cob, risks]) => ({ cob, risks }))
    .toSorted((a, b) => (a.cob < b.cob ? -1 : 1)),
  kept: [...stored.summary.kept],
  has_premium: stored.summary.hasPremium,
  file: factsOfFile(stored.summary.file),
});

/** Portfolios of earlier versions do not know their file. */
const factsOfFile = (file: PortfolioSummary['file'] | undefined): PortfolioFacts['file'] =>
  file ? { rows: file.rows, left_out: file.leftOut, values_missing: file.valuesMissing, rates: [...file.rates] } : null;

const present = (stored: store.StoredPortfolio): Portfolio => ({
  ...factsOf(stored),
  bytes: Number(stored.bytes),
  loaded_by: stored.loaded_by === null ? null : { id: stored.loaded_by, name: stored.loaded_by_name ?? '' },
  is_used: stored.is_used,
  revision: String(stored.revision),
  dimensions: missingOf(stored.summary).map(({ hasColumn, ...counts }) => ({ ...counts, has_column: hasColumn })),
});
