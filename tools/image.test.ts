import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONFIG_NAMES } from '#server/config.ts';
import { lastOf, parseContainerfile, parseIgnored, readAssignments } from './containerfile.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const instructions = parseContainerfile(read('Containerfile'));
const compose = read('compose.yaml');
const settings: readonly string[] = CONFIG_NAMES;

test('an instruction that the folder cannot follow is refused', () => {
  expect(() => parseContainerfile('FROM a\nADD https://example.com/x /x\n')).toThrow('ADD https://example.com/x /x');
  expect(parseContainerfile('COPY --from=build /a \\\n  /b ./\n')).toEqual([
    { name: 'COPY', flags: { from: 'build' }, rest: '/a    /b ./' },
  ]);
});

test('the image has one base that is given by an argument, no root, and settings that the server reads', () => {
  const bases = instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest.split(' ')[0]);
  expect(new Set(bases)).toEqual(new Set(['${NODE_IMAGE}']));
  expect(lastOf(instructions, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const { NODE_ENV, ...given } = readAssignments(lastOf(instructions, 'ENV') ?? '');
  expect(NODE_ENV).toBe('production');
  expect(Object.keys(given).filter((name) => !settings.includes(name))).toEqual([]);
  expect(lastOf(instructions, 'HEALTHCHECK')).toContain(`http://127.0.0.1:${given['PORT']}/readyz`);
  expect(lastOf(instructions, 'EXPOSE')).toBe(given['PORT']);
});

const sources = instructions
  .filter(({ name, flags }) => name === 'COPY' && flags['from'] === undefined)
  .flatMap(({ rest }) => rest.split(' ').slice(0, -1));

test('every path that the image copies from the project exists', () => {
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('nothing enters a build but what the image needs: no secret, no data, no history', () => {
  const isIgnored = parseIgnored(read('.dockerignore'));
  const secret = ['.env', '.env.local', 'server/.env', 'web/.env.production', '.data/feed-key', '.git/config'];
  const needless = [
    'node_modules/pg/package.json',
    'web/node_modules/x',
    'web/dist/index.html',
    'server/start.test.ts',
  ];
  const unknown = ['backup.lsb', 'notes/passwords.txt', 'web.zip'];
  expect([...secret, ...needless, ...unknown].filter((path) => !isIgnored(path))).toEqual([]);
  const needed = ['.npmrc', 'package-lock.json', 'server/main.ts', 'web/app/App.tsx', 'tools/users.ts', 'domain/dial'];
  expect([...needed, ...sources.filter((path) => path !== '.')].filter(isIgnored)).toEqual([]);
});

test('Docker and Podman read the same list: neither looks at another file first', () => {
  const others = ['.containerignore', 'Containerfile.dockerignore', 'Containerfile.containerignore'];
  expect(others.filter((path) => existsSync(join(root, path)))).toEqual([]);
});

test('the folder of the volume belongs to the user of the image', () => {
  const volume = lastOf(instructions, 'VOLUME');
  const copies = instructions.filter(({ name, rest }) => name === 'COPY' && rest.endsWith(` ${volume}`));
  expect(copies.map(({ flags }) => flags['chown'])).toEqual([lastOf(instructions, 'USER')]);
});

test('the servers of compose.yaml have settings that exist, and are the ones that Caddy and Prometheus name', () => {
  const [, block = ''] = /environment: &settings\n((?: {4}\w+: .*\n)+)/.exec(compose) ?? [];
  const names = Array.from(block.matchAll(/^ {4}(\w+):/gm), ([, name = '']) => name);
  expect(names).toContain('DATABASE_APP_URL');
  expect(names.filter((name) => !settings.includes(name))).toEqual([]);
  const servers = Array.from(compose.matchAll(/^ {2}([\w-]+):\n {4}<<: \*app$/gm), ([, name = '']) => name);
  expect(servers.length).toBeGreaterThan(1);
  const { PORT } = readAssignments(lastOf(instructions, 'ENV') ?? '');
  expect(read('ops/Caddyfile')).toContain(`reverse_proxy ${servers.map((name) => `${name}:${PORT}`).join(' ')} {`);
  const [, metricsPort] = /METRICS_PORT: (\d+)/.exec(block) ?? [];
  const targets = servers.map((name) => `'${name}:${metricsPort}'`).join(', ');
  expect(read('ops/prometheus.yml')).toContain(`targets: [${targets}]`);
  expect(compose).toContain('read_only: true');
});
