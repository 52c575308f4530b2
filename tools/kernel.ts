import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

/**
 * `npm run kernel` builds the WebAssembly that evaluates many risks, and writes it where the domain imports it. Without
 * `--write` it only checks that the committed one is up to date.
 */
const root = join(import.meta.dirname, '..');
const SOURCE = 'domain/evaluation/compiled/assembly/kernel.ts';
const BUILT = 'domain/evaluation/compiled/wasm-module.generated.ts';
const OPTIONS =
  '-O1 --noAssert --runtime stub --enable simd,threads,bulk-memory ' +
  '--importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536';

async function build(): Promise<Uint8Array> {
  let built: Uint8Array | undefined;
  const { error } = await main([SOURCE, ...OPTIONS.split(' '), '--baseDir', root, '--outFile', 'kernel.wasm'], {
    stderr: process.stderr,
    writeFile: (_name, contents) => {
      if (typeof contents !== 'string') built = contents;
    },
  });
  if (error !== null || built === undefined) throw new Error('The kernel cannot be built.');
  return built;
}

const printed = `/** Built from \`assembly/kernel.ts\` by \`npm run kernel\`: WebAssembly, in base64. */
export const KERNEL_MODULE =
  '${Buffer.from(await build()).toString('base64')}';
`;

const path = join(root, BUILT);
if (process.argv.includes('--write')) await writeFile(path, printed);
else if ((await readFile(path, 'utf8').catch(() => '')) !== printed) {
  console.error(`${BUILT} is out of date. Run npm run kernel, and commit it.`);
  process.exitCode = 1;
}
