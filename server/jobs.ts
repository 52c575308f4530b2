import type { FastifyInstance } from 'fastify';
import type { Checkpoints } from './audit/audit.checkpoint.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import { createStatusRefresher } from './dial/dial.day.service.ts';
import { refreshNamingDials } from './dial/dial.option.service.ts';
import { compactCounts } from './dial/list/dial.list.service.ts';
import type { FeedHub } from './feed/feed.hub.ts';
import type { Services } from './services.ts';
import { purge } from './operations/retention.ts';

type Job = Readonly<{
  everyMs: number;
  /** Also runs as soon as the server listens. */
  atStart?: boolean;
  /** Calls `start` on further occasions, until the function that it returns is called. */
  alsoOn?: (start: () => void) => () => void;
  run: (signal: AbortSignal) => Promise<unknown>;
  /** The log message if a run fails; the next run tries again. */
  failure: string;
}>;
export type JobName =
  | 'auditCheckpoint'
  | 'demoEngine'
  | 'demoPortfolio'
  | 'dialCounts'
  | 'dialNames'
  | 'dialStatuses'
  | 'engineAlarm'
  | 'goLive'
  | 'mail'
  | 'mailDigest'
  | 'outcomeDrifts'
  | 'portfolioFiles'
  | 'retention'
  | 'reviewImpacts'
  | 'usageDays';
export type Jobs = Readonly<Record<JobName, Job>>;

type Parts = Readonly<{
  config: Config;
  db: Db;
  now: () => Date;
  checkpoints: Checkpoints;
  services: Services;
  hub: Pick<FeedHub, 'subscribe'>;
}>;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Everything the server writes without being asked. Requests that only read never write: they rely on these. */
export function createJobs({ config, db, now, checkpoints, services, hub }: Parts): Jobs {
  const refreshStatuses = createStatusRefresher(db);
  const { portfolioLoads, cleanPortfolios, makeDemoPortfolio, reviewImpact } = services;
  return {
    auditCheckpoint: {
      everyMs: MINUTE_MS,
      run: () => checkpoints.addIfDue(),
      failure: 'The audit checkpoint could not be signed; it is tried again.',
    },
    demoEngine: {
      everyMs: MINUTE_MS,
      atStart: true,
      // Like any engine it reports a release as soon as it applied it. It has no token to lose.
      alsoOn: (start) =>
        hub.subscribe({ channel: 'production', engine: '', onRelease: start, onEngine: () => undefined }),
      run: services.runDemoEngine,
      failure: 'The engine of the demo could not report; it is tried again.',
    },
    demoPortfolio: {
      everyMs: MINUTE_MS,
      atStart: true,
      run: makeDemoPortfolio,
      failure: 'The demo portfolio could not be generated; it is tried again.',
    },
    dialCounts: {
      everyMs: MINUTE_MS,
      run: () => compactCounts(db),
      failure: 'The numbers of dials could not be summed up; it is tried again.',
    },
    dialNames: {
      everyMs: MINUTE_MS,
      run: () => refreshNamingDials(db),
      failure: 'The list of dials could not be brought up to date; it is tried again.',
    },
    dialStatuses: {
      // Compares two texts, and queries the database once a day.
      everyMs: SECOND_MS,
      run: () => refreshStatuses(now()),
      failure: 'The statuses of dials could not be updated for the new day; it is tried again.',
    },
    engineAlarm: {
      everyMs: MINUTE_MS,
      run: () => services.engineReports.alarm(),
      failure: 'People could not be notified of engines that are behind; it is tried again.',
    },
    goLive: {
      everyMs: MINUTE_MS,
      atStart: true,
      run: (signal) => services.reviews.activateDue(signal),
      failure: 'An approved draft could not go live on its day; it is tried again.',
    },
    mail: {
      everyMs: MINUTE_MS,
      run: (signal) => services.digests.sendAtOnce(signal),
      failure: 'People whose vote is needed could not be told by e-mail; it is tried again.',
    },
    mailDigest: {
      everyMs: 5 * MINUTE_MS,
      run: (signal) => services.digests.sendDigests(signal),
      failure: 'The e-mails of the morning could not be sent; it is tried again.',
    },
    outcomeDrifts: {
      everyMs: 10 * MINUTE_MS,
      run: () => services.outcomes.notifyDrifts(),
      failure: 'People could not be notified of versions that drift; it is tried again.',
    },
    portfolioFiles: {
      everyMs: 60 * MINUTE_MS,
      atStart: true,
      run: async () => {
        await portfolioLoads.clean();
        await cleanPortfolios();
      },
      failure: 'Files of deleted portfolios could not be removed; it is tried again.',
    },
    retention: {
      everyMs: 10 * MINUTE_MS,
      run: async (signal) => {
        await purge({ db, retention: config.retention, now: now(), signal });
        await services.feed.dropOldBytes();
      },
      failure: 'Expired data could not be deleted; it is tried again.',
    },
    reviewImpacts: {
      everyMs: MINUTE_MS,
      atStart: true,
      run: (signal) => reviewImpact.measureMissing(signal),
      failure: 'The impact of a review could not be stored; it is tried again.',
    },
    usageDays: {
      everyMs: 10 * MINUTE_MS,
      atStart: true,
      run: (signal) => services.usage.countDays(signal),
      failure: 'The usage of a day could not be summed up; it is tried again.',
    },
  };
}

/** Repeats every job while the server listens. Closing waits for current runs. */
export function scheduleJobs(app: FastifyInstance, jobs: Readonly<Record<string, Job>>): void {
  for (const { everyMs, atStart = false, alsoOn, run, failure } of Object.values(jobs)) {
    const stop = new AbortController();
    let running: Promise<unknown> | undefined;
    let isWanted = false;
    const start = () => {
      running ??= run(stop.signal)
        .catch((err: unknown) => void (stop.signal.aborted || app.log.error({ err }, failure)))
        .finally(() => {
          running = undefined;
          if (isWanted && !stop.signal.aborted) startAgain();
        });
    };
    /** What a run that has begun already did not see is for another one. */
    const startAgain = () => {
      isWanted = running !== undefined;
      start();
    };
    let timer: NodeJS.Timeout | undefined;
    let leave: (() => void) | undefined;
    app.addHook('onListen', async () => {
      timer = setInterval(start, everyMs).unref();
      leave = alsoOn?.(startAgain);
      if (atStart) start();
    });
    app.addHook('onClose', async () => {
      clearInterval(timer);
      leave?.();
      stop.abort();
      await running;
    });
  }
}
