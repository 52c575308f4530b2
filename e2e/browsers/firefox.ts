import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start, waitForOutput } from './process.ts';
import type { Driver } from './tab.ts';

type Message = Readonly<{ id?: number; type: string; result?: unknown; error?: string; message?: string }>;
type Evaluation = Readonly<{ result?: { value: string }; exceptionDetails?: { text: string } }>;

/** Debian's Firefox by WebDriver BiDi, with a profile of its own. */
export async function startFirefox(env: Record<string, string>): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'lineslip-firefox-'));
  const args = ['--width=1600', '--height=1200', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const { child, stop } = start('firefox-esr', args, { ...env, HOME: profile });
  const call = await connect(`${await waitForOutput(child, /ws:\/\/[\d.:]+/)}/session`);
  await call('session.new', { capabilities: {} });
  const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  return {
    load: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    resize: async (width, height) =>
      void (await call('browsingContext.setViewport', { context, viewport: { width, height } })),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = (await call('script.evaluate', {
        expression: `(async () => JSON.stringify({ value: await (${expression}) }))()`,
        target: { context },
        awaitPromise: true,
      })) as Evaluation;
      if (result === undefined) throw new Error(exceptionDetails?.text);
      return (JSON.parse(result.value) as { value?: unknown }).value;
    },
    capture: async () => ((await call('browsingContext.captureScreenshot', { context })) as { data: string }).data,
    close: async () => {
      await stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Commands over a WebSocket: each reply has the id of its command. */
async function connect(url: string): Promise<(method: string, params: unknown) => Promise<unknown>> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${url}`)));
  });
  let id = 0;
  return async (method, params) => {
    id += 1;
    const reply = new Promise<Message>((resolve) => void waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, error, message } = await reply;
    if (type === 'error') throw new Error(`${method}: ${error}, ${message}`);
    return result;
  };
}
