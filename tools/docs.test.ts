import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import { matchRoutes } from 'react-router';
import { CONFIG_NAMES } from '#server/config.ts';
import { BENCHMARKS } from '../bench/run.ts';
import { PAGE_MODULES } from '../web/app/pageModules.ts';
import { TOUR_STEPS } from '../web/app/tour.ts';
import packageJson from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => ['node_modules', 'dist'].includes(basename(path)) });

const DOCS = list('{*.md,docs/**/*.md}').map((path) => ({ path, text: read(path) }));
const MAX_GLOSSARY_WORDS = 45;
const MAX_CELL_CHARACTERS = 160;
const MAX_PICTURE_BYTES = 150_000;

/** Every match of the first group in the documents, as `document: match`; only those that `isWrong` selects. */
const findWrong = (pattern: RegExp, isWrong: (match: string, path: string) => boolean): string[] => {
  const found = DOCS.flatMap(({ path, text }) =>
    Array.from(text.matchAll(pattern), ([, match = '']) => ({ path, match })),
  );
  expect(found.length).toBeGreaterThan(0);
  return found.filter(({ path, match }) => isWrong(match, path)).map(({ path, match }) => `${path}: ${match}`);
};

/** The cells of the tables in a document, row by row, without headers. */
const rowsOf = (path: string): string[][] =>
  read(path)
    .split('\n')
    .filter((line, index, lines) => /^\|(?! *-)/.test(line) && !/^\| *-/.test(lines[index + 1] ?? ''))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));

const files = list('{*,{.vscode,bench,contract,docs,domain,e2e,ops,sdk,server,tools,web}/**}');
const paths = new Set(files);
const names = new Set(files.map((path) => basename(path)));

test('every file and folder in backticks exists', () => {
  const file = /`((?:[\w.@-]+\/)*[\w.@-]+\.(?:tsx?|mjs|css|sql)|(?:[\w.@-]+\/)+[\w.@-]+\.(?:json|md|png))`/g;
  const folder = /`((?:[\w@-][\w.@-]*\/)+)`/g;
  // A single name may be relative to the folder that its sentence is about.
  const isMissing = (text: string): boolean => {
    const path = text.replace(/\/$/, '');
    return !(path.includes('/') ? paths : names).has(path);
  };
  expect([...findWrong(file, isMissing), ...findWrong(folder, isMissing)]).toEqual([]);
});

test('every relative link leads to a file', () => {
  const link = /\]\((?!https?:)([^)#]+)/g;
  expect(findWrong(link, (target, path) => !paths.has(join(dirname(path), target)))).toEqual([]);
});

test('every call of the API has a route in the contract', () => {
  const routes = Object.values(contract).map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }));
  const call = /\b((?:GET|POST|PUT|PATCH|DELETE) \/api\/[\w/:<>.-]*[\w>])/g;
  // What was removed is named there.
  const isUnknown = (text: string, document: string): boolean => {
    if (document === 'docs/api-changes.md') return false;
    const [method, path = ''] = text.split(' ');
    return !routes.some((route) => route.method === method && route.pattern.test(path));
  };
  expect(findWrong(call, isUnknown)).toEqual([]);
});

test('every npm command and benchmark exists', () => {
  const commands = findWrong(/npm run (?:--silent )?([\w:]+)/g, (name) => !(name in packageJson.scripts));
  const benchmarks = findWrong(/npm run bench -- (\w+)/g, (name) => !(name in BENCHMARKS));
  expect([...commands, ...benchmarks]).toEqual([]);
});

test('every name of the code in backticks occurs there', () => {
  const code = files.filter((path) => /\.(?:tsx?|mjs|sql|yaml)$/.test(path)).map(read);
  const words = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []));
  const name = /`([a-z]+[A-Z]\w*|[A-Z]\w*[a-z][A-Z]\w*|[A-Z]+_[A-Z_]+)(?:\(\))?`/g;
  expect(findWrong(name, (match) => !words.has(match))).toEqual([]);
});

test('the configuration table names every variable that the server reads, and no other', () => {
  const table = ['README.md', 'docs/operation.md'].flatMap((path) =>
    rowsOf(path).flatMap(([cell = '']) => /^`([A-Z_]+)`$/.exec(cell)?.[1] ?? []),
  );
  // Only the tests read this one.
  expect(table.filter((name) => name !== 'CHROMIUM_PATH')).toEqual(CONFIG_NAMES);
});

test('the glossary is short and defines each word once', () => {
  const words = rowsOf('GLOSSARY.md').map(([word = '']) => word);
  expect(words.length).toBeGreaterThan(0);
  expect(words.length).toBeLessThanOrEqual(MAX_GLOSSARY_WORDS);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

test('the tables of ARCHITECTURE.md have short cells', () => {
  const cells = rowsOf('ARCHITECTURE.md').flat();
  expect(cells.length).toBeGreaterThan(0);
  expect(cells.filter(({ length }) => length > MAX_CELL_CHARACTERS)).toEqual([]);
});

test('no document counts the dimensions: that changes with every new one', () => {
  const counted = DOCS.filter(({ text }) => /(?<![\d.])\d+ dimensions\b/.test(text)).map(({ path }) => path);
  expect(counted).toEqual([]);
});

const PICTURE = /!\[[^\]]+\]\(([^)]+)\)/g;
const picturesOf = (path: string): string[] =>
  Array.from(read(path).matchAll(PICTURE), ([, target = '']) => join(dirname(path), target));

test('the tour has the steps of Help, each with a picture and links to pages of the product', () => {
  const [, ...sections] = read('docs/tour.md').split(/^## /m);
  expect(sections.map((text) => text.split('\n')[0])).toEqual(
    TOUR_STEPS.map(({ title }, index) => `${index + 1}. ${title}`),
  );
  const routes = Object.keys(PAGE_MODULES).map((path) => ({ path }));
  for (const [index, { page, search = '' }] of TOUR_STEPS.entries()) {
    const section = sections[index] ?? '';
    expect(section.match(PICTURE), section).toHaveLength(1);
    const links = Array.from(section.matchAll(/\]\(http:\/\/localhost:3000([^)]+)\)/g), ([, to = '']) => to);
    expect(links).toEqual([`${page}${search}`]);
    expect(matchRoutes(routes, links[0] ?? ''), links[0]).not.toBeNull();
  }
});

test('every picture is in the tour, is small, and README shows five of them', () => {
  const taken = list('docs/**/*.png');
  expect(picturesOf('docs/tour.md').toSorted()).toEqual(taken.toSorted());
  const shown = picturesOf('README.md');
  expect(shown).toHaveLength(5);
  expect(shown.filter((path) => !taken.includes(path))).toEqual([]);
  expect(taken.filter((path) => statSync(join(root, path)).size > MAX_PICTURE_BYTES)).toEqual([]);
});
