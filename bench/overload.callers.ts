import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';

/** A process that calls the server at a fixed rate, whether or not it keeps up. Started by overload.ts. */
export type Order = Readonly<{
  port: number;
  callers: 'people' | 'newcomers';
  /** One of each person who reads, then that of the person who saves. */
  tokens: readonly string[];
  paths: readonly string[];
  /** Dials to save, and their revisions. */
  dials: Record<string, string>;
  perSecond: number;
  seconds: number;
}>;
export type Outcome = Readonly<{
  /** Milliseconds of those answered with 2xx or 3xx. */
  served: number[];
  shed: number;
  shedWithoutRetryAfter: number;
  /** Statuses and errors that should not happen. */
  failures: string[];
  /** Not sent, because too many were open already. */
  unsent: number;
  /** From the last request sent until all were answered. */
  drainSeconds: number;
  dials: Record<string, string>;
  /** The last description of each dial whose save was acknowledged. */
  saved: Record<string, string>;
}>;

const TICK_MS = 10;
const MAX_OPEN = 1500;
/** As many connections as a browser opens. */
const SOCKETS = 6;
/** Together more connections than the server lets wait. */
const NEWCOMER_ADDRESSES = 250;
const SAVE_EVERY = 10;
const MAX_FAILURES = 20;

type Answer = Readonly<{ status: number; retryAfter: string | undefined; body: string }>;
type Call = Readonly<{
  path: string;
  agent: Agent;
  headers: Record<string, string>;
  put?: string;
}>;

/** Each caller has an address of its own. */
const agents = new Map<string, Agent>();
function agentAt(network: number, index: number): Agent {
  const localAddress = `127.0.${network}.${index + 1}`;
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, maxSockets: SOCKETS, localAddress });
  agents.set(localAddress, agent);
  return agent;
}

function send(port: number, { path, agent, headers, put }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, agent, method: put === undefined ? 'GET' : 'PUT', headers },
      (answer) => {
        let body = '';
        answer.on(
          'data',
          (chunk: Buffer) => (put !== undefined || (answer.statusCode ?? 0) >= 400) && (body += chunk.toString()),
        );
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], body }),
        );
      },
    );
    call.once('error', reject);
    call.end(put);
  });
}

/** A token that looks genuine up to its signature. */
const forge = (token: string, number: number): string => token.replace(/.{8}$/, String(number).padStart(8, 'x'));

async function callServer(order: Order): Promise<Outcome> {
  const { port, callers, tokens, paths, perSecond, seconds } = order;
  const dials = { ...order.dials };
  const free = Object.keys(dials);
  const saved: Record<string, string> = {};
  const outcome = { served: [] as number[], shed: 0, shedWithoutRetryAfter: 0, failures: [] as string[], unsent: 0 };
  const host = `localhost:${port}`;
  let open = 0;
  let turn = 0;

  const note = (started: number, { status, retryAfter, body }: Answer): boolean => {
    const isServed = status < 400;
    if (isServed) outcome.served.push(performance.now() - started);
    else if (status === 503) {
      outcome.shed += 1;
      if (!/^\d+$/.test(retryAfter ?? '')) outcome.shedWithoutRetryAfter += 1;
    } else outcome.failures.push(`${status} ${body}`);
    return isServed;
  };
  const read = async (number: number) => {
    const path = paths[number % paths.length] ?? '/';
    const person = number % (tokens.length - 1);
    const agent = callers === 'people' ? agentAt(1, person) : agentAt(2, number % NEWCOMER_ADDRESSES);
    // Half of the strangers bring a token that nobody issued.
    const token = callers === 'people' ? tokens[person] : number % 2 ? undefined : forge(tokens[0] ?? '', number);
    const headers = { host, accept: '*/*', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    const started = performance.now();
    const answer = await send(port, { path, agent, headers });
    // A forged token that is looked at is refused.
    if (callers === 'newcomers' && answer.status === 401) note(started, { ...answer, status: 200 });
    else note(started, answer);
  };
  const save = async (dial: string, number: number) => {
    const description = `Saved as number ${number} of ${process.pid}.`;
    const headers = {
      host,
      authorization: `Bearer ${tokens.at(-1)}`,
      'content-type': 'application/json',
      'if-match': `"${dials[dial]}"`,
    };
    const put = JSON.stringify({
      ...EMPTY_DIAL,
      name: 'Measured dial',
      description,
      reason: 'Measured',
      values: { max_line: 1_000_000 },
    });
    const path = `/api/dials/${dial}/draft`;
    const started = performance.now();
    const answer = await send(port, { path, agent: agentAt(1, 200), headers, put });
    if (note(started, answer)) {
      dials[dial] = (JSON.parse(answer.body) as { revision: string }).revision;
      saved[dial] = description;
    }
    free.push(dial);
  };
  const start = (): void => {
    const number = (turn += 1);
    if (open >= MAX_OPEN) {
      outcome.unsent += 1;
      return;
    }
    open += 1;
    const dial = callers === 'people' && number % SAVE_EVERY === 0 ? free.shift() : undefined;
    void (dial === undefined ? read(number) : save(dial, number))
      .catch((error: Error) => outcome.failures.push(error.message))
      .finally(() => (open -= 1));
  };

  const began = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - began) {
    while (turn < (elapsed / 1000) * perSecond) start();
    await pause(TICK_MS);
  }
  const endedAt = performance.now();
  while (open > 0) await pause(TICK_MS);
  const drainSeconds = (performance.now() - endedAt) / 1000;
  return { ...outcome, drainSeconds, failures: outcome.failures.slice(0, MAX_FAILURES), dials, saved };
}

process.on('message', (order: Order) => void callServer(order).then((outcome) => process.send?.(outcome)));
