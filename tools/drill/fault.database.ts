import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Fault, NO_PROBLEMS } from './fault.ts';
import type { World } from './world.ts';

/** How many sessions end per try: in a writing transaction, in a read, or waiting. */
const SESSIONS_PER_TRY = 5;
const MAX_SEARCH_MS = 10_000;
/** How long the disk stays full after it was noticed, and how long noticing may take. */
const FULL_MS = 3000;
const MAX_UNNOTICED_MS = 15_000;
const FILLER_BYTES = 1024 * 1024;

/** Ends sessions of the server that are in a transaction. */
async function endSessions(world: World): Promise<number> {
  return world.query(async (db) => {
    const latest = Date.now() + MAX_SEARCH_MS;
    let ended = 0;
    while (ended < SESSIONS_PER_TRY && Date.now() < latest) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'lineslip' and datname = current_database() and xact_start is not null
          and (backend_xid is not null or ${ended > 2}) order by random() limit 1`.execute(db);
      ended += rows.length;
    }
    return ended;
  }, 'login');
}

/** Writes until the database's disk is full. */
async function fillDisk(file: string): Promise<void> {
  const zeros = Buffer.alloc(FILLER_BYTES);
  const endless = Readable.from(
    (function* () {
      for (;;) yield zeros;
    })(),
  );
  const reason: unknown = await pipeline(endless, createWriteStream(file)).catch((error: unknown) => error);
  if ((reason as NodeJS.ErrnoException | undefined)?.code !== 'ENOSPC') throw reason;
}

/** Fills the disk until changes are refused, and a while longer. False if none was. */
async function stayFull({ ledger, victims }: World, filler: string): Promise<boolean> {
  const start = Date.now();
  const isNoticed = () => (ledger.unavailableAt.at(-1) ?? 0) > start || victims.some((victim) => victim.hasEnded());
  try {
    await fillDisk(filler);
    while (!isNoticed() && Date.now() < start + MAX_UNNOTICED_MS) await pause(FULL_MS / 10);
    await pause(FULL_MS);
    return isNoticed();
  } finally {
    await rm(filler);
  }
}

export const DATABASE_FAULTS: readonly Fault[] = [
  {
    name: 'end-session',
    title: 'session ended in a transaction',
    tries: 6,
    setting: { servers: 1, database: 'own' },
    strike: async (world) => {
      const ended = await endSessions(world);
      return ended > 0 ? NO_PROBLEMS : { problems: ['No session could be ended: none was in a transaction.'] };
    },
  },
  {
    name: 'restart-database',
    title: 'restart of PostgreSQL under load',
    tries: 5,
    setting: { servers: 1, database: 'own' },
    strike: async (world) => {
      await world.restartDatabase();
      return NO_PROBLEMS;
    },
  },
  {
    name: 'disk-full',
    title: 'disk full',
    tries: 3,
    setting: { servers: 1, database: 'embedded', disk: 'small' },
    strike: async (world) => {
      const filler = join(world.folder, 'data/filler');
      const noticed = await stayFull(world, filler);
      const from = Date.now();
      // Without disk space the database and the server may stop for good; then it is restarted, as after any crash.
      if (world.victims[0]?.hasEnded()) await world.restart(0);
      return { problems: noticed ? [] : ['The disk was full, and no change was refused.'], from };
    },
  },
];
