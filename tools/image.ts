import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type Instruction, lastOf, parseContainerfile, parseIgnored, readAssignments } from './containerfile.ts';

const root = join(import.meta.dirname, '..');

/**
 * `npm run image -- <folder>`: follows the Containerfile in a new folder, for machines that cannot build images, then
 * starts the server there with its environment and, as root, as its user. `DATABASE_URL` and `DATA_DIR` must be given.
 */
const [target] = process.argv.slice(2);
if (target === undefined || existsSync(target)) {
  console.error('Name a folder that does not exist: npm run image -- /tmp/lineslip');
  process.exit(1);
}
const instructions = parseContainerfile(readFileSync(join(root, 'Containerfile'), 'utf8'));
const isIgnored = parseIgnored(readFileSync(join(root, '.dockerignore'), 'utf8'));
start(instructions, buildStages(instructions, resolve(target)));

/** Each stage is a folder with its own root. Returns the working folder of the last. */
function buildStages(steps: readonly Instruction[], folder: string): string {
  let stage = '';
  let workdir = '/';
  let env: Record<string, string> = {};
  const inStage = (path: string, of = stage): string =>
    join(folder, of, path.startsWith('/') ? path : join(workdir, path));
  for (const { name, flags, rest } of steps)
    switch (name) {
      case 'FROM':
        stage = / AS (\w+)$/.exec(rest)?.[1] ?? 'image';
        workdir = '/';
        env = {};
        break;
      case 'WORKDIR':
        workdir = rest;
        mkdirSync(inStage('.'), { recursive: true });
        break;
      case 'ENV':
        env = { ...env, ...readAssignments(rest) };
        break;
      case 'COPY':
        copy(rest.split(' '), flags['from'], inStage);
        break;
      case 'RUN':
        console.log(`${stage}: ${rest}`);
        run(rest, inStage('.'), env);
        break;
      default:
    }
  return inStage('.');
}

type InStage = (path: string, of?: string) => string;

function copy(paths: readonly string[], from: string | undefined, inStage: InStage): void {
  const to = paths.at(-1) ?? '.';
  for (const path of paths.slice(0, -1)) {
    const source = from === undefined ? join(root, path) : inStage(path, from);
    // Of a folder the contents are copied.
    cpSync(source, to.endsWith('/') && statSync(source).isFile() ? join(inStage(to), basename(path)) : inStage(to), {
      recursive: true,
      verbatimSymlinks: true,
      ...(from === undefined && { filter: (path: string) => !isIgnored(relative(root, path)) }),
    });
  }
}

function run(command: string, cwd: string, env: Record<string, string>): void {
  const { status } = spawnSync('sh', ['-c', command], { cwd, env: { ...inherited(), ...env }, stdio: 'inherit' });
  if (status !== 0) throw new Error(`"${command}" failed.`);
}

/** The base image has nothing of this machine but Node. */
function inherited(): Record<string, string> {
  const { PATH = '', HOME = '/tmp' } = process.env;
  return { PATH: `${dirname(process.execPath)}:${PATH}`, HOME };
}

/** Whoever starts it gives the settings, as to a container. */
function start(steps: readonly Instruction[], cwd: string): void {
  const [command = '', ...args] = JSON.parse(lastOf(steps, 'CMD') ?? '[]') as string[];
  const [uid, gid] = (lastOf(steps, 'USER') ?? '').split(':').map(Number);
  const asUser = process.getuid?.() === 0 && uid !== undefined && gid !== undefined ? { uid, gid } : {};
  const env = { ...readAssignments(lastOf(steps, 'ENV') ?? ''), ...process.env, ...inherited(), HOME: '/tmp' };
  const server = spawn(command, args, { cwd, env, stdio: 'inherit', ...asUser });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
}
