import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Fault } from './fault.ts';
import { NO_PROBLEMS } from './fault.ts';
import type { World } from './world.ts';

/** How many sessions end in one try: some amid a transaction that has written, some amid a read, some that only wait. */
const SESSIONS_PER_TRY = 5;
const MAX_SEARCH_MS = 10_000;
const FULL_MS = 4000;
const FILLER_BYTES = 1024 * 1024;

/** Ends sessions of the server that are in a transaction, at the moment each is found. */
async function endSessions(world: World): Promise<void> {
  await world.look(async (db) => {
    const latest = Date.now() + MAX_SEARCH_MS;
    for (let ended = 0; ended < SESSIONS_PER_TRY && Date.now() < latest;) {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'lineslip' and datname = current_database() and xact_start is not null
          and (backend_xid is not null or ${ended > 2}) order by random() limit 1`.execute(db);
      ended += rows.length;
    }
  }, 'login');
}

/** Writes until nothing more fits on the disk of the database. */
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

export const DATABASE_FAULTS: readonly Fault[] = [
  {
    name: 'end-session',
    title: 'session ended in a transaction',
    tries: 8,
    setting: { servers: 1, database: 'own' },
    strike: async (world) => {
      await endSessions(world);
      return NO_PROBLEMS;
    },
  },
  {
    name: 'restart-database',
    title: 'restart of PostgreSQL under load',
    tries: 6,
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
      await fillDisk(filler);
      await pause(FULL_MS);
      await rm(filler);
      const from = Date.now();
      // Without room a database may stop for good, and a server with it; then it is started again, as after any crash.
      if (world.victims[0]?.hasEnded()) await world.restart(0);
      return { problems: [], from };
    },
  },
];
