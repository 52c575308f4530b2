import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LineslipAnswer, LineslipQuery } from '#sdk/types.ts';

export const PYTHON_FOLDER = join(import.meta.dirname, '../python');

const ENVIRONMENT = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };

/** Runs Python beside `lineslip.py`. Returns what it printed. */
export const runPython = (args: readonly string[], input = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd: PYTHON_FOLDER, maxBuffer: 1 << 30, env: ENVIRONMENT };
    const child = execFile('python3', [...args], options, (error, out, err) => {
      if (error === null) resolve(out);
      else if (error.code === 'ENOENT') reject(new Error('This test needs python3, which is not installed.'));
      else reject(new Error(`python3 failed: ${err}${out}`));
    });
    child.stdin?.end(input);
  });

/** The client verifies with this package where it is installed; here it has to be. */
export async function requireCryptography(): Promise<void> {
  await runPython(['-c', 'import cryptography']).catch((error: unknown) => {
    throw new Error('This test needs python3 with cryptography (Debian: apt-get install python3-cryptography).', {
      cause: error,
    });
  });
}

/** Opens the client, then answers every line with a refresh and all queries. */
const DRIVER = `
import json, sys
from lineslip import open_lineslip
options, queries = json.loads(sys.stdin.readline())
lineslip = open_lineslip(**options)
ask = lambda query: lineslip.evaluate(query["partner"], query["cob"], query["risk"])
for line in sys.stdin:
    raised = None
    try:
        lineslip.refresh()
    except BaseException as error:
        raised = repr(error)
    answers = [ask(query) for query in queries]
    print(json.dumps({"raised": raised, "error": lineslip.last_error, "answers": answers}), flush=True)
`;

/** What a refresh came to, and the answers after it. */
export type PythonRefresh = Readonly<{
  raised: string | null;
  error: string | null;
  answers: readonly LineslipAnswer[];
}>;

/** The client in a process of its own. */
export async function openPython(options: object, queries: readonly LineslipQuery[]) {
  const child = spawn('python3', ['-c', DRIVER], { cwd: PYTHON_FOLDER, env: ENVIRONMENT, stdio: 'pipe' });
  let errors = '';
  child.stderr.on('data', (part) => (errors += String(part)));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  child.stdin.write(`${JSON.stringify([options, queries])}\n`);
  return {
    refresh: async (): Promise<PythonRefresh> => {
      child.stdin.write('refresh\n');
      const { value, done } = await lines.next();
      if (done) throw new Error(`python3 ended: ${errors}`);
      return JSON.parse(value) as PythonRefresh;
    },
    close: async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
