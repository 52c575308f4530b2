import type { FastifyInstance } from 'fastify';

/** Why a server takes no requests. */
export const NOT_READY = {
  migrating: 'The database is being set up.',
  draining: 'The server is being stopped.',
  database: 'The database does not answer.',
  'data-folder': 'This account may not write to the data folder. Set DATA_DIR to a folder that it owns.',
} as const;
export type Reason = keyof typeof NOT_READY;

/** Probes and scrapes wait a second by default, so an unreachable database has to be reported before that. */
export const MAX_ANSWER_MS = 800;

/** What a serving server needs. Each check fails if it is not there. */
const CHECKS = ['database', 'data-folder'] as const satisfies readonly Reason[];
type Checks = Readonly<Record<(typeof CHECKS)[number], () => Promise<void>>>;

export type Readiness = ReturnType<typeof createReadiness>;

/** Whether this server takes requests: after its start, until it is stopped, while it has what it needs. */
export function createReadiness() {
  let phase: 'migrating' | 'serving' | 'draining' = 'migrating';
  let checks: Checks = { database: async () => undefined, 'data-folder': async () => undefined };
  /** Probes that arrive together share one answer. */
  let asking: Promise<readonly Reason[]> | undefined;

  const listMissing = async (): Promise<readonly Reason[]> => {
    const results = await Promise.allSettled(CHECKS.map((name) => inTime(checks[name]())));
    return CHECKS.filter((_, index) => results[index]?.status === 'rejected');
  };

  return {
    serve(needed: Checks): void {
      checks = needed;
      phase = 'serving';
    },
    drain(): void {
      phase = 'draining';
    },
    async reasons(): Promise<readonly Reason[]> {
      if (phase !== 'serving') return [phase];
      return (asking ??= listMissing().finally(() => (asking = undefined)));
    },
  };
}

/** Fails if the work takes longer than a probe waits. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('It took too long.')), MAX_ANSWER_MS);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

/** Probes are not counted as requests. */
declare module 'fastify' {
  interface FastifyContextConfig {
    isProbe?: boolean;
  }
}

const LIVE = '/livez';
const READY = '/readyz';

/** `/livez`: the process answers. `/readyz`: it takes requests; `?verbose` gives the reasons as JSON. */
export function registerProbes(app: FastifyInstance, readiness: Readiness): void {
  const config = { isProbe: true };
  app.get(LIVE, { config }, (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok'),
  );
  app.get<{ Querystring: Record<string, unknown> }>(READY, { config }, async ({ query }, reply) => {
    const reasons = await readiness.reasons();
    const isReady = reasons.length === 0;
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    if ('verbose' in query)
      return { ready: isReady, reasons: reasons.map((reason) => ({ reason, message: NOT_READY[reason] })) };
    return reply.type('text/plain; charset=utf-8').send(isReady ? 'ok' : 'not ready');
  });
}
