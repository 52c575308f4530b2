import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Dial } from '#contract/dial.ts';
import { useTestApp } from '#server/testing/app.ts';
import { dialTester } from '#server/testing/dials.ts';
import { execute } from '#server/testing/execute.ts';
import { eventually } from '#server/testing/eventually.ts';

const server = useTestApp();

const { create, save, good, call } = dialTester(server);

/** Locks a row until released, so that a request waits for it inside its transaction. */
async function lockRow(statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client(server.database.config);
  await client.connect();
  await client.query(`begin; ${statement}`);
  const letGo = async (): Promise<void> => {
    await client.end();
  };
  onTestFinished(letGo);
  return letGo;
}

/** Ends the sessions of requests that wait for a lock, and returns their number. */
const endWaitingSessions = async (): Promise<number> =>
  (
    await execute(
      server.database.config,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'lineslip' and wait_event_type = 'Lock'`,
    )
  ).length;

function expectUnavailable(answer: Awaited<ReturnType<typeof call>>, detail: RegExp): void {
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json()).toEqual({
    type: 'urn:lineslip:problem:unavailable',
    title: 'Service unavailable',
    status: 503,
    detail: expect.stringMatching(detail),
  });
}

test('[UA10] a request whose database session ends inside its transaction gets 503, changes nothing, and can be retried', async () => {
  const dial = await create();
  const letGo = await lockRow(`select 1 from dial where id = '${dial.id}' for update`);
  const waiting = save(dial, { description: 'Second' });
  await eventually(async () => expect(await endWaitingSessions()).toBe(1));
  expectUnavailable(await waiting, /^The database is not available.* Check whether your change was saved/);
  await letGo();

  expect((await good('GET', `/api/dials/${dial.id}`)).data.description).toBe('');
  const again = await save(dial, { description: 'Second' });
  expect([again.statusCode, again.json<Dial>().data.description]).toEqual([200, 'Second']);
});

test('a request whose database session ends does not affect concurrent requests', async () => {
  const [stuck, ...others] = [await create(), await create(), await create()];
  const letGo = await lockRow(`select 1 from dial where id = '${stuck.id}' for update`);
  const waiting = save(stuck, { description: 'Second' });
  await eventually(async () => expect(await endWaitingSessions()).toBe(1));
  const answers = await Promise.all(others.map((dial) => save(dial, { description: 'Second' })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await waiting).statusCode).toBe(503);
  await letGo();
});

test('[UA12] a change that finds the disk full gets 503 and leaves no partial change', async () => {
  const dial = await create();
  await execute(
    server.database.config,
    `create function disk_is_full() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file' using errcode = '53100'; end $$;
     create trigger disk_is_full before insert on audit_event execute function disk_is_full()`,
  );
  expectUnavailable(await save(dial, { description: 'Second' }), /^The database is not available/);
  await execute(server.database.config, 'drop trigger disk_is_full on audit_event');
  expect((await good('GET', `/api/dials/${dial.id}`)).data.description).toBe('');
  expect((await save(dial, { description: 'Second' })).statusCode).toBe(200);
});
