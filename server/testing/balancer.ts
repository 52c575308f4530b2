import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const PROBE_EVERY_MS = 100;

type Backend = { readonly port: number; isReady: boolean; served: number };
export type Balancer = Readonly<{
  /** By port: whether it is ready, and how many requests it was given. */
  backends: readonly Backend[];
}>;

/**
 * A round-robin HTTP balancer over servers on this machine, with what every balancer has: it asks /readyz, and passes a
 * request on to another server if the first one takes no connection. Any other failure is answered with 502.
 */
export async function startBalancer(port: number, ports: readonly number[]): Promise<Balancer> {
  const backends: Backend[] = ports.map((one) => ({ port: one, isReady: true, served: 0 }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  const forward = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    tried: readonly Backend[],
  ): void => {
    const ready = backends.filter((one) => one.isReady && !tried.includes(one));
    const backend = ready[(turn += 1) % ready.length];
    if (backend === undefined) {
      outgoing.writeHead(503, { 'retry-after': '1' }).end();
      return;
    }
    const { method, url, headers, socket } = incoming;
    const call = request(
      {
        host: 'localhost',
        port: backend.port,
        agent,
        method,
        path: url,
        headers: { ...headers, connection: 'keep-alive', 'x-forwarded-for': socket.remoteAddress },
      },
      (answer) => {
        backend.served += 1;
        const { connection: _connection, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, kept).flushHeaders();
        answer.pipe(outgoing);
        // A stream that its server ends, ends here too.
        answer.once('error', () => outgoing.destroy());
      },
    );
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) outgoing.destroy();
      else if (error.code === 'ECONNREFUSED') forward(incoming, outgoing, body, [...tried, backend]);
      else outgoing.writeHead(502).end();
    });
    outgoing.once('close', () => call.destroy());
    call.end(body);
  };

  const probe = (backend: Backend): Promise<void> =>
    fetch(`http://localhost:${backend.port}/readyz`).then(
      ({ ok }) => void (backend.isReady = ok),
      () => void (backend.isReady = false),
    );
  const timer = setInterval(() => void Promise.all(backends.map(probe)), PROBE_EVERY_MS);
  const server = createServer((incoming, outgoing) => {
    // A caller that leaves before its body is complete gets no answer.
    buffer(incoming).then(
      (body) => forward(incoming, outgoing, body, []),
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  onTestFinished(async () => {
    clearInterval(timer);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    agent.destroy();
  });
  return { backends };
}
