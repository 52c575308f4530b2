import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { SERVER_MODULES, WEB_ROOMS } from './arrows.ts';
import {
  ALLOWED,
  ALLOWED_GLOBALS,
  FORBIDDEN_GLOBALS,
  FORBIDDEN_IMPORTS,
  FORBIDDEN_SOURCES,
  type Fixture,
} from './boundaries.fixture.ts';

const root = join(import.meta.dirname, '..');
/** The project's checks, on trees that only contain the fixtures. */
const CONFIGURATION = [
  'oxlint.config.ts',
  'tools/arrows.ts',
  'tsconfig.base.json',
  'package.json',
  'domain/tsconfig.json',
];
const trees: string[] = [];

async function writeTree(files: readonly Fixture[]): Promise<string> {
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

/** The files whose imports or globals lint reports. */
async function linted(files: readonly Fixture[]): Promise<Set<string>> {
  const report = JSON.parse(await run(await writeTree(files), 'oxlint', '--format=json')) as LintReport;
  // The configuration itself is linted too: two files.
  expect(report.number_of_files).toBe(files.length + 2);
  return new Set(report.diagnostics.filter(({ code }) => BOUNDARY.test(code)).map(({ filename }) => filename));
}

/** The files of the domain with a type error. */
async function mistyped(files: readonly Fixture[]): Promise<Set<string>> {
  const report = await run(await writeTree(files), 'tsc', '-p', 'domain', '--pretty', 'false');
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

const named = (files: readonly Fixture[]): [string, string, string][] =>
  files.map(({ path, source }) => [path.replace(/planted\d+/, '*'), source.split('\n', 1)[0] ?? '', path]);

describe('import rules are enforced', () => {
  test.each([
    ['server', [...Object.keys(SERVER_MODULES), 'testing']],
    ['web', [...WEB_ROOMS.map((room) => room.split('/', 1)[0]), 'testing', 'public', 'dist']],
  ])('every module of the %s is listed in tools/arrows.ts', async (floor, modules) => {
    const folders = (await readdir(join(root, floor), { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect(modules).toEqual(expect.arrayContaining(folders.map(({ name }) => name)));
  });

  test('every server module only imports modules above it in the table, so there are no cycles', () => {
    const order = Object.keys(SERVER_MODULES);
    const backwards = Object.entries(SERVER_MODULES).flatMap(([module, uses]) =>
      uses.filter((used) => order.indexOf(used) >= order.indexOf(module)).map((used) => `${module} imports ${used}`),
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

  test.each(named(ALLOWED))('in %s this is allowed: %s', (_where, _what, path) => {
    expect(lintedAllowed).not.toContain(path);
  });

  test.each(named(ALLOWED_GLOBALS))('in %s this is no type error: %s', (_where, _what, path) => {
    expect(mistypedDomain).not.toContain(path);
  });
});
