import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { DOCUMENT_EXAMPLE, documentSchema, releaseSchema } from '#contract/feed-content.ts';
import { keysCommand, verifyCommand } from '#domain/feed/client.ts';
import { readDocument } from '#domain/feed/document.ts';
import { readRelease } from '#domain/feed/release.ts';
import packageJson from '../package.json' with { type: 'json' };

/** Whoever copies a sample of the documents gets what the sentence beside it says. */
const root = join(import.meta.dirname, '..');
const PATHS = globSync('{README.md,CONTRIBUTING.md,docs/*.md}', { cwd: root });
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const SAMPLES = PATHS.flatMap((path) =>
  Array.from(read(path).matchAll(/^```(\w+)\n([^]*?)^```$/gm), ([, language = '', text = '']) => ({
    path,
    language,
    text,
  })),
);
const samplesOf = (language: string) => SAMPLES.filter((sample) => sample.language === language);

/** The lines of a shell, without comments; a line that goes on with the next one is one. */
const COMMANDS = samplesOf('sh').flatMap(({ path, text }) =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ path, line })),
);
/** Commands in sentences, and those that a screen shows. */
const SHOWN = [
  ...COMMANDS.map(({ line }) => line),
  ...[...PATHS, 'web/admin/engines/NewToken.tsx', 'CHANGELOG.md'].flatMap((path) =>
    Array.from(read(path).matchAll(/[`']((?:npx|npm) [^`']+)[`']/g), ([, line = '']) => line),
  ),
  verifyCommand('feed.jws', 'keys.json'),
  keysCommand('keys.json'),
];

test('npx runs what is installed here, and no name that anybody may register', () => {
  const installed = new Set(Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies }));
  const isOurs = (command: string): boolean => {
    const [, name = ''] = command.split(/\s+/);
    return installed.has(name === 'playwright' ? '@playwright/test' : name);
  };
  const commands = SHOWN.flatMap((line) => line.match(/\bnpx .+/g) ?? []);
  expect(commands.length).toBeGreaterThan(3);
  expect(commands.filter((command) => !isOurs(command))).toEqual([]);
});

test('no output of npm run is written into a file: npm prints a banner of its own into it', () => {
  expect(SHOWN.filter((line) => /npm run (?!--silent)[^|;&]*\s>>?\s/.test(line))).toEqual([]);
  expect(SHOWN).toContain(keysCommand('keys.json'));
});

test('every sample of a shell is one to bash', async () => {
  expect(COMMANDS.length).toBeGreaterThan(20);
  for (const { path, text } of samplesOf('sh'))
    await expect(promisify(execFile)('bash', ['-n', '-c', text]), `${path}: ${text}`).resolves.toBeDefined();
});

test('samples of JSON are what they are about: a release and a document that an engine reads', () => {
  const [release = '', document = '', statement = '', ...others] = samplesOf('json').map(({ text }) => text);
  expect(others).toEqual([]);
  expect(readRelease(release, 'production')).toEqual(releaseSchema.parse(JSON.parse(release)));
  expect(readDocument(document)).toEqual(documentSchema.parse(JSON.parse(document)));
  expect(JSON.parse(document)).toEqual(DOCUMENT_EXAMPLE);
  expect(Object.keys(JSON.parse(statement) as object)).toEqual(['channel', 'kid', 'statement', 'x']);
});

/** What a sample takes as given. */
const GIVEN = `
import { openLineslip, type LineslipOptions, type LineslipRisk } from '@lineslip/client';
declare const url: string;
declare const token: string;
declare const keys: LineslipOptions['keys'];
declare const directory: string;
declare const risk: LineslipRisk;
`;

test('samples of TypeScript compile', async () => {
  const folder = join(root, '.build/doc-samples');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const samples = samplesOf('ts');
  expect(samples.length).toBeGreaterThan(1);
  for (const [index, { text }] of samples.entries()) {
    const given = GIVEN.replace(/import .+\n/, text.includes("from '@lineslip/client'") ? '' : '$&');
    const types = text.includes("from '@lineslip/client'")
      ? "import type { LineslipOptions, LineslipRisk } from '@lineslip/client';\n"
      : '';
    await writeFile(join(folder, `sample${index}.ts`), `${types}${given}${text}`);
  }
  const compilerOptions = {
    paths: { '@lineslip/client': [join(root, 'sdk/index.ts')] },
    types: ['node'],
    resolveJsonModule: true,
    noUnusedLocals: false,
  };
  const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(root, 'node_modules/.bin/tsc');
  await expect(promisify(execFile)(compiler, ['--noEmit', '-p', folder])).resolves.toMatchObject({ stdout: '' });
});
