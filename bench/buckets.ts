import { canonicalJson } from '#domain/audit/canonical.ts';
import { diffEntries } from '#domain/bucket/diff.ts';
import { moveEntry, removeEntry } from '#domain/bucket/edit.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { summariseChanges } from '#domain/bucket/summary.ts';
import { type DialData, EMPTY_DIAL } from '#domain/dial/dial.ts';
import { measureEditPage } from './edit-page.ts';
import { shown, takeTurns } from './measure.ts';

/** `npm run bench -- buckets`: the change summary of 300 against 300 dials, and the edit page and Try a risk with as many. */
const SIZE = 300;
const ROUNDS = 200;

const dataOf = ({ dial_id, version }: Readonly<{ dial_id: string; version: number }>): DialData => ({
  ...EMPTY_DIAL,
  name: `Dial ${dial_id}`,
  dimensions: { revenue_ranges: `[0,${version}000000)`, risk_codes: ['CY', 'CZ'] },
  values: { max_line: 1_000_000 * version, policy_share_cap: 5 },
});

/** Every tenth moved, every seventh at another version, every fifth overridden, twenty replaced. */
function twoSides(): readonly [before: BucketEntries, after: BucketEntries] {
  const before = Array.from({ length: SIZE }, (_, index) => ({ dial_id: String(index), version: 1, overrides: {} }));
  let after: BucketEntries = before.map((entry, index) => ({
    ...entry,
    version: index % 7 === 0 ? 2 : 1,
    overrides: index % 5 === 0 ? { max_line: 750_000 } : {},
  }));
  for (let index = 0; index < SIZE; index += 10) after = moveEntry(after, String(index), ((index * 37) % SIZE) + 1);
  for (let index = 3; index < 63; index += 3) after = removeEntry(after, String(index));
  const added = Array.from({ length: 20 }, (_, index) => ({ dial_id: `new ${index}`, version: 1, overrides: {} }));
  return [before, [...after, ...added]];
}

async function summaries(): Promise<void> {
  const [before, after] = twoSides();
  const times = await takeTurns(
    {
      'the difference alone': async () => diffEntries(before, after),
      'the change summary': async () => summariseChanges(before, after, dataOf),
      'writing both sides as JSON': async () => canonicalJson([before, after]),
    },
    { rounds: ROUNDS, warmUp: 20 },
  );
  const peer = times['writing both sides as JSON'];
  console.log(`\n${SIZE} against ${SIZE} dials, median of ${ROUNDS} in milliseconds, and times the JSON of both`);
  for (const [name, ms] of Object.entries(times)) console.log(`${name.padEnd(32)}${shown(ms, 3)}${shown(ms / peer)}`);
}

await summaries();
if (!(await measureEditPage(SIZE))) process.exitCode = 1;
