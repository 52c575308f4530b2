import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { childEnvironment } from '#server/testing/child-server.ts';

test('an invalid call of npm run users ends with 1, and opens no database', async () => {
  const env = childEnvironment({ DATABASE_URL: 'postgres://localhost:9/nothing' });
  const tool = join(import.meta.dirname, '../../tools/users.ts');
  const ended = await promisify(execFile)(process.execPath, [tool, 'add'], { env }).catch((error: unknown) => error);
  expect(ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Say whose: an e-mail is missing\.\n/),
  });
  expect((ended as Error & { stderr: string }).stderr).not.toMatch(/^\s+at /m);
});
