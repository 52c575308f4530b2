import { expect } from '@playwright/test';
import { freePort } from '../server.ts';
import { start } from './process.ts';
import type { Driver } from './tab.ts';

/** WebKitGTK, Safari's engine, by WebDriver over HTTP. */
export async function startWebKit(env: Record<string, string>): Promise<Driver> {
  const port = await freePort();
  const service = start('WebKitWebDriver', [`--port=${port}`], env);
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await expect(() => call('GET', '/status')).toPass();
  const { sessionId } = (await call('POST', '/session', { capabilities: {} })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  const post = (path: string, body: unknown) => call('POST', `${session}/${path}`, body);
  const evaluate = async (expression: string): Promise<unknown> => {
    const script = `const done = arguments[0];
      const run = async () => ({ value: await (${expression}) });
      run().catch((error) => ({ error: String(error) })).then((result) => done(JSON.stringify(result)));`;
    const result = JSON.parse((await post('execute/async', { script, args: [] })) as string) as Result;
    if (result.error !== undefined) throw new Error(result.error);
    return result.value;
  };
  return {
    load: async (url) => void (await post('url', { url })),
    resize: async (width, height) => {
      const frame = (await evaluate('outerHeight - innerHeight')) as number;
      await post('window/rect', { width, height: height + frame });
    },
    evaluate,
    capture: async () => (await call('GET', `${session}/screenshot`)) as string,
    close: async () => {
      await call('DELETE', session);
      await service.stop();
    },
  };
}

type Result = Readonly<{ value?: unknown; error?: string }>;
