import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { SERVER_ROOMS, WEB_ROOMS } from './arrows.ts';
import {
  ALLOWED,
  ALLOWED_GLOBALS,
  FORBIDDEN_GLOBALS,
  FORBIDDEN_IMPORTS,
  FORBIDDEN_SOURCES,
  type Planted,
} from './boundaries.fixture.ts';

const root = join(import.meta.dirname, '..');
/** The checks as the project configures them, on trees that hold nothing but what is planted. */
const CONFIGURATION = [
  'oxlint.config.ts',
  'tools/arrows.ts',
  'tsconfig.base.json',
  'package.json',
  'domain/tsconfig.json',
];
const trees: string[] = [];

async function plantTree(files: readonly Planted[]): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'lineslip-boundaries-'));
  trees.push(tree);
  for (const file of CONFIGURATION) await cp(join(root, file), join(tree, file), { recursive: true });
  for (const { path, source } of files) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), source);
  }
  return tree;
}

const run = (cwd: string, tool: string, ...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const bin = join(root, 'node_modules/.bin', tool);
    execFile(bin, args, { cwd, maxBuffer: 1 << 28 }, (_error, stdout) => resolve(stdout));
  });

type LintReport = { number_of_files: number; diagnostics: { code: string; filename: string }[] };
const BOUNDARY = /no-restricted-(imports|globals|properties)/;

/** The files whose imports or globals lint objects to. */
async function linted(files: readonly Planted[]): Promise<Set<string>> {
  const report = JSON.parse(await run(await plantTree(files), 'oxlint', '--format=json')) as LintReport;
  // The configuration itself is linted too: two files.
  expect(report.number_of_files).toBe(files.length + 2);
  return new Set(report.diagnostics.filter(({ code }) => BOUNDARY.test(code)).map(({ filename }) => filename));
}

/** The files of the domain with a type error. */
async function mistyped(files: readonly Planted[]): Promise<Set<string>> {
  const report = await run(await plantTree(files), 'tsc', '-p', 'domain', '--pretty', 'false');
  return new Set(Array.from(report.matchAll(/^(\S+?)\(\d+,\d+\): error/gm), ([, file]) => file ?? ''));
}

let lintedForbidden: Set<string>;
let lintedAllowed: Set<string>;
let mistypedDomain: Set<string>;
beforeAll(async () => {
  lintedForbidden = await linted([...FORBIDDEN_IMPORTS, ...FORBIDDEN_SOURCES]);
  lintedAllowed = await linted(ALLOWED);
  mistypedDomain = await mistyped([...FORBIDDEN_GLOBALS, ...ALLOWED_GLOBALS]);
}, 60_000);
afterAll(async () => {
  for (const tree of trees) await rm(tree, { recursive: true, force: true });
});

const named = (files: readonly Planted[]): [string, string, string][] =>
  files.map(({ path, source }) => [path.replace(/planted\d+/, '*'), source.split('\n', 1)[0] ?? '', path]);

describe('the arrows of the house are facts', () => {
  test.each([
    ['server', [...Object.keys(SERVER_ROOMS), 'testing']],
    ['web', [...Object.keys(WEB_ROOMS), 'testing', 'public', 'dist']],
  ])('every room of the %s stands in the table of arrows', async (floor, rooms) => {
    const folders = (await readdir(join(root, floor), { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect(rooms).toEqual(expect.arrayContaining(folders.map(({ name }) => name)));
  });

  test('every room of the server imports only rooms that stand above it in the table, so there is no circle', () => {
    const order = Object.keys(SERVER_ROOMS);
    const backwards = Object.entries(SERVER_ROOMS).flatMap(([room, uses]) =>
      uses.filter((used) => order.indexOf(used) >= order.indexOf(room)).map((used) => `${room} imports ${used}`),
    );
    expect(backwards).toEqual([]);
  });

  test.each(named(FORBIDDEN_IMPORTS))('in %s lint reports: %s', (_where, _what, path) => {
    expect(lintedForbidden).toContain(path);
  });

  test.each(named(FORBIDDEN_SOURCES))('in %s lint reports: %s', (_where, _what, path) => {
    expect(lintedForbidden).toContain(path);
  });

  test.each(named(FORBIDDEN_GLOBALS))('in %s it is a type error: %s', (_where, _what, path) => {
    expect(mistypedDomain).toContain(path);
  });

  test.each(named(ALLOWED))('in %s nobody minds: %s', (_where, _what, path) => {
    expect(lintedAllowed).not.toContain(path);
  });

  test.each(named(ALLOWED_GLOBALS))('in %s this is no type error: %s', (_where, _what, path) => {
    expect(mistypedDomain).not.toContain(path);
  });
});
