import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { BucketCount } from '#domain/feed/counters.ts';
import { runPack, writePack } from '#domain/feed/conformance.ts';
import { createPortfolioMaker, DEMO_PORTFOLIO } from '#domain/portfolio/generate/generate.ts';
import { parsePermissions } from '#domain/user/permission.ts';
import { listArrivingClasses, replayDecisions } from '#domain/practice/replay.ts';
import type { ChangeKit } from '#server/change/change.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import type { engineReports } from '#server/feed/engine.report.ts';
import type { engineService } from '#server/feed/engine.service.ts';
import { sha256 } from '#server/feed/feed.key.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { DEMO_RISKS_FROM } from './demo.portfolio.ts';
import * as store from './demo.engine.store.ts';

const NAME = 'Example engine';
const HISTORY_DAYS = 60;
const DAY_MS = 86_400_000;

type Options = Readonly<{
  kit: ChangeKit;
  engines: ReturnType<typeof engineService>;
  reports: ReturnType<typeof engineReports>;
}>;

/**
 * The rating engine of the demo: decides the risks of the demo portfolio at the pace of a year, first those of the last 60
 * days. It runs until its token is revoked.
 */
export function demoEngine({ kit, engines, reports }: Options) {
  const { db, now } = kit;
  const conformance = { pack: sha256(writePack()), ...runPack(writePack()) };
  let maker: ReturnType<typeof createPortfolioMaker> | undefined;

  async function findOrAdd() {
    const { engines: known, current } = await engines.list();
    const found = known.find(({ name }) => name === NAME);
    const expires = new Date(now().getTime() + 364 * DAY_MS).toISOString().slice(0, 10);
    const engine = found ?? (await engines.add(administrator(), newEngine(expires))).engine;
    return { engine, sequence: current?.sequence ?? 0 };
  }

  async function countSince(trx: Db, since: Date, signal: AbortSignal): Promise<BucketCount[]> {
    maker ??= createPortfolioMaker(DEMO_RISKS_FROM);
    const counts: BucketCount[] = [];
    const { risks } = DEMO_PORTFOLIO;
    const arrivals = { risks, make: maker.make, from: since.getTime(), until: now().getTime() };
    const classes = [...listArrivingClasses(arrivals)];
    if (classes.length === 0) return counts;
    const days = replayDecisions({
      ...arrivals,
      buckets: await store.listReplayedBuckets(trx, since, classes),
      hourOf: (ms) => new Date(ms).toISOString().slice(0, 13),
    });
    for (const day of days) {
      counts.push(...day);
      await setImmediate();
      signal.throwIfAborted();
    }
    return counts;
  }

  return (signal: AbortSignal): Promise<void> =>
    transaction(db, async (trx) => {
      if (!(await store.lockDemoEngine(trx))) return;
      const { engine, sequence } = await findOrAdd();
      if (engine.token.state === 'revoked' || engine.token.state === 'expired') return;
      const caller = {
        id: engine.id,
        channel: 'production',
        partners: null,
        expiresAt: new Date(engine.token.expires_at),
        token: 'current',
      } as const;
      const since = await store.findLastCounted(trx, engine.id);
      const earliest = new Date(now().getTime() - HISTORY_DAYS * DAY_MS);
      const buckets = await countSince(trx, since !== null && since > earliest ? since : earliest, signal);
      if (buckets.length > 0) await reports.count(caller, { id: randomUUID(), dropped: 0, buckets });
      await reports.report(caller, {
        sequence,
        applied_at: (engine.sequence === sequence ? engine.applied_at : null) ?? now().toISOString(),
        source: 'server',
        client: 'example',
        conformance,
        error: null,
      });
    });
}

const newEngine = (expires_on: string) => ({ name: NAME, channel: 'production' as const, partners: [], expires_on });

function administrator() {
  const person = DEMO_PEOPLE.find(({ id }) => id === 'demo|administrator');
  if (person === undefined) throw new Error('The demo has no administrator.');
  return { id: person.id, permissions: parsePermissions(person.permissions) };
}
