import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countConnections, type Db } from '#server/db/connect.ts';
import type { Priority } from '#server/http/admission.ts';
import { inTime, type Readiness } from '#server/http/probes.ts';
import { type InstallationState, readInstallation } from './operations.store.ts';

/** Where the numbers of this process and of the installation are read at each scrape. */
export type MetricSources = Readonly<{
  db: Db;
  now: () => Date;
  queues: Readonly<Record<'requests' | 'heavy_requests' | 'impact' | 'import' | 'passwords' | 'proofs', () => number>>;
  streams: Readonly<Record<'engines' | 'pages', () => number>>;
  portfolioBytes: () => number;
}>;

/** Scrapes in quick succession share one query. */
const CACHE_MS = 5000;
const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** Everything a scrape shows. The names are used by ops/alerts.yml and ops/dashboard.json. */
export function createMetrics(readiness: Readiness) {
  const register = new Registry(Registry.OPENMETRICS_CONTENT_TYPE);
  const registers = [register];
  collectDefaultMetrics({ register });
  const gauge = <L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name: `lineslip_${name}`, help, labelNames, registers });

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers,
  });
  const shed = new Counter({
    name: 'lineslip_shed_requests',
    help: 'Requests refused with 503 because too many were in work, by priority',
    labelNames: ['priority'],
    registers,
  });
  const ready = gauge('ready', 'Whether this server takes requests');
  const databaseUp = gauge('database_up', 'Whether the database answered this scrape');
  const connections = gauge('database_connections', 'Connections of the pool by state', ['state']);
  const waiting = gauge('database_waiting_queries', 'Queries that wait for a connection of the pool');
  const queues = gauge('queue_length', 'Work that waits for its turn', ['queue']);
  const streams = gauge('event_streams', 'Open event streams', ['reader']);
  const portfolioBytes = gauge('portfolio_memory_bytes', 'Risks that the measuring thread caches');
  const installation = {
    open_reviews: gauge('open_reviews', 'Rounds that wait for votes'),
    stopped_go_lives: gauge('stopped_go_lives', 'Approved drafts that could not go live on their day'),
    engines: gauge('engines', 'Engines with a valid token'),
    engines_behind: gauge('engines_behind', 'Engines that run an older release than the newest'),
    longest_behind: gauge('engine_behind_seconds', 'The longest time that an engine has been behind'),
    webhook_backlog: gauge('webhook_backlog', 'Messages that wait to be delivered'),
    oldest_webhook: gauge('webhook_oldest_seconds', 'Age of the oldest message that waits'),
    checkpoint_age: gauge('audit_checkpoint_age_seconds', 'Time since the last signed checkpoint of the audit'),
    oldest_unsigned: gauge('audit_unsigned_seconds', 'Age of the oldest audit record after the last checkpoint'),
  } satisfies Record<Exclude<keyof InstallationState, 'releases'>, Gauge>;
  const releases = gauge('feed_sequence', 'Number of the newest release', ['channel']);

  let sources: MetricSources | undefined;
  let cached: Readonly<{ at: number; state: Promise<InstallationState> }> | undefined;

  function readState({ db, now }: MetricSources): Promise<InstallationState> {
    if (cached === undefined || performance.now() - cached.at > CACHE_MS)
      cached = { at: performance.now(), state: inTime(readInstallation(db, now())) };
    return cached.state;
  }

  function setInstallation(state: InstallationState | undefined): void {
    if (state === undefined) cached = undefined;
    if (sources === undefined) databaseUp.remove();
    else databaseUp.set(state === undefined ? 0 : 1);
    // What is not known is left out: an old number would look like a current one.
    for (const [key, one] of Object.entries(installation)) {
      const value = state?.[key as keyof typeof installation] ?? undefined;
      if (value === undefined) one.remove();
      else one.set(value);
    }
    releases.reset();
    for (const [channel, sequence] of Object.entries(state?.releases ?? {})) releases.set({ channel }, sequence);
  }

  async function collect(): Promise<void> {
    const [reasons, state] = await Promise.all([
      readiness.reasons(),
      sources && readState(sources).catch(() => undefined),
    ]);
    ready.set(reasons.length === 0 ? 1 : 0);
    // A cached state does not say whether the database answers now.
    setInstallation(reasons.includes('database') ? undefined : state);
    if (sources === undefined) return;
    const { active, idle, waiting: waitingQueries } = countConnections(sources.db);
    connections.set({ state: 'active' }, active);
    connections.set({ state: 'idle' }, idle);
    waiting.set(waitingQueries);
    for (const [queue, count] of Object.entries(sources.queues)) queues.set({ queue }, count());
    for (const [reader, count] of Object.entries(sources.streams)) streams.set({ reader }, count());
    portfolioBytes.set(sources.portfolioBytes());
  }

  return {
    /** Counts the requests of the application, and reads its numbers from now on. */
    watch(app: FastifyInstance, from: MetricSources): void {
      sources = from;
      app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
        if (request.routeOptions.config.isProbe) return;
        durations.observe(
          { method: request.method, route: nameRoute(request), status: statusCode },
          elapsedTime / 1000,
        );
      });
    },
    countShed: (priority: Priority): void => shed.inc({ priority }),
    contentType: register.contentType,
    async print(): Promise<string> {
      await collect();
      return register.metrics();
    },
  };
}

/** The pattern of a route, never an address: those have names, tokens, and no end. */
function nameRoute({ routeOptions }: FastifyRequest): string {
  const { url } = routeOptions;
  if (url === undefined) return 'none';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}
