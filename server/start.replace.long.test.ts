import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { BucketEvent } from '#contract/bucket-event.ts';
import { type Client, createClient } from '#contract/client.ts';
import { type ApiContract, contract } from '#contract/contract.ts';
import { Problem } from '#contract/problem.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { addBuckets } from './bucket/bucket.change.ts';
import { readConfig } from './config.ts';
import { transaction } from './db/transaction.ts';
import { issueAccessToken } from './identity/issue-token.ts';
import { loadKeys } from './identity/keys.ts';
import { startBalancer } from './testing/balancer.ts';
import { freePort, spawnServer } from './testing/child-server.ts';
import { addressOf, createFilledDatabase, createOwnDatabase, type TestDatabase } from './testing/database.ts';
import { eventually } from './testing/eventually.ts';
import { addManyDials } from './testing/many-dials.ts';
import { DEMO_PEOPLE } from './user/demo-people.ts';

const PEOPLE = 50;
/** Saves of all people together in each phase: before the stop, without the server, and after its replacement. */
const SAVES_PER_PHASE = 120;
const FIRST_LINE = 1_000_000;
/** How long a page waits until it asks again; shorter than in a browser. */
const RETRY_MS = 50;

type Api = Client<ApiContract>;
type BucketRef = Readonly<{ partner: number; cob: string }>;
type Entry = Readonly<{ dial_id: string; version: number }>;
type Save = Readonly<{ revision: string; startedAt: number }>;

/** People of the directory, which every change asks, with the rights of the demo underwriter; and a bucket for each. */
async function addPeople({ db }: TestDatabase) {
  const underwriter = DEMO_PEOPLE.find(({ id }) => id === 'demo|underwriter');
  if (underwriter === undefined) throw new Error('There is no demo underwriter.');
  await sql`
    insert into person (id, name, email, given_name, family_name, permissions, directory, is_demo, verification, verified_at)
    select 'demo|' || number, name || ' ' || number, number || email, given_name, family_name, permissions, directory,
      is_demo, verification, verified_at
    from person, generate_series(1, ${PEOPLE}) as number where id = ${underwriter.id}`.execute(db);
  const partners = await db.selectFrom('partner').select('number').orderBy('number').execute();
  const buckets = partners
    .flatMap(({ number: partner }) => CLASSES.map(({ slug }) => ({ partner, cob: slug })))
    .slice(0, PEOPLE);
  await transaction(db, (trx) =>
    addBuckets(
      { trx, at: new Date() },
      buckets.map((bucket) => ({ ...bucket, appetite: 1 })),
    ),
  );
  return buckets.map((bucket, index) => ({ person: { ...underwriter, id: `demo|${index + 1}` }, bucket }));
}

/** What the page of a person can meet while a server is replaced: it asks again. */
const isRetryable = (error: unknown): boolean =>
  error instanceof Problem ? error.kind === 'unavailable' : error instanceof TypeError;

/** A person who saves the draft of a bucket again and again, like the editor does. */
function editor(api: Api, params: BucketRef, entry: Entry) {
  const saves: Save[] = [];
  const failures: string[] = [];
  let retries = 0;
  let revision = '';
  const lineOf = (number: number) => FIRST_LINE + number;

  const read = async () => {
    const bucket = await api.getBucket({ params });
    revision = bucket.revision;
    return bucket.draft?.entries[0]?.overrides.max_line;
  };
  const retry = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isRetryable(error)) throw error;
        retries += 1;
        await pause(RETRY_MS);
      }
    }
  };
  /** One save, with as many attempts as it needs. The revision makes sure that it is done once. */
  const save = async (): Promise<void> => {
    const startedAt = performance.now();
    const before = retries;
    const line = lineOf(saves.length + 1);
    const body = { entries: [{ ...entry, overrides: { max_line: line } }] };
    await retry(async () => {
      try {
        ({ revision } = await api.saveBucketDraft({ params, body }, { ifMatch: revision }));
      } catch (error) {
        // The answer to an attempt before was lost, but not the save.
        const isOwn = error instanceof Problem && error.kind === 'stale' && retries > before && (await read()) === line;
        if (!isOwn) throw error;
      }
    });
    saves.push({ revision, startedAt });
  };
  return {
    saves,
    failures,
    lastLine: () => lineOf(saves.length),
    read: () => retry(read),
    async work(isOver: () => boolean): Promise<void> {
      await retry(read);
      try {
        while (!isOver()) await save();
      } catch (error) {
        failures.push(String(error));
      }
    },
    save,
  };
}

/** The event stream of a page: it reconnects by itself, and then reads everything again. */
function watcher(api: Api) {
  const over = new AbortController();
  const revisions = new Set<string>();
  const openedAt: number[] = [];
  let isOpen = false;
  const keepConnected = async (): Promise<void> => {
    while (!over.signal.aborted) {
      try {
        const bytes = await api.watchBuckets({}, { signal: over.signal });
        openedAt.push(performance.now());
        isOpen = true;
        let text = '';
        for await (const chunk of bytes.pipeThrough(new TextDecoderStream())) {
          const parts = (text + chunk).split('\n\n');
          text = parts.pop() ?? '';
          for (const part of parts.filter((one) => one.startsWith('data: '))) {
            const event = JSON.parse(part.slice('data: '.length)) as BucketEvent;
            if ('revision' in event) revisions.add(event.revision);
            else if (event.kind === 'resync') openedAt.push(performance.now());
          }
        }
      } catch (error) {
        if (!over.signal.aborted && !isRetryable(error)) throw error;
      }
      isOpen = false;
      if (!over.signal.aborted) await pause(RETRY_MS);
    }
  };
  const ended = keepConnected();
  onTestFinished(async () => {
    over.abort();
    await ended.catch(() => undefined);
  });
  return {
    isOpen: () => isOpen,
    hasReceived: (revision: string) => revisions.has(revision),
    countReopened: () => openedAt.length - 1,
    /** Neither received, nor read again after it began. */
    hasMissed: ({ revision, startedAt }: Save) => !revisions.has(revision) && !openedAt.some((at) => at > startedAt),
  };
}

test.each([
  ['stopped', 'SIGTERM', 0],
  ['killed', 'SIGKILL', null],
] as const)(
  '[LD7] one of three servers is %s and replaced while fifty people work: nothing is lost, and streams resume',
  { timeout: 600_000 },
  async (_how, signal, code) => {
    const database = await createOwnDatabase(createFilledDatabase);
    // With an existing dial no demo content is added.
    await addManyDials(database.db, { count: 1, by: 'demo|underwriter', at: new Date() });
    const people = await addPeople(database);
    const [port, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()];
    const PUBLIC_URL = `http://localhost:${port}`;
    const start = (own: number) =>
      spawnServer({
        PORT: String(own),
        PUBLIC_URL,
        DATABASE_URL: addressOf(database.config),
        TRUSTED_PROXIES: '127.0.0.1, ::1',
      });
    const isUp = `Lineslip is ready at ${PUBLIC_URL}\n`;
    const servers = ports.map(start);
    await Promise.all(servers.map((server) => server.printed(isUp)));
    const { backends } = await startBalancer(port ?? 0, ports);

    const { auth } = readConfig({ PUBLIC_URL }, '/');
    const keys = await loadKeys(database.db);
    const apis = await Promise.all(
      people.map(async ({ person }) => {
        const token = await issueAccessToken({ ...auth, keys, person, seconds: 600 });
        return createClient<ApiContract>(contract, { baseUrl: PUBLIC_URL, token: async () => token });
      }),
    );
    const [first] = apis;
    if (first === undefined) throw new Error('There is nobody.');
    const made = await first.createDial({ body: { name: 'Of all buckets' } });
    const dial = await first.publishDraft({ params: { dialId: made.id } }, { ifMatch: made.revision });
    const entry = { dial_id: dial.id, version: dial.version };

    const watchers = apis.map(watcher);
    await eventually(() => expect(watchers.every(({ isOpen }) => isOpen())).toBe(true));
    const editors = apis.map((api, index) => editor(api, people[index]?.bucket ?? { partner: 0, cob: '' }, entry));
    const countSaves = () => editors.reduce((sum, { saves }) => sum + saves.length, 0);
    let isOver = false;
    const work = editors.map((one) => one.work(() => isOver));
    const untilMoreSaves = () => {
      const enough = countSaves() + SAVES_PER_PHASE;
      return eventually(() => expect(countSaves()).toBeGreaterThan(enough));
    };

    await untilMoreSaves();
    const [replaced] = backends;
    const [stopped] = servers;
    stopped?.signal(signal);
    expect(await stopped?.exited).toBe(code);
    await untilMoreSaves();
    const servedBefore = replaced?.served ?? 0;
    await start(ports[0] ?? 0).printed(isUp);
    await untilMoreSaves();
    await eventually(() => expect(replaced?.served).toBeGreaterThan(servedBefore));
    isOver = true;
    await Promise.all(work);

    expect(editors.flatMap(({ failures }) => failures)).toEqual([]);
    for (const one of editors) expect(await one.read()).toBe(one.lastLine());
    // Each save was done once.
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_event where action = 'bucket_draft_saved'`.execute(database.db);
    expect(rows).toEqual([{ count: countSaves() }]);

    // All streams are open, those of the replaced server again, and everyone hears of the next save.
    expect(watchers.filter(({ countReopened }) => countReopened() > 0).length).toBeGreaterThanOrEqual(PEOPLE / 3 - 1);
    await eventually(() => expect(watchers.every(({ isOpen }) => isOpen())).toBe(true));
    await editors[0]?.save();
    const last = editors[0]?.saves.at(-1)?.revision ?? '';
    await eventually(() => expect(watchers.every(({ hasReceived }) => hasReceived(last))).toBe(true));
    const all = editors.flatMap(({ saves }) => saves);
    expect(watchers.flatMap(({ hasMissed }) => all.filter(hasMissed))).toEqual([]);
  },
);
