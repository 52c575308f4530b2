import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

/** A day on which the long run repeats the tests, from ten o'clock there, and the zone of processes, sessions and browser. */
export type TestDay = Readonly<{ day: string; zone: string }>;

const DAY_MS = 86_400_000;
const printDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Modules from which several tests take their content. */
const FIXTURES = ['{web,domain,sdk,server,e2e}/**/*testing*', '{web,server,sdk}/**/testing/**'];

/** Lists the days from today on that fixtures name. On such a day a test could meet a date that it took for a later one. */
export function listFixtureDays(today: string): readonly string[] {
  const files = new Set(FIXTURES.flatMap((pattern) => globSync(`${pattern}.{ts,tsx}`, { cwd: root })));
  const days = [...files].flatMap((file) => findDays(readFileSync(join(root, file), 'utf8')));
  return [...new Set(days)].filter((day) => day >= today).toSorted();
}

/** Finds the days that a text names; what no calendar has, like 30 February, is none. */
export const findDays = (text: string): readonly string[] =>
  (text.match(/\b20\d\d-\d\d-\d\d/g) ?? []).filter((day) => isDay(day));

const isDay = (text: string): boolean => !Number.isNaN(Date.parse(text)) && printDay(Date.parse(text)) === text;

/** The zones of the long run: UTC, and one east and one west of it. */
const ZONES = ['UTC', 'Pacific/Auckland', 'America/Los_Angeles'] as const;

/** Lists the days of the long run, on which dates that tests name, or lengths of months, could matter; its zones in turn. */
export function listTestDays(now: Date): readonly TestDay[] {
  const tomorrow = printDay(now.getTime() + DAY_MS);
  const lastOfMonth = printDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0));
  const days = new Set([tomorrow, lastOfMonth, '2028-02-29', ...listFixtureDays(tomorrow)]);
  return [...days].map((day, index) => ({ day, zone: ZONES[index % ZONES.length] ?? 'UTC' }));
}

/** Returns the environment in which processes, and the databases they start, take it for that day. Timers are as fast as ever. */
export function moveClock({ day, zone }: TestDay): Record<string, string> {
  const [library = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  return {
    LD_PRELOAD: library,
    FAKETIME: `@${day} 10:00:00`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Dates of files are the real ones.
    NO_FAKE_STAT: '1',
    TZ: zone,
    TEST_SESSION_ZONE: zone,
  };
}
