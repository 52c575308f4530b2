import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openLineslip, type LineslipOptions } from '#sdk/index.ts';
import { createEngine, describeStatus, type EngineState } from './engine.ts';

/** `npm run engine`: an example of a rating engine. It serves while it waits for its first rules. */
const RETRY_MS = 1000;

function readSettings(env: NodeJS.ProcessEnv): LineslipOptions {
  const missing = ['LINESLIP_URL', 'LINESLIP_TOKEN', 'LINESLIP_KEYS', 'LINESLIP_DIRECTORY'].filter(
    (name) => !env[name],
  );
  if (missing.length > 0) throw new Error(`Please set ${missing.join(', ')}. docs/feed.md has an example.`);
  const { LINESLIP_URL = '', LINESLIP_TOKEN = '', LINESLIP_KEYS = '', LINESLIP_DIRECTORY = '', LINESLIP_CHANNEL } = env;
  return {
    url: LINESLIP_URL,
    token: LINESLIP_TOKEN,
    keys: JSON.parse(readFileSync(LINESLIP_KEYS, 'utf8')) as LineslipOptions['keys'],
    directory: LINESLIP_DIRECTORY,
    ...(LINESLIP_CHANNEL === 'candidate' && { channel: 'candidate' }),
  };
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const port = Number(process.env['PORT'] ?? 3100);
  let state: EngineState = { lineslip: null, reason: 'The engine has just started.' };
  const server = createEngine(() => state);
  server.listen(port, () => console.log(`The engine listens on http://localhost:${port}`));
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await state.lineslip?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

  while (state.lineslip === null) {
    try {
      state = { lineslip: await openLineslip(settings), reason: '' };
    } catch (error) {
      state = { lineslip: null, reason: error instanceof Error ? error.message : String(error) };
      console.error(state.reason);
      await wait(RETRY_MS);
    }
  }
  console.log(describeStatus(state.lineslip.status()));
  state.lineslip.onChange((status) => console.log(describeStatus(status)));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
