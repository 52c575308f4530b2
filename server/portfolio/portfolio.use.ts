import { Problem } from '#contract/problem.ts';
import { makeEvent, type PortfolioEvent } from '#domain/event/event.ts';
import { PORTFOLIO_REFUSALS, type PortfolioUse } from '#domain/portfolio/use.ts';
import type { Trx } from '#server/db/transaction.ts';
import * as store from './portfolio.store.ts';

/** What using a portfolio would change; undefined if there is no such portfolio. */
export async function readUse(trx: Trx, id: string): Promise<PortfolioUse | undefined> {
  const all = await store.lockPortfolios(trx);
  const found = all.find((one) => one.id === id);
  const was = all.find(({ is_used }) => is_used);
  return (
    found && {
      portfolio: id,
      name: found.name,
      risks: found.risks,
      was: was === undefined ? null : { portfolio: was.id, name: was.name, risks: was.risks },
    }
  );
}

/** Uses a portfolio that a second person confirmed, instead of the one that they read about. */
export async function useConfirmed(trx: Trx, confirmed: PortfolioUse): Promise<PortfolioEvent> {
  const now = await readUse(trx, confirmed.portfolio);
  if (now === undefined) throw new Problem('conflict', PORTFOLIO_REFUSALS.gone);
  if (now.was?.portfolio !== confirmed.was?.portfolio) throw new Problem('conflict', PORTFOLIO_REFUSALS.moved);
  await store.setUsed(trx, now.portfolio);
  return makeEvent('portfolio_used', now.portfolio, { name: now.name, was: now.was?.name ?? null });
}
