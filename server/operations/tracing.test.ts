import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { expect, test } from 'vitest';
import { spanProcessorsFor } from './tracing.ts';

test('a trace says that a query failed, and not with which values', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: spanProcessorsFor(exporter) });
  const span = provider.getTracer('test').startSpan('pg.query:INSERT');
  const error = new Error('duplicate key: Key (email)=(ada@example.com) already exists.');
  span.recordException(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
  span.end();
  await provider.forceFlush();
  const [sent] = exporter.getFinishedSpans();
  expect(sent?.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(sent?.events[0]?.attributes).toEqual({ 'exception.type': 'Error' });
});
