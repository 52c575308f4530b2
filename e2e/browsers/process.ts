import { spawn, type ChildProcess } from 'node:child_process';

/** Starts a process that lives as long as the journey. */
export function start(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => void child.once('exit', resolve));
    child.kill();
    await gone;
  };
  return { child, stop };
}

/** The first match of a pattern in what a process prints. */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk.toString();
      const [found] = pattern.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    };
    for (const stream of child.stdio.slice(1)) stream?.on('data', onData);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} stopped with ${code}:\n${text}`)));
  });
}
