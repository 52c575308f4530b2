import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { callAsNewcomers } from './overload.newcomers.ts';
import { noCalls, type Order, type Outcome, TICK_MS } from './overload.order.ts';

/** A process that calls the server at a fixed rate, whether or not it keeps up. Started by overload.ts. */
const MAX_OPEN = 1500;
/** As many connections as a browser opens. */
const SOCKETS = 6;
const SAVE_EVERY = 10;

type Answer = Readonly<{ status: number; retryAfter: string | undefined; body: string }>;
type Call = Readonly<{
  path: string;
  agent: Agent;
  headers: Record<string, string>;
  put?: string;
}>;

/** Each caller has an address of its own. */
const agents = new Map<string, Agent>();
function agentAt(index: number): Agent {
  const localAddress = `127.0.1.${index + 1}`;
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, maxSockets: SOCKETS, localAddress });
  agents.set(localAddress, agent);
  return agent;
}

function send(port: number, sent: Call): Promise<Answer> {
  const { path, agent, headers, put } = sent;
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
    // The server may close a connection that was idle just when it is used again. Browsers repeat the request, too.
    call.once('error', (error) => (call.reusedSocket && put === undefined ? resolve(send(port, sent)) : reject(error)));
    call.end(put);
  });
}

async function callAsPeople(order: Order): Promise<Outcome> {
  const { port, tokens, paths, perSecond, seconds } = order;
  const dials = { ...order.dials };
  const free = Object.keys(dials);
  const saved: Record<string, string> = {};
  const outcome = noCalls();
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
    const headers = { host, accept: '*/*', authorization: `Bearer ${tokens[person]}` };
    const started = performance.now();
    note(started, await send(port, { path, agent: agentAt(person), headers }));
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
    const answer = await send(port, { path, agent: agentAt(200), headers, put });
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
    const dial = number % SAVE_EVERY === 0 ? free.shift() : undefined;
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
  return { ...outcome, drainSeconds, dials, saved };
}

/** One person, or one address without a token, on many connections. */
async function callAsGreedy({ port, tokens, paths, connections = 0, seconds }: Order): Promise<Outcome> {
  const outcome = noCalls();
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: '127.0.9.1' });
  const [token] = tokens;
  const headers = {
    host: `localhost:${port}`,
    accept: '*/*',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const until = performance.now() + seconds * 1000;
  const callOn = async (number: number): Promise<void> => {
    const path = paths[number % paths.length] ?? '/';
    while (performance.now() < until) {
      const started = performance.now();
      // Connections may be closed, and this caller comes again whatever the answer is.
      const answer = await send(port, { path, agent, headers }).catch(() => undefined);
      if (answer === undefined) outcome.closed += 1;
      else if (answer.status < 400) outcome.served.push(performance.now() - started);
      else outcome.shed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => callOn(number)));
  agent.destroy();
  return { ...outcome, drainSeconds: 0, dials: {}, saved: {} };
}

const CALLERS = { people: callAsPeople, newcomers: callAsNewcomers, greedy: callAsGreedy } satisfies Record<
  Order['callers'],
  object
>;

process.on('message', (order: Order) => void CALLERS[order.callers](order).then((outcome) => process.send?.(outcome)));
