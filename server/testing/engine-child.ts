import { holdInstanceLock } from '#server/db/engine/instance-lock.ts';
import { startEngine } from '#server/db/engine/engine.ts';
import { testBinaries } from './test-binaries.ts';

/** The start of a server in a child process, for tests that kill it. Prints one line once it has locked the data folder. */
const dataDir = process.argv[2] ?? '';
const engine = await startEngine({ dataDir, ...(await testBinaries()), report: () => undefined });
await holdInstanceLock(engine.config(), dataDir);
console.log('holding');
