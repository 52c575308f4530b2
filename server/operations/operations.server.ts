import { fastify } from 'fastify';
import { type Readiness, registerProbes } from '#server/http/probes.ts';
import { createMetrics } from './metrics.ts';

/** Metrics and probes on a port of their own, from the first moment of the start to the last of the stop. */
export async function serveOperations({ port, host }: Readonly<{ port: number; host: string }>, readiness: Readiness) {
  const metrics = createMetrics(readiness);
  const app = fastify({ logger: false, forceCloseConnections: true });
  registerProbes(app, readiness);
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.print()),
  );
  await app.listen({ port, host });
  return { metrics, close: () => app.close() };
}
