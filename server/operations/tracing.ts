import { createRequire } from 'node:module';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  RandomIdGenerator,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { createRequestId } from '#server/http/request-id.ts';

export type Tracing = ReturnType<typeof startTracing>;

const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
/** Spans that a collector does not take in time are lost. */
const MAX_CLOSE_MS = 2000;
const OWN_ROUTES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

/** Messages of the database quote rows, and stack traces repeat the message. The log has the error, under the same id. */
const redactErrors: SpanProcessor = {
  onStart: () => undefined,
  onEnd({ status, events }) {
    delete status.message;
    for (const { attributes } of events) {
      delete attributes?.['exception.message'];
      delete attributes?.['exception.stacktrace'];
    }
  },
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};

/** In this order: what is sent is redacted before. */
export const spanProcessorsFor = (exporter: SpanExporter): SpanProcessor[] => [
  redactErrors,
  new BatchSpanProcessor(exporter),
];

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
    spanProcessors: spanProcessorsFor(new OTLPTraceExporter()),
  });
  provider.register();

  const requests = new FastifyOtelInstrumentation({
    registerOnInitialization: true,
    instrumentHooks: false,
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
