import type { FastifyBaseLogger } from 'fastify';
import type { MeasuredPortfolio } from '#contract/impact.ts';
import type { PortfolioFacts } from '#contract/portfolio.ts';
import { accessReviewService } from './admin/access.service.ts';
import { adminService } from './admin/admin.service.ts';
import { usageService } from './analytics/usage.service.ts';
import { appetiteService } from './appetite/appetite.service.ts';
import type { Checkpoints } from './audit/audit.checkpoint.ts';
import { auditReader } from './audit/audit.read.ts';
import { bucketListService } from './bucket/bucket.list.service.ts';
import { bucketReadService } from './bucket/bucket.read.service.ts';
import { bucketService } from './bucket/bucket.service.ts';
import { stopService } from './bucket/bucket.stop.service.ts';
import { classService } from './bucket/class.service.ts';
import { calendarService } from './calendar/calendar.service.ts';
import { capacityService } from './capacity/capacity.service.ts';
import type { ChangeKit } from './change/change.ts';
import type { Config } from './config.ts';
import { makeDemoPortfolio } from './demo/demo.portfolio.ts';
import { demoEngine } from './demo/demo.engine.ts';
import { digestService } from './digest/digest.service.ts';
import { dialExchangeService } from './dial/exchange/dial.exchange.service.ts';
import { dialListService } from './dial/list/dial.list.service.ts';
import { dialService } from './dial/dial.service.ts';
import { exampleService } from './example/example.service.ts';
import { engineReports } from './feed/engine.report.ts';
import { engineService } from './feed/engine.service.ts';
import type { LoadSigners } from './feed/feed.key.ts';
import { feedService } from './feed/feed.service.ts';
import { filterService } from './filter/filter.service.ts';
import { bucketsImpactService } from './impact/buckets.impact.service.ts';
import { impactService } from './impact/impact.service.ts';
import { createMeasuring } from './impact/measuring.ts';
import type { IdTokenCheck } from './http/token.ts';
import type { LiveService } from './live/live.service.ts';
import { createMailer } from './mail/mailer.ts';
import { notificationService } from './notification/notification.service.ts';
import { loadService } from './portfolio/load/load.service.ts';
import { chunkFiles, deleteStaleFiles, listClassHashes } from './portfolio/portfolio.local.ts';
import { discardStaleUploads } from './portfolio/portfolio.save.ts';
import { portfolioService } from './portfolio/portfolio.service.ts';
import { outcomeService, readOutcome } from './practice/outcome.service.ts';
import { reportService } from './practice/report.service.ts';
import { practiceService } from './practice/practice.service.ts';
import { partnerService } from './partner/partner.service.ts';
import { referenceService } from './reference/reference.service.ts';
import { authorityService, portfolioAuthority } from './review/authority/authority.service.ts';
import { reviewImpactService } from './review/review.impact.ts';
import { createProofs } from './review/review.proof.ts';
import { findOpenRounds, findRounds, OPEN_ROUNDS, reviewService } from './review/review.service.ts';
import { workService } from './review/work/work.service.ts';
import { setupService } from './admin/setup.service.ts';
import { settingsService } from './settings/settings.service.ts';
import { accessService } from './user/access.service.ts';
import { embeddedPeople } from './user/directory.embedded.ts';
import { hostedPeople, type PeoplePort } from './user/directory.ts';
import { peopleService } from './user/people.service.ts';
import { userService } from './user/user.service.ts';

type Parts = Readonly<{
  config: Config;
  kit: ChangeKit;
  live: LiveService;
  checkpoints: Checkpoints;
  checkIdToken: IdTokenCheck;
  signers: LoadSigners;
  log: () => FastifyBaseLogger;
  /** Whether the demo portfolio is generated, if the database never had one. */
  makesDemo: boolean;
}>;
export type Services = ReturnType<typeof createServices>;

/** Creates all services. */
export function createServices({ config, kit, live, checkpoints, checkIdToken, signers, log, makesDemo }: Parts) {
  const { db, now, directory } = kit;
  const partners = partnerService(db);
  const practice = practiceService({ db, now });
  const { maxFileBytes } = config.portfolio;
  const setup = setupService(kit, { isDemo: config.signIn === 'demo', requiredApprovals: config.requiredApprovals });
  const mail = createMailer(config, (trouble) => log().warn(trouble, 'An e-mail could not be sent.'));
  const onError = (err: unknown, message: string) => log().error({ err }, message);
  const local = { db, dataDir: config.dataDir };
  const measuring = createMeasuring({
    onError: (error) => onError(error, 'Impact could not be measured.'),
    engine: config.portfolio.engine,
  });
  /** Removes what is left of deleted portfolios, here and in the engine. */
  const cleanPortfolios = async () => {
    await discardStaleUploads(kit);
    await deleteStaleFiles(local, now());
    await measuring.clean(() => listClassHashes(db));
  };
  /** The demo portfolio while it is being generated. */
  let demo: { done: Promise<void>; percent: number } | undefined;
  const preparing = () => demo?.percent;
  const ruled = portfolioAuthority(directory);
  const portfolios = portfolioService({
    kit,
    authority: ruled,
    maxFileBytes,
    preparing,
    onDeleted: () =>
      void cleanPortfolios().catch((error: unknown) =>
        onError(error, 'Copies of a portfolio that is gone could not be deleted; it is tried again.'),
      ),
  });
  const measured = {
    db,
    now,
    portfolios: {
      used: async () => measuredPortfolio((await portfolios.used()).portfolio),
      files: (portfolioId: string, cob: string) => chunkFiles(local, portfolioId, cob),
      preparing,
    },
    measuring,
  };
  const capacity = capacityService(kit);
  const impact = impactService({ ...measured, capacity, singleRisks: config.singleRisks });
  const reviewImpact = reviewImpactService({
    kit,
    impact,
    prepared: () => demo?.done,
    onError: (error) => onError(error, 'The impact of a review could not be stored; it is tried again.'),
  });
  const proofs = createProofs(db, (error) => onError(error, 'The limits of authority could not be checked.'));
  const reviews = reviewService({
    kit,
    checkpoints,
    proofs,
    impact: reviewImpact,
    requiredApprovals: config.requiredApprovals,
    readOutcome,
  });
  const work = workService(kit);
  const engines = engineService(kit);
  const reports = engineReports({ kit, alarmSeconds: config.feedAlarmSeconds });
  return {
    settings: settingsService(config, db, { isBeingSetUp: () => setup.isOpen(), hasDecisions: practice.hasReports }),
    setup,
    users: userService({ db, now, checkIdToken, directory }),
    people: peopleService({ kit, directory: peopleOf(config), mail }),
    access: accessService({ kit, mail, publicUrl: config.publicUrl, askForAccess: config.askForAccess }),
    calendar: calendarService(kit, config.publicUrl),
    reference: referenceService(db),
    dials: dialService(kit),
    dialList: dialListService({ db, now }),
    dialExchange: dialExchangeService(kit, (error) => onError(error, 'An import could not be read.')),
    partners,
    practice,
    reports: reportService({ db, now, viewOf: impact.viewOf }),
    outcomes: outcomeService({ kit, viewOf: impact.viewOf }),
    buckets: bucketService({ kit, findRounds }),
    stops: stopService({ kit, checkpoints }),
    bucketLists: bucketListService({ db, now, partners, findOpenRounds, openRounds: OPEN_ROUNDS }),
    bucketReader: bucketReadService({ db, now, partners }),
    examples: exampleService(kit),
    impact,
    bucketsImpact: bucketsImpactService({ ...measured, viewOf: impact.viewOf }),
    measuring,
    cleanPortfolios,
    makeDemoPortfolio: async (signal: AbortSignal): Promise<void> => {
      if (!makesDemo) return;
      const onProgress = (percent: number) => {
        if (demo !== undefined) demo.percent = percent;
      };
      const making = makeDemoPortfolio(kit, config.dataDir, { signal, onProgress });
      demo = { done: making.catch(() => undefined), percent: 0 };
      await making.finally(() => (demo = undefined));
    },
    reviewImpact,
    proofs,
    live,
    reviews,
    work,
    digests: digestService({
      kit,
      mail,
      publicUrl: config.publicUrl,
      reviews,
      work,
      onGivenUp: (letter) =>
        log().error(letter, 'An e-mail was given up: the mail server did not accept it for a day.'),
    }),
    notifications: notificationService({ db, now }),
    filters: filterService({ db, now }),
    appetites: appetiteService({ kit, checkpoints }),
    admin: adminService(kit),
    authority: authorityService(kit),
    classes: classService(kit),
    accessReviews: accessReviewService(kit),
    portfolios,
    capacity,
    portfolioLoads: loadService({ kit, authority: ruled, dataDir: config.dataDir, maxFileBytes, onError }),
    usage: usageService({ db, now }),
    audit: auditReader(db),
    engines,
    engineReports: reports,
    runDemoEngine: makesDemo ? demoEngine({ kit, engines, reports }) : async () => undefined,
    feed: feedService({ db, now, signers }),
  };
}

/** What a result states about its portfolio. */
const measuredPortfolio = (facts: PortfolioFacts | null): MeasuredPortfolio | undefined => {
  if (facts === null) return undefined;
  const { id, name, loaded_at, hash, risks, file, period } = facts;
  return { id, name, loaded_at, hash, risks, rows: file?.rows ?? null, period };
};

/** The directory of people: our own, or the tenant. */
export const peopleOf = ({ auth, signIn, publicUrl, mail }: Config): PeoplePort =>
  signIn === 'tenant'
    ? hostedPeople(auth.domain)
    : embeddedPeople({ signIn, publicUrl, mailsLinks: mail !== undefined });
