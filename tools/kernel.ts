import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';
import { VALUE_KEYS } from '#domain/value/registry.ts';

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

/** The module for this many values, in base64. */
export async function buildKernel(values: number): Promise<string> {
  const source = await readFile(join(root, SOURCE), 'utf8');
  let built: Uint8Array | undefined;
  const { error } = await main(['kernel.ts', ...OPTIONS.split(' '), '--outFile', 'kernel.wasm'], {
    stderr: process.stderr,
    readFile: (name) => (name === 'kernel.ts' ? `const VALUES: u64 = ${values};\n${source}` : null),
    writeFile: (_name, contents) => {
      if (typeof contents !== 'string') built = contents;
    },
  });
  if (error !== null || built === undefined) throw new Error('The kernel cannot be built.');
  return Buffer.from(built).toString('base64');
}

async function checkKernel(isWriting: boolean): Promise<void> {
  const printed = `import type { ValueKey } from '#domain/value/registry.ts';

/* Built from \`assembly/kernel.ts\` by \`npm run kernel\`. */

/** The values it was built for, in order. */
export const KERNEL_VALUES = {
${VALUE_KEYS.map((key, index) => `  ${key}: ${index},\n`).join('')}} as const satisfies Record<ValueKey, number>;

/** WebAssembly, in base64. */
export const KERNEL_MODULE =
  '${await buildKernel(VALUE_KEYS.length)}';
`;
  const path = join(root, BUILT);
  if (isWriting) await writeFile(path, printed);
  else if ((await readFile(path, 'utf8').catch(() => '')) !== printed) {
    console.error(`${BUILT} is out of date. Run npm run kernel, and commit it.`);
    process.exitCode = 1;
  }
}

if (import.meta.main) await checkKernel(process.argv.includes('--write'));
