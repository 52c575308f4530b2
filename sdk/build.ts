import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import packageJson from '../package.json' with { type: 'json' };
import { CLIENT_PACKAGE, CLIENT_VERSION } from '#domain/feed/client.ts';

/** `npm run sdk`: the package `@lineslip/client` in `sdk/dist`, as a folder and packed. */
const DIST = join(import.meta.dirname, 'dist');

const MANIFEST = {
  name: '@lineslip/client',
  version: CLIENT_VERSION,
  description: 'Evaluates risks by the live rules of Lineslip.',
  license: packageJson.license,
  type: 'module',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  bin: { 'lineslip-verify': 'cli.js' },
  files: ['index.js', 'index.d.ts', 'cli.js'],
  engines: { node: '>=20' },
  dependencies: { jose: packageJson.dependencies.jose },
};

/** What `sdk/index.ts` exports beside types. */
const DECLARATIONS = `
export declare function openLineslip(options: LineslipOptions): Promise<Lineslip>;

export declare class InvalidRiskError extends Error {
  readonly errors: readonly Readonly<{ path: string; message: string }>[];
}
`;

/** Tests build into folders of their own, because they run at the same time. */
export async function buildPackage(folder = DIST): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of ['index', 'cli']) {
    const bundle = await rolldown({
      input: join(import.meta.dirname, `${name}.ts`),
      platform: 'node',
      external: ['jose'],
      transform: { target: 'node20' },
    });
    await bundle.write({ file: join(folder, `${name}.js`), format: 'esm', codeSplitting: false });
    await bundle.close();
  }
  const types = await readFile(join(import.meta.dirname, 'types.ts'), 'utf8');
  await writeFile(join(folder, 'index.d.ts'), `${types}${DECLARATIONS}`);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  return folder;
}

/** Packs the folder for `npm publish`. */
export async function packPackage(folder: string, destination: string): Promise<void> {
  await promisify(execFile)('npm', ['pack', '--loglevel=error', '--pack-destination', destination], { cwd: folder });
}

if (import.meta.main) {
  await packPackage(await buildPackage(), DIST);
  console.log(`Wrote sdk/dist/${CLIENT_PACKAGE}.`);
}
