// Prepares a fresh clone for the other commands. Plain JavaScript without dependencies: runs on any Node from 18.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const wants = new Set(process.argv.slice(2));
const log = (line) => wants.has('--quiet') || console.log(line);
process.chdir(root);

install();
if (!wants.has('--no-build')) build();
if (wants.has('--browser')) installChromium();
if (wants.has('--browsers'))
  installForLongRun('Firefox and WebKit, with a screen, mouse and keyboard', {
    'firefox-esr': '/usr/bin/firefox-esr',
    'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
    xvfb: '/usr/bin/Xvfb',
    xdotool: '/usr/bin/xdotool',
  });
if (wants.has('--office'))
  installForLongRun('LibreOffice', {
    'libreoffice-calc': '/usr/bin/soffice',
    'python3-uno': '/usr/lib/python3/dist-packages/uno.py',
  });
if (wants.has('--clock')) installForLongRun('libfaketime', { faketime: '/usr/bin/faketime' });
if (wants.has('--containers'))
  installForLongRun('Docker and debootstrap', {
    'docker.io': '/usr/sbin/dockerd',
    debootstrap: '/usr/sbin/debootstrap',
  });

/** Installs packages if they are missing or the lockfile changed. */
function install() {
  const mark = 'node_modules/.lineslip-lock';
  const fingerprint = hash(['package-lock.json']);
  if (read(mark) === fingerprint && existsSync('node_modules/.bin/node')) return;
  log('Installing packages … (a minute or two the first time)');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], 'The packages could not be installed');
  writeFileSync(mark, fingerprint);
}

/** Builds the screens if any of their sources changed. */
function build() {
  const mark = '.build/screens';
  const fingerprint = hash([
    'package-lock.json',
    'vite.config.ts',
    'tools/api-routes.ts',
    'tools/chunks.ts',
    'tools/page-files.ts',
    'tools/precompress.ts',
    ...sources('web'),
    ...sources('domain'),
    ...sources('contract'),
  ]);
  if (read(mark) === fingerprint && existsSync('web/dist/index.html')) return;
  log('Building the screens …');
  run(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    'The screens could not be built',
  );
  mkdirSync('.build', { recursive: true });
  writeFileSync(mark, fingerprint);
}

/** Chromium for the tests, from Debian's packages: preferably the headless one, which is faster. */
function installChromium() {
  const shell = '/usr/bin/chromium-headless-shell';
  if (process.env.CHROMIUM_PATH || existsSync(shell)) return;
  const whole = existsSync('/usr/bin/chromium');
  if (!canInstall() && !whole)
    stop(
      'The tests in the browser need Chromium. Install it (on Debian: sudo apt-get install chromium-headless-shell), or set CHROMIUM_PATH to the one you have.',
    );
  if (!canInstall()) return;
  log('Installing Chromium …');
  if (!installPackages(['chromium-headless-shell']) && !whole)
    stop('Chromium could not be installed. See the output above.');
}

/** Debian's packages that parts of the long run need, each with the file that it brings. */
function installForLongRun(name, packages) {
  const missing = Object.keys(packages).filter((key) => !existsSync(packages[key]));
  if (missing.length === 0) return;
  if (!canInstall())
    stop(`These tests need ${name}, from Debian or a system like it: sudo apt-get install ${missing.join(' ')}`);
  log(`Installing ${name} …`);
  if (!installPackages(missing)) stop(`${name} could not be installed. See the output above.`);
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function installPackages(names) {
  return (
    attempt('apt-get', ['update', '-qq']) &&
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
  );
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'dist' ? [] : sources(path);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

function hash(files) {
  const sum = createHash('sha256');
  for (const file of files) sum.update(file).update('\0').update(read(file)).update('\0');
  return sum.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'latin1') : '';
}

function run(command, args, failure) {
  if (!attempt(command, args)) stop(`${failure}. See the output above.`);
}

function attempt(command, args) {
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
  const node24 =
    command === process.execPath && existsSync('node_modules/.bin/node')
      ? join(root, 'node_modules/.bin/node')
      : command;
  const { status, error, stdout, stderr } = spawnSync(node24, args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
  if (status !== 0)
    console.error(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim().split('\n').slice(-20).join('\n'));
  return status === 0;
}

function stop(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
