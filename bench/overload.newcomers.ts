import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { noCalls, type Order, type Outcome, TICK_MS } from './overload.order.ts';

/** Addresses of newcomers. As many come as the rate asks for: whoever finds no free connection opens one. */
const ADDRESSES = 1000;
const MAX_OPEN = 12_000;

type Answer = Readonly<{ status: number; hasRetryAfter: boolean; isLast: boolean; bytes: number }>;

/** The first response in these bytes, once it is complete. */
function readAnswer(bytes: string): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.slice(0, end).toLowerCase();
  const body = end + 4;
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  const lastChunk = bytes.indexOf('0\r\n\r\n', body);
  const isChunked = length === undefined && head.includes('\r\ntransfer-encoding: chunked');
  if (isChunked && lastChunk === -1) return undefined;
  const bytesOfAnswer = isChunked ? lastChunk + 5 : body + Number(length ?? 0);
  if (bytes.length < bytesOfAnswer) return undefined;
  return {
    status: Number(head.slice(9, 12)),
    hasRetryAfter: /\r\nretry-after: \d/.test(head),
    isLast: head.includes('\r\nconnection: close'),
    bytes: bytesOfAnswer,
  };
}

/** One connection with one request at a time. Opened again when the server has closed it. */
class Connection {
  readonly #port: number;
  readonly #localAddress: string;
  #socket: Socket | undefined;
  #bytes = '';
  #request = '';
  #isReused = false;
  #settle: ((answer: Answer | 'closed') => void) | undefined;
  constructor(port: number, localAddress: string) {
    this.#port = port;
    this.#localAddress = localAddress;
  }
  send(request: string): Promise<Answer | 'closed'> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#request = request;
      this.#write();
    });
  }
  close(): void {
    this.#socket?.destroy();
  }
  #write(): void {
    this.#isReused = this.#socket !== undefined;
    this.#socket ??= this.#open();
    this.#socket.write(this.#request);
  }
  #open(): Socket {
    const socket = connect({ host: '127.0.0.1', port: this.#port, localAddress: this.#localAddress });
    socket.setEncoding('latin1');
    socket.on('data', (data) => this.#read(String(data)));
    // A close follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#bytes = '';
      // The server may close a connection that was idle just when it is used again. Browsers repeat the request, too.
      if (this.#settle && this.#isReused) this.#write();
      else this.#end('closed');
    });
    return socket;
  }
  #read(data: string): void {
    this.#bytes += data;
    const answer = readAnswer(this.#bytes);
    if (answer === undefined) return;
    this.#bytes = this.#bytes.slice(answer.bytes);
    if (answer.isLast) {
      const socket = this.#socket;
      this.#socket = undefined;
      socket?.removeAllListeners('close').destroy();
    }
    this.#end(answer);
  }
  #end(answer: Answer | 'closed'): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(answer);
  }
}

/**
 * A crowd at a fixed rate, whether or not the server keeps up. Written on bare sockets: clients of HTTP take more of the
 * processors than the server needs to refuse.
 */
export async function callAsNewcomers({ port, tokens, paths, perSecond, seconds }: Order): Promise<Outcome> {
  const outcome = noCalls();
  const all: Connection[] = [];
  const free: Connection[] = [];
  const openConnection = (): Connection | undefined => {
    if (all.length >= MAX_OPEN) return undefined;
    const address = all.length % ADDRESSES;
    const connection = new Connection(port, `127.0.${2 + Math.floor(address / 250)}.${(address % 250) + 1}`);
    all.push(connection);
    return connection;
  };
  let turn = 0;

  /** Every fourth brings a token that looks genuine up to its signature. */
  const write = (number: number): string => {
    const forged = tokens[0]?.replace(/.{8}$/, String(number).padStart(8, 'x'));
    const token = number % 4 === 0 ? `authorization: Bearer ${forged}\r\n` : '';
    return `GET ${paths[number % paths.length]} HTTP/1.1\r\nhost: localhost:${port}\r\naccept: */*\r\n${token}\r\n`;
  };
  const call = async (connection: Connection, number: number) => {
    const started = performance.now();
    const answer = await connection.send(write(number));
    free.push(connection);
    if (answer === 'closed') outcome.closed += 1;
    else if (answer.status === 503) {
      outcome.shed += 1;
      if (!answer.hasRetryAfter) outcome.shedWithoutRetryAfter += 1;
    } // Without a token that counts, 401 is the answer.
    else if (answer.status < 400 || answer.status === 401) outcome.served.push(performance.now() - started);
    else outcome.failures.push(String(answer.status));
  };
  const start = (): void => {
    const number = (turn += 1);
    const connection = free.pop() ?? openConnection();
    if (connection === undefined) outcome.unsent += 1;
    else void call(connection, number);
  };

  const began = performance.now();
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - began) {
    while (turn < (elapsed / 1000) * perSecond) start();
    await pause(TICK_MS);
  }
  const endedAt = performance.now();
  while (free.length < all.length) await pause(TICK_MS);
  const drainSeconds = (performance.now() - endedAt) / 1000;
  for (const connection of all) connection.close();
  return { ...outcome, drainSeconds, dials: {}, saved: {} };
}
