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
