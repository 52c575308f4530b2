import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { execute } from '#server/testing/execute.ts';
import { holdInstanceLock } from './instance-lock.ts';
import { copiedDataFolder, startTestEngine } from '#server/testing/data-folder.ts';

async function startServerProcess(dataDir: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../testing/engine-child.ts');
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(line.toString()).toBe('holding\n');
  return child;
}

test('the engine of a killed server is adopted with its data, and can be stopped', async () => {
  const dataDir = await copiedDataFolder('empty');
  const child = await startServerProcess(dataDir);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;

  const engine = await startTestEngine(dataDir);
  expect(engine.adopted).toBe(true);
  const lock = await holdInstanceLock(engine.config(), dataDir);
  await execute(engine.config(), `create table kept as select 'still here' as word`);
  await lock.release();
  await engine.stop();

  const next = await startTestEngine(dataDir);
  expect(next.adopted).toBe(false);
  expect(await execute(next.config(), 'select word from kept')).toEqual([{ word: 'still here' }]);
});
