import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { examine, type Finding } from '#server/operations/doctor.ts';
import { runCommand } from './command.ts';

const MARKS = { ok: 'ok  ', note: 'note', fix: 'FIX ' } as const satisfies Record<Finding['state'], string>;

/** `npm run doctor`: what to fix before it matters. Ends with 1 if there is anything. */
await runCommand(async () => {
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  console.log(`${MARKS.ok}  settings  Every setting can be read.`);
  const findings = await examine(config);
  for (const { check, state, text } of findings) console.log(`${MARKS[state]}  ${check.padEnd(8)}  ${text}`);
  const count = findings.filter(({ state }) => state === 'fix').length;
  if (count > 0) console.error(`\n${count === 1 ? '1 thing' : `${count} things`} to fix.`);
  process.exitCode = count > 0 ? 1 : 0;
});
