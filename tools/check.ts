import { runChecks } from './checks.ts';

/** `npm run check`: types, lint, format and the API description, without running a test. */
const { passed, failed } = runChecks();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
