import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import peersLockfile from '../bench/evaluation/peers/package-lock.json' with { type: 'json' };
import peersJson from '../bench/evaluation/peers/package.json' with { type: 'json' };
import clickhouseLockfile from '../bench/portfolio/clickhouse/package-lock.json' with { type: 'json' };
import clickhouseJson from '../bench/portfolio/clickhouse/package.json' with { type: 'json' };
import lockfile from '../package-lock.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };

type Package = Readonly<{
  license?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}>;

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Ours, and those of the engines used for comparison. */
const packages = [lockfile, peersLockfile, clickhouseLockfile].flatMap((file) =>
  Object.entries(file.packages as Readonly<Record<string, Package>>).filter(([path]) => path !== ''),
);

/** Licences that allow an internal tool to use the package unmodified. */
const ACCEPTED_LICENCES: ReadonlySet<string | undefined> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'OFL-1.1',
  '(MIT OR CC0-1.0)',
]);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every package in the lockfiles has a licence we accept', () => {
  const others = packages.filter(([, { license }]) => !ACCEPTED_LICENCES.has(license));
  expect(others.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([]);
});

test('the licence in every installed package is the one in the lockfile', () => {
  const installed = Object.entries(lockfile.packages as Readonly<Record<string, Package>>)
    .filter(([path]) => path !== '' && existsSync(join(root, path, 'package.json')))
    .map(([path, { license }]) => ({ path, license, found: licenceOf(JSON.parse(read(`${path}/package.json`))) }));
  expect(installed.length).toBeGreaterThan(Object.keys(packageJson.dependencies).length);
  expect(installed.filter(({ license, found }) => license !== found)).toEqual([]);
});

/** Some old packages still name it in an object or a list. */
function licenceOf({ license, licenses }: { license?: string | { type: string }; licenses?: { type: string }[] }) {
  const named = license ?? licenses?.[0];
  return typeof named === 'object' ? named.type : named;
}

test('README counts the dependencies, and docs/decisions says why each is here', () => {
  const direct = [Object.keys(packageJson.dependencies), Object.keys(packageJson.devDependencies)] as const;
  const all = Object.keys(lockfile.packages).length - 1;
  expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(
    `${direct[0].length} direct dependencies to run and build it, and ${direct[1].length} to test it; ` +
      `with theirs the lockfile has ${all} packages`,
  );
  const [, ...tables] = read('docs/decisions/dependencies.md').split(/^## /m);
  const rows = tables.map((text) => Array.from(text.matchAll(/^\| `([^`]+)` +\| (\S.*?) +\|$/gm), ([, name]) => name));
  expect(rows).toEqual(direct);
});

test('npm run sbom lists every package of the lockfile', () => {
  // With NODE_ENV=production npm leaves out what only tests need.
  const env = { ...process.env, NODE_ENV: '' };
  const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, env, encoding: 'utf8', stdio: 'pipe' });
  const { bomFormat, components } = JSON.parse(printed) as {
    bomFormat: string;
    components: { name: string; licenses?: unknown[] }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const paths = Object.keys(lockfile.packages).filter((path) => path !== '');
  expect(new Set(components.map(({ name }) => name))).toEqual(new Set(paths.map(nameOf)));
  expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([]);
});

test('every package in the lockfiles is pinned by its content, and by no download address', () => {
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('every direct dependency names one version exactly', () => {
  const { dependencies, devDependencies, overrides } = packageJson;
  const beside = [peersJson.dependencies, clickhouseJson.dependencies];
  const versions = [dependencies, devDependencies, overrides, ...beside].flatMap((all) => Object.entries(all));
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('a package that wants to run a script when installed is allowed or denied by name', () => {
  const decided = Object.keys(packageJson.allowScripts);
  const wanting = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect(wanting.filter((name) => !decided.includes(name))).toEqual([]);
});
