import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { InvalidRiskError, type Lineslip, type LineslipQuery, type LineslipStatus } from '#sdk/index.ts';

/** What an engine knows about its rules: the client, or why there is none yet. */
export type EngineState = Readonly<{ lineslip: Lineslip | null; reason: string }>;

type Answer = Readonly<{ status: number; body: unknown }>;

const MAX_BODY_BYTES = 1_000_000;

/** `POST /evaluate`, `GET /livez` and `GET /readyz`. An engine that runs a snapshot is ready. */
export const createEngine = (stateOf: () => EngineState): Server =>
  createServer((request, response) => {
    void answer(request, stateOf()).then(
      ({ status, body }) => send(response, status, body),
      () => send(response, 500, { error: 'The engine failed.' }),
    );
  });

async function answer(request: IncomingMessage, { lineslip, reason }: EngineState): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://engine');
  switch (`${request.method} ${pathname}`) {
    case 'GET /livez':
      return { status: 200, body: { ok: true } };
    case 'GET /readyz':
      return lineslip === null ? notReady(reason) : { status: 200, body: lineslip.status() };
    case 'POST /evaluate':
      return lineslip === null ? notReady(reason) : evaluate(lineslip, request);
    default:
      return { status: 404, body: { error: 'There are POST /evaluate, GET /livez and GET /readyz.' } };
  }
}

const notReady = (reason: string): Answer => ({ status: 503, body: { error: 'There are no rules yet.', reason } });

async function evaluate(lineslip: Lineslip, request: IncomingMessage): Promise<Answer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    return { status: 413, body: { error: 'The body is too large.' } };
  const query = parseQuery(await text(request));
  if (query === undefined)
    return {
      status: 400,
      body: { error: 'Send JSON: {"partner": 9101, "cob": "cargo", "risk": {"date": "2026-12-01"}}.' },
    };
  try {
    return { status: 200, body: lineslip.evaluate(query) };
  } catch (error) {
    if (error instanceof InvalidRiskError)
      return { status: 422, body: { error: 'The risk is invalid.', errors: error.errors } };
    throw error;
  }
}

function parseQuery(body: string): LineslipQuery | undefined {
  try {
    const query = JSON.parse(body) as LineslipQuery;
    return typeof query.partner === 'number' && typeof query.cob === 'string' ? query : undefined;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** For the log: "Release 412 from the server." */
export const describeStatus = ({ sequence, source, lastError }: LineslipStatus): string =>
  `Release ${sequence} from the ${source}.${lastError === null ? '' : ` ${lastError.message}`}`;
