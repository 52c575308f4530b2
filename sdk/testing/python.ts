import { execFile } from 'node:child_process';
import { join } from 'node:path';

export const PYTHON_FOLDER = join(import.meta.dirname, '../python');

/** Runs Python beside `lineslip.py`. Returns what it printed. */
export const runPython = (args: readonly string[], input = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd: PYTHON_FOLDER, maxBuffer: 1 << 30, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } };
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
