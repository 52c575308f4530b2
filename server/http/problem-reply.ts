import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem, type ProblemName } from '#contract/problem.ts';
import { isDatabaseUnavailable, oncePerOutage } from '#server/db/unavailable.ts';
import { HTML, plainPage } from './plain-page.ts';

export const RETRY_AFTER_SECONDS = 5;
/** Temporary problems. */
const TEMPORARY: ReadonlySet<ProblemName> = new Set(['unavailable', 'too-many-requests']);

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, headers, body } = renderProblem(problem, reply.request);
  // Let unauthenticated callers retry on a new connection.
  if (problem.kind === 'not-signed-in') reply.header('connection', 'close');
  return reply.code(status).headers(headers).send(body);
}

type Rendered = Readonly<{ status: number; headers: Record<string, string | number>; body: string }>;

/** A problem document; for a browser that loads a page from a busy server, a page that it loads again by itself. */
export function renderProblem(problem: Problem, request: PageRequest): Rendered {
  const { document, kind } = problem;
  const retryAfter = problem.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
  const isPage = kind === 'unavailable' && isPageLoad(request);
  return {
    status: document.status,
    headers: {
      'content-type': isPage ? HTML : 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...(TEMPORARY.has(kind) && { 'retry-after': retryAfter }),
      ...(isPage && { refresh: retryAfter }),
    },
    body: isPage ? plainPage(`<p>${document.detail}</p>`) : JSON.stringify(document),
  };
}

/** The browser itself asks, not the application: a person would see the document. */
type PageRequest = Readonly<{ method?: string | undefined; headers: IncomingHttpHeaders }>;
const isPageLoad = ({ method, headers }: PageRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');

/** Sends every failure as a problem document. Unexpected errors are logged under the id of the request, and only that is shown. */
export function answerProblems(app: FastifyInstance): void {
  const reportOutage = oncePerOutage((err: unknown) =>
    app.log.error({ err }, 'The database is not available. Requests are answered with 503 until it is back.'),
  );
  app.setErrorHandler((error, request, reply) => {
    if (isDatabaseUnavailable(error)) {
      reportOutage(error);
      return sendProblem(reply, databaseUnavailable(request.method));
    }
    const problem = toProblem(error, request.id);
    if (problem.kind === 'unexpected') app.log.error({ err: error, reference: request.id });
    return sendProblem(reply, problem);
  });
}

/** The outcome of an interrupted commit is unknown; only the person can check. */
function databaseUnavailable(method: string): Problem {
  const isRead = method === 'GET' || method === 'HEAD';
  return new Problem(
    'unavailable',
    isRead
      ? 'The database is not available at the moment. Please try again shortly.'
      : 'The database is not available at the moment. Check whether your change was saved before you try again.',
  );
}

function toProblem(error: unknown, reference: string): Problem {
  if (error instanceof Problem) return error;
  switch (statusOf(error)) {
    case 400:
      return new Problem('invalid-input', 'The body could not be read. Please send valid JSON.');
    case 413:
      return new Problem('too-large', 'The body is larger than this address takes.');
    case 415:
      return new Problem('unsupported-media', 'Please send the body as application/json.');
    default:
      return new Problem('unexpected', 'Try again. If it keeps happening, send us the reference.', { reference });
  }
}

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
}
