import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';

const database = useTestDatabase();

/** The statements prepared on the connection that answers. */
const preparedOn = (text: string) =>
  database.db.connection().execute(async (one) => {
    const run = () => sql.raw(text).execute(one);
    await run();
    await run();
    await run();
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement = ${text}`.execute(one);
    return rows.length;
  });

test.each([
  ['a statement that runs again', 'select name from person order by id', 1],
  ['whatever a table may get in addition', 'select * from person order by id', 0],
  ['several at once', 'select 1; select 2', 0],
])('%s is prepared so many times: %s, %i', async (_what, text, times) => {
  expect(await preparedOn(text)).toBe(times);
});
