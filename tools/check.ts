import { runChecks } from './checks.ts';

/** `npm run check`: types, lint, format and the API description, without tests. */
const { passed, failed } = await runChecks();
console.log(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
