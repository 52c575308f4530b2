import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

// What Node compiles at the first start it finds again at the next, of everything that is imported after this.
enableCompileCache(join(root, '.build/compile-cache'));
const { StartError } = await import('./start-error.ts');

/** What a person can put right is said in a sentence; anything else is our mistake and shows where. */
function fail(error: unknown): never {
  console.error(error instanceof StartError ? `\n${error.message}` : error);
  process.exit(1);
}

/**
 * Asked to stop while still starting, it stops as soon as it has started: nothing is left running behind it.
 * Who cannot wait asks again; npm passes one Ctrl-C on as two, so what comes at once is the same question.
 */
const stopAsked = new Promise<void>((resolve) => {
  let askedAt: number | undefined;
  const ask = () => {
    if (askedAt !== undefined && Date.now() - askedAt > 1000) process.exit(1);
    askedAt ??= Date.now();
    resolve();
  };
  process.on('SIGINT', ask).on('SIGTERM', ask).on('SIGHUP', ask);
});

try {
  const [{ readConfig }, { startServer }] = await Promise.all([import('./config.ts'), import('./start.ts')]);
  const config = readConfig(process.env, root);
  const server = await startServer(config, { root, report: (line) => console.log(line), onFatal: fail });
  stopAsked.then(server.stop).then(() => process.exit(0), fail);
  console.log(`Lineslip is ready at ${config.publicUrl}`);
} catch (error) {
  fail(error);
}
