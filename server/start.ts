import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { hasRecords } from './audit/audit.service.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { checkApplicationLogin } from './db/application-login.ts';
import { connect, type Db } from './db/connect.ts';
import { prepareDataFolder } from './db/data-folder.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase, setUpExclusively } from './db/open.ts';
import { addDemoContent, addDemoReference, addStartingReference, demoBeginning } from './demo/demo.service.ts';
import { defineFlags } from './flag/flag.service.ts';
import { createReadiness, type Readiness } from './http/probes.ts';
import { storeSignInMode } from './identity/sign-in-mode.ts';
import type { Metrics } from './operations/metrics.ts';
import type { Tracing } from './operations/tracing.ts';
import { StartError } from './start-error.ts';
import { addDemoPeople, hasDemoPeople } from './user/user.service.ts';

export type RunningServer = Readonly<{ app: FastifyInstance; stop: () => Promise<void> }>;
type StartOptions = Readonly<{
  root: string;
  /** The build of the screens, if it is still running: the server listens after it. */
  screens?: Promise<void>;
  report: (line: string) => void;
  /** The server cannot continue and has to be stopped. */
  onFatal: (error: Error) => void;
}>;

/** Connections that wait in the kernel until the server takes them. With fewer, a crowd has to try again after seconds. */
const MAX_WAITING_CONNECTIONS = 2048;
/** Queries that outlast the grace period get no second one. */
const MAX_POOL_END_MS = 2000;

/** Starts everything. If a later part fails, the earlier ones are closed again. */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const { root, screens, report, onFatal } = options;
  // It may fail long before it is awaited.
  screens?.catch(() => undefined);
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  const readiness = createReadiness();
  try {
    const tracing = await openTracing(config);
    undo.push(async () => tracing?.close());
    const operations = await openOperations(config, readiness);
    undo.push(async () => operations?.close());
    if (config.databaseUrl !== undefined) await prepareDataFolder(config.dataDir);
    report(config.databaseUrl ? 'Connecting to the database …' : `Starting the database in ${config.dataDir} …`);
    const database = await openDatabase(config, { report, onLost: onFatal });
    undo.push(database.close);
    const db = connect(database.config);
    undo.push(() => Promise.race([db.destroy(), pause(MAX_POOL_END_MS, undefined, { ref: false })]));
    await setUpExclusively(database.config, async () => {
      await migrate(database.config, { report });
      await checkApplicationLogin(database.config);
      await storeSignInMode(db, config.signIn, new Date());
      await fill(config, db, report);
    });

    await screens;
    const makesDemo = config.signIn === 'demo';
    const { metrics } = operations ?? {};
    const { app } = await compose({
      config,
      db,
      connection: database.config,
      root,
      makesDemo,
      readiness,
      metrics,
      tracing,
    });
    undo.push(() => app.close());
    await listen(app, config);
    return { app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The content that must exist from the first start on. */
async function fill(config: Config, db: Db, report: (line: string) => void): Promise<void> {
  const now = new Date();
  // The demo has a history, and records are chronological: its initial content comes first.
  const at = config.signIn === 'demo' && !(await hasRecords(db)) ? demoBeginning(now) : now;
  await defineFlags(db, at);
  await (config.signIn === 'password' ? addStartingReference(db, at) : addDemoReference(db, at));
  if (config.signIn !== 'demo') return;
  const added = [await addDemoPeople(db, at), (await hasDemoPeople(db)) && (await addDemoContent(db, now))];
  if (added.includes(true)) report('Added the demo content.');
}

/** Loads OpenTelemetry only if there is a collector. It has to be there before the application. */
async function openTracing({ traces }: Config): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined;
  const { startTracing } = await import('./operations/tracing.ts');
  return startTracing();
}

/** Loads the metrics only if somebody reads them. */
async function openOperations(
  { metrics: settings }: Config,
  readiness: Readiness,
): Promise<{ metrics: Metrics; close: () => Promise<void> } | undefined> {
  if (settings === undefined) return undefined;
  const { serveOperations } = await import('./operations/operations.server.ts');
  return serveOperations(settings, readiness).catch((error: unknown) => {
    throw listenProblem(error, { ...settings, of: 'METRICS_' });
  });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog: MAX_WAITING_CONNECTIONS });
  } catch (error) {
    throw listenProblem(error, { host, port, of: '' });
  }
}

/** `of`: the prefix of the settings. */
type Address = Readonly<{ host: string; port: number; of: '' | 'METRICS_' }>;

function listenProblem(error: unknown, { host, port, of }: Address): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is in use by another program. Stop it, or choose another: ${of}PORT=${port + 1} npm start.`,
      );
    case 'EACCES':
      return new StartError(
        `Port ${port} is not open to this account. Choose one above 1023: ${of}PORT=${port + 8000} npm start.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `${of}HOST is ${host}, which is no address of this machine. Set it to localhost or 0.0.0.0.`,
      );
    default:
      return error;
  }
}
