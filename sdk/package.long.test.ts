import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT_PACKAGE } from '#domain/feed/client.ts';
import { buildPackage, packPackage } from './build.ts';
import { createToken, LINE, RISK } from './testing/feed.ts';
import { startFeedServer } from './testing/server.ts';
import { signer } from './testing/world.ts';

/** As its users get it: packed, installed into an empty folder, on every version of Node that it supports. */
const VERSIONS = [20, 22, 24];
const run = promisify(execFile);
const INSTALL = ['install', '--no-audit', '--no-fund', '--loglevel=error'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lineslip-package-'));
  const dist = await buildPackage(join(folder, 'client'));
  await packPackage(dist, folder);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await run('npm', [...INSTALL, join(folder, CLIENT_PACKAGE)], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

const ENGINE = `
import { InvalidRiskError, openLineslip } from '@lineslip/client';
const [options, risk] = JSON.parse(process.argv[2]);
const lineslip = await openLineslip(options);
const query = { partner: 9101, cob: 'cargo', risk };
const lines = [lineslip.evaluate(query).values.max_line];
lineslip.onChange(async () => {
  lines.push(lineslip.evaluate(query).values.max_line);
  await lineslip.close();
  console.log(JSON.stringify({ version: process.version, lines }));
});
try {
  lineslip.evaluate({ ...query, risk: {} });
} catch (error) {
  if (error instanceof InvalidRiskError) console.error(JSON.stringify(error.errors.map(({ path }) => path)));
}
`;

async function installNode(version: number): Promise<string> {
  const place = join(folder, `node${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  await mkdir(place);
  await writeFile(join(place, 'package.json'), '{}');
  await run('npm', [...INSTALL, `${name}@${version}`], { cwd: place }).catch((error: unknown) => {
    throw new Error(`The registry has no Node ${version} for ${process.platform} ${process.arch}.`, { cause: error });
  });
  return join(place, 'node_modules', name, 'bin/node');
}

test.each(VERSIONS)('it runs on Node %i', async (version) => {
  const node = await installNode(version);
  const server = await startFeedServer();
  const jws = await server.publish(signer, { sequence: 1 });
  const options = { url: server.url, token: createToken(), keys: { keys: [signer.key] } };
  const script = join(folder, `engine${version}.js`);
  await writeFile(script, ENGINE);
  const engine = run(node, [script, JSON.stringify([{ ...options, directory: join(folder, `d${version}`) }, RISK])]);
  await expect.poll(() => server.statuses.length).toBeGreaterThan(0);
  await server.publish(signer, { sequence: 2 });
  const { stdout, stderr } = await engine;
  expect(JSON.parse(stdout)).toEqual({
    version: expect.stringContaining(`v${version}.`),
    lines: [LINE + 1, LINE + 2],
  });
  expect(stderr).toContain('["date"]');
  expect(server.batches).toMatchObject([{ buckets: [{ decisions: 1 }, { decisions: 1 }] }]);
  expect(server.statuses.at(0)).toMatchObject({ sequence: 1, conformance: { failed: [] } });
  await server.close();

  await writeFile(join(folder, 'release.jws'), jws);
  await writeFile(join(folder, 'keys.json'), JSON.stringify(options.keys));
  const cli = join(folder, 'node_modules/.bin/lineslip-verify');
  const verify = (...args: string[]) => run(node, [cli, ...args], { cwd: folder });
  expect((await verify('release.jws', '--keys', 'keys.json')).stdout).toBe(
    'Signature valid. Sequence 1, production, 3 partners, 3 buckets.\n',
  );
  await expect(verify('package.json', '--keys', 'keys.json')).rejects.toMatchObject({ code: 1 });
});

test('its types describe what it does', async () => {
  const source = `
import { openLineslip, type LineslipAnswer } from '@lineslip/client';
const lineslip = await openLineslip({ url: '', token: '', keys: { keys: [] }, directory: '' });
const answer: LineslipAnswer = lineslip.evaluate({ partner: 9101, cob: 'cargo', risk: { date: '2026-12-01' } });
export const line: number | undefined = answer.winners.max_line?.value;
// @ts-expect-error -- a value that does not exist
export const other = answer.values.colour;
`;
  await writeFile(join(folder, 'types.ts'), source);
  const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc');
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'types.ts'];
  await expect(run(tsc, flags, { cwd: folder })).resolves.toMatchObject({ stdout: '' });
});
