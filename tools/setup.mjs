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
if (wants.has('--browsers')) installOtherBrowsers();
if (wants.has('--office')) installLibreOffice();
if (wants.has('--clock')) installClock();

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

/** Firefox, the engine of Safari, and a screen, mouse and keyboard for them. */
function installOtherBrowsers() {
  const programs = {
    'firefox-esr': 'firefox-esr',
    'webkit2gtk-driver': 'WebKitWebDriver',
    xvfb: 'Xvfb',
    xdotool: 'xdotool',
  };
  const missing = Object.keys(programs).filter((name) => !existsSync(`/usr/bin/${programs[name]}`));
  if (missing.length === 0) return;
  if (!canInstall())
    stop(
      `The tests in Firefox and WebKit need Debian or a system like it, and these packages: sudo apt-get install ${missing.join(' ')}`,
    );
  log('Installing Firefox and WebKit …');
  if (!installPackages(missing)) stop('Firefox and WebKit could not be installed. See the output above.');
}

/** What the long tests of sheets open and save files with. */
function installLibreOffice() {
  const programs = { 'libreoffice-calc': '/usr/bin/soffice', 'python3-uno': '/usr/lib/python3/dist-packages/uno.py' };
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  if (missing.length === 0) return;
  if (!canInstall())
    stop(
      `The tests of sheets need LibreOffice from Debian or a system like it: sudo apt-get install ${missing.join(' ')}`,
    );
  log('Installing LibreOffice …');
  if (!installPackages(missing)) stop('LibreOffice could not be installed. See the output above.');
}

/** What the long run moves the clock of tests and databases with. */
function installClock() {
  if (existsSync('/usr/bin/faketime')) return;
  if (!canInstall())
    stop('The tests on other days need libfaketime, from Debian or a system like it: sudo apt-get install faketime');
  log('Installing libfaketime …');
  if (!installPackages(['faketime'])) stop('libfaketime could not be installed. See the output above.');
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
