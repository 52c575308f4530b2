import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '#contract/client.ts';
import { type ApiContract, contract } from '#contract/contract.ts';
import { DEMO_PEOPLE } from '#server/user/demo-people.ts';
import { freePort } from './testing/child-server.ts';
import { createOwnDatabase } from './testing/database.ts';
import { openPort } from './testing/open-port.ts';

const root = join(import.meta.dirname, '..');
const execute = promisify(execFile);
const MINUTE_MS = 60_000;

/** Repeats what takes long in a container until it works. */
const waitUntil = <T>(check: () => Promise<T>, timeout: number): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 200 });

type Docker = (...args: string[]) => Promise<string>;

/** A Docker daemon of this test alone: a socket, images and volumes in a folder that is removed. It changes no network. */
async function startDocker(): Promise<Docker> {
  const folder = await mkdtemp(join(tmpdir(), 'lineslip-docker-'));
  const socket = join(folder, 'socket');
  const daemon = spawn(
    '/usr/sbin/dockerd',
    [
      `--data-root=${join(folder, 'data')}`,
      `--exec-root=${join(folder, 'run')}`,
      `--pidfile=${join(folder, 'pid')}`,
      `--host=unix://${socket}`,
      '--bridge=none',
      '--iptables=false',
      '--ip6tables=false',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(daemon, 'exit');
  onTestFinished(async () => {
    daemon.kill('SIGTERM');
    await ended;
    // The daemon leaves the network of the host mounted there, if a container used it.
    await execute('umount', [join(folder, 'run/netns/default')]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  });
  const docker: Docker = async (...args) => {
    const env = { PATH: process.env['PATH'], DOCKER_HOST: `unix://${socket}`, DOCKER_BUILDKIT: '0' };
    const { stdout } = await execute('docker', args, { cwd: root, env, maxBuffer: 1 << 28 });
    return stdout.trim();
  };
  await waitUntil(() => docker('version'), MINUTE_MS);
  return docker;
}

/** A base image like the one that the Containerfile names: Debian, Node and npm, with the certificates of this machine. */
async function importBase(docker: Docker): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lineslip-base-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await execute('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder], {
    maxBuffer: 1 << 28,
  });
  const bin = join(folder, 'usr/local/bin');
  const modules = join(folder, 'usr/local/lib/node_modules');
  await Promise.all([bin, modules].map((path) => mkdir(path, { recursive: true })));
  await cp(join(root, 'node_modules/node/bin/node'), join(bin, 'node'), { dereference: true });
  const { stdout: npm } = await execute('which', ['npm'], { cwd: root });
  await cp(dirname(dirname(await realpath(npm.trim()))), join(modules, 'npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'));
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  await cp(certificates, join(folder, certificates));
  const archive = `${folder}.tar`;
  onTestFinished(() => rm(archive, { force: true }));
  await execute('tar', ['--create', '--file', archive, '--directory', folder, '.']);
  await docker('import', '--change', `ENV NODE_EXTRA_CA_CERTS=${certificates}`, archive, 'base');
  return 'base';
}

type Container = Readonly<{ baseUrl: string; name: string }>;

async function runImage(docker: Docker, name: string, databaseUrl: string): Promise<Container> {
  const port = await freePort();
  const settings = { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: String(port), SIGN_IN: 'demo' };
  await docker(
    'run',
    '--detach',
    `--name=${name}`,
    '--network=host',
    '--read-only',
    '--tmpfs=/tmp',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    '--volume=lineslip-data:/data',
    ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    'lineslip',
  );
  const container = { name, baseUrl: `http://127.0.0.1:${port}` };
  await waitUntil(async () => {
    const isReady = await fetch(`${container.baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isReady) throw new Error(await docker('logs', name));
  }, 5 * MINUTE_MS);
  return container;
}

/** Calls the API as the demo's administrator, with a token that the command in the container prints. */
async function callAs(docker: Docker, { name, baseUrl }: Container) {
  const administrator = DEMO_PEOPLE.find(({ id }) => id === 'demo|administrator');
  const token = await docker('exec', name, 'node', 'tools/token.ts', administrator?.email ?? '');
  return createClient<ApiContract>(contract, { baseUrl, token: async () => token });
}

const RISKS = ['Reference,Class of business,Revenue', 'A-1,Cargo,1000000', 'A-2,Cargo,2000000', 'A-3,Hull,3000000'];

async function loadPortfolio(client: Awaited<ReturnType<typeof callAs>>, name: string) {
  const bytes = new TextEncoder().encode(RISKS.join('\n'));
  let load = await client.startPortfolioLoad({ body: { name: `${name}.csv`, bytes: bytes.length } });
  const { id } = load;
  await client.sendPortfolioPart({ params: { loadId: id }, query: { at: 0 }, bytes });
  const waitFor = async (phase: typeof load.phase) =>
    waitUntil(async () => {
      load = await client.getPortfolioLoad({ params: { loadId: id } });
      expect(load).toMatchObject({ phase, problem: null });
    }, MINUTE_MS);
  await waitFor('checked');
  await client.keepPortfolioLoad({ params: { loadId: id }, body: { name, period: null, rows: 'leave_out' } });
  await waitFor('kept');
}

test('the image loads a portfolio and measures with a named volume, a read-only root and no rights; a second one takes over', async () => {
  const docker = await startDocker();
  const base = await importBase(docker);
  await docker(
    'build',
    '--network=host',
    '--build-arg',
    `NODE_IMAGE=${base}`,
    '--file',
    'Containerfile',
    '--tag',
    'lineslip',
    '.',
  );
  expect(await docker('run', '--rm', '--entrypoint', 'ls', 'lineslip', '-A')).not.toMatch(
    /\.env|\.git|\.data|e2e|docs/,
  );
  const { config } = await createOwnDatabase();
  const databaseUrl = await openPort(config);

  const first = await runImage(docker, 'first', databaseUrl);
  const client = await callAs(docker, first);
  await loadPortfolio(client, 'From a container');
  const impact = { params: { partner: 9101, cob: 'cargo' }, body: { entries: [] } };
  await waitUntil(
    async () => expect(await client.measureImpact(impact)).toMatchObject({ state: 'measured' }),
    MINUTE_MS,
  );
  expect(await docker('exec', 'first', 'stat', '--format=%u:%g', '/data/audit-key')).toBe('1000:1000');

  const second = await runImage(docker, 'second', databaseUrl);
  await docker('stop', '--time=20', 'first');
  expect(await docker('inspect', '--format={{.State.ExitCode}}', 'first')).toBe('0');
  const next = await callAs(docker, second);
  await loadPortfolio(next, 'From the second');
  expect(await next.measureImpact(impact)).toMatchObject({ state: 'measured' });
  await docker('stop', '--time=20', 'second');
  expect(await docker('inspect', '--format={{.State.ExitCode}}', 'second')).toBe('0');
});
