import { findUnanswered } from './losses.ts';
import { type Fault, NO_PROBLEMS, type FaultResult } from './fault.ts';
import { killDatabase } from './server.ts';
import type { World } from './world.ts';

const MAX_STOP_MS = 30_000;

async function killServer(world: World, index = 0): Promise<void> {
  const victim = world.victims[index];
  victim?.signal('SIGKILL');
  await victim?.ended;
}

/** After SIGTERM a server finishes its requests, exits with 0, and is started again. */
async function terminate(world: World, index: number): Promise<FaultResult> {
  const victim = world.victims[index];
  if (victim === undefined) return NO_PROBLEMS;
  world.ledger.unanswered.clear();
  victim.signal('SIGTERM');
  const hurry = setTimeout(() => victim.signal('SIGKILL'), MAX_STOP_MS);
  const code = await victim.ended;
  clearTimeout(hurry);
  await world.restart(index);
  const cutOff = await world.query((db) => findUnanswered(db, world.ledger));
  const problems = code === 0 ? cutOff : [`After SIGTERM the server exited with ${String(code)}.`, ...cutOff];
  return { problems };
}

export const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'kill-server',
    title: 'kill -9 of the server',
    tries: 6,
    setting: { servers: 1, database: 'embedded' },
    strike: async (world) => {
      await killServer(world);
      await world.restart(0);
      return NO_PROBLEMS;
    },
  },
  {
    name: 'kill-database',
    title: 'kill -9 of the database',
    tries: 4,
    setting: { servers: 1, database: 'embedded' },
    strike: async (world) => {
      killDatabase(world.cluster);
      return NO_PROBLEMS;
    },
  },
  {
    name: 'kill-both',
    title: 'kill -9 of both',
    tries: 6,
    setting: { servers: 1, database: 'embedded' },
    strike: async (world) => {
      killDatabase(world.cluster);
      await killServer(world);
      await world.restart(0);
      return NO_PROBLEMS;
    },
  },
  {
    name: 'sigterm',
    title: 'SIGTERM under load',
    tries: 6,
    setting: { servers: 1, database: 'embedded' },
    strike: (world) => terminate(world, 0),
  },
  {
    name: 'two-servers',
    title: 'two servers, one killed or stopped',
    tries: 8,
    setting: { servers: 2, database: 'own' },
    strike: async (world, attempt) => {
      const index = attempt % 2;
      if (attempt % 4 < 2) return terminate(world, index);
      await killServer(world, index);
      await world.restart(index);
      return NO_PROBLEMS;
    },
  },
];
