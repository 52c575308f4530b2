import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { idOf } from '#server/testing/many-dials.ts';

/**
 * The baseline: an HTTP server without framework, rules or checks. GET reads one version of a dial by one prepared
 * statement; PUT writes what a save writes, in one durable transaction.
 */
const [port, dataDir] = process.argv.slice(2);
const database = await borrowDatabase(readConfig({ DATA_DIR: dataDir }, '/'), () => undefined);
const client = new pg.Client(database.config);
await client.connect();
await client.query('create table bench_audit (like audit_event including indexes)');
let saves = 0;

async function read(url: string): Promise<unknown> {
  const text = 'select data from dial_version where dial_id = $1 and version = 1';
  const { rows } = await client.query({ name: 'read', text, values: [url.slice(1)] });
  return rows[0];
}

async function save(body: string): Promise<unknown> {
  saves += 1;
  const id = idOf(10);
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  await client.query('begin');
  await run('version', 'update dial_version set data = $1 where dial_id = $2 and version = 1', [body, id]);
  await run('dial', 'update dial set saved_at = now(), search_text = $1 where id = $2', [`${saves} ${body}`, id]);
  await run(
    'audit',
    `insert into bench_audit (seq, at, action, object_type, object_id, detail, previous_hash, hash)
     values ($1, now(), 'dial_saved', 'dial', $2, $3, $4, $5)`,
    [saves, id, body, `before ${saves}`, `hash ${saves}`],
  );
  await client.query('commit');
  return { saves };
}

const server = createServer(async (request, response) => {
  const answer = request.method === 'PUT' ? await save(await text(request)) : await read(request.url ?? '');
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
});
server.listen(Number(port), 'localhost', () => console.log('The floor is ready'));
