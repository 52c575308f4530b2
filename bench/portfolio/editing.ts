import { setTimeout as pause } from 'node:timers/promises';
import { startWithPortfolio } from '../../e2e/database.ts';
import type { Bucket } from '#contract/bucket.ts';
import type { Measurement } from '#contract/impact.ts';
import { EMPTY_DIAL } from '#domain/dial/dial.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/connect.ts';
import { borrowDatabase } from '#server/db/open.ts';
import { issueAccessToken } from '#server/identity/issue-token.ts';
import { loadKeys } from '#server/identity/keys.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { median, shown, time } from '../measure.ts';

/**
 * `npm run bench -- editing`: what reading and saving take while ten people edit the same bucket with Impact open, on the
 * demo portfolio, compared with an idle server. Both take turns, so that the machine is the same.
 */
const ROUNDS = Number(process.argv[2] ?? 6);
const CALLS = 40;
const PEOPLE = 10;
/** Between two changes of one person, who looks at the result. */
const EDIT_MS = 1000;
const MAX_TIMES = 1.5;
const BUCKET = '/api/buckets/9101/cyber-privacy-and-tech';

const lineslip = await startWithPortfolio();

async function createToken(): Promise<string> {
  const config = readConfig({ DATA_DIR: lineslip.dataDir, PORT: new URL(lineslip.url).port }, '/');
  const database = await borrowDatabase(config, () => undefined);
  const db = connect(database.config, { as: 'login' });
  const person = DEMO_PEOPLE.find(({ id }) => id === 'demo|underwriter');
  if (person === undefined) throw new Error('There is no underwriter in the demo.');
  const token = await issueAccessToken({ ...config.auth, keys: await loadKeys(db), person, seconds: 3600 });
  await db.destroy();
  await database.close();
  return token;
}

try {
  const authorization = `Bearer ${await createToken()}`;
  const send = async <T>(method: string, path: string, body?: unknown, ifMatch?: string): Promise<T> => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      ...(ifMatch && { 'if-match': `"${ifMatch}"` }),
    };
    const answer = await fetch(`${lineslip.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { live } = await send<Bucket>('GET', BUCKET);
  const impacts: number[] = [];
  const editOnce = async (turn: number) => {
    const entries = live.entries.map((entry, place) =>
      place === turn % live.entries.length ? { ...entry, overrides: { max_line: 100_000 + turn } } : entry,
    );
    const taken = await time(async () => {
      const { state } = await send<Measurement>('POST', `${BUCKET}/impact`, { entries });
      if (state !== 'measured') throw new Error(`Nothing was measured: ${state}.`);
    });
    impacts.push(taken);
  };
  await editOnce(0);
  impacts.length = 0;

  let isEditing = false;
  const edit = async (person: number) => {
    for (let turn = person; isEditing; turn += PEOPLE) {
      await editOnce(turn);
      await pause(EDIT_MS * (0.5 + Math.random()));
    }
  };
  let draft = await send<{ id: string; revision: string }>('POST', '/api/dials', {
    ...EMPTY_DIAL,
    name: 'Measured dial',
  });
  let saves = 0;
  const save = async () => {
    saves += 1;
    const data = { ...EMPTY_DIAL, name: 'Measured dial', description: `Saved ${saves} times.` };
    draft = await send('PUT', `/api/dials/${draft.id}/draft`, data, draft.revision);
  };
  const cases = { read: () => send('GET', BUCKET), save };
  const times = {
    read: { alone: [] as number[], among: [] as number[] },
    save: { alone: [] as number[], among: [] as number[] },
  };
  for (let round = -1; round < ROUNDS; round += 1)
    for (const when of ['alone', 'among'] as const) {
      isEditing = when === 'among';
      const people = isEditing ? Array.from({ length: PEOPLE }, (_, person) => edit(person)) : [];
      for (let call = 0; call < CALLS; call += 1)
        for (const name of ['read', 'save'] as const) {
          const taken = await time(cases[name]);
          if (round >= 0) times[name][when].push(taken);
        }
      isEditing = false;
      await Promise.all(people);
    }
  console.log(`\nMilliseconds until the answer, median; while ${PEOPLE} people edit with Impact open; times; limit`);
  for (const [name, { alone, among }] of Object.entries(times)) {
    const ratio = median(among) / median(alone);
    if (ratio > MAX_TIMES) process.exitCode = 1;
    console.log(
      `${name.padEnd(12)}${shown(median(alone))}${shown(median(among))}${shown(ratio)}   at most ${MAX_TIMES} times`,
    );
  }
  console.log(`an impact   ${shown(median(impacts))}   of ${impacts.length}`);
} finally {
  await lineslip.stop();
}
