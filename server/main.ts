import { join } from 'node:path';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';
import { startServer } from './start.ts';

const root = join(import.meta.dirname, '..');

/** What a person can put right is said in a sentence; anything else is our mistake and shows where. */
function fail(error: unknown): never {
  console.error(error instanceof StartError ? `\n${error.message}` : error);
  process.exit(1);
}

try {
  const config = readConfig(process.env, root);
  const server = await startServer(config, { root, report: (line) => console.log(line), onFatal: fail });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  console.log(`Lineslip is ready at ${config.publicUrl}`);
} catch (error) {
  fail(error);
}
