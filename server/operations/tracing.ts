import { createRequire } from 'node:module';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, RandomIdGenerator } from '@opentelemetry/sdk-trace-node';
import { createRequestId } from '#server/http/request-id.ts';

export type Tracing = ReturnType<typeof startTracing>;

const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
/** Spans that a collector does not take in time are lost. */
const MAX_CLOSE_MS = 2000;
const OWN_ROUTES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

/** Sends requests and their queries to the collector that the standard variables name. Starts before the application. */
export function startTracing() {
  const ids = new RandomIdGenerator();
  /** Fastify asks for the id of a request, and starts its span in the same tick. */
  let next: string | undefined;
  const generateTraceId = (): string => {
    const id = next ?? createRequestId();
    next = undefined;
    return id;
  };
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'lineslip' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    idGenerator: { generateTraceId, generateSpanId: () => ids.generateSpanId() },
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();

  const requests = new FastifyOtelInstrumentation({
    registerOnInitialization: true,
    instrumentHooks: false,
    // Messages of the database quote rows. The log has the error, under the same id.
    recordExceptions: false,
    ignorePaths: ({ url }) => OWN_ROUTES.has(url.split('?', 1)[0] ?? ''),
    requestHook: (span, { method, routeOptions: { url = 'none' } }) => {
      // Addresses contain authorization codes, invitations and calendar secrets.
      span.setAttribute('url.path', url).updateName(`${method} ${url}`);
    },
  });
  const queries = new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true });
  // Instrumentation hooks `require`, and our modules import.
  createRequire(import.meta.url)('pg');

  return {
    /** The trace of the caller, or the one that begins with this request. */
    requestId: ({ headers }: IncomingMessage): string => {
      const [, given] = TRACE_PARENT.exec(String(headers['traceparent'])) ?? [];
      if (given !== undefined) return given;
      next = createRequestId();
      return next;
    },
    async close(): Promise<void> {
      requests.disable();
      queries.disable();
      await Promise.race([provider.shutdown().catch(() => undefined), pause(MAX_CLOSE_MS, undefined, { ref: false })]);
    },
  };
}
