import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JOURNEYS } from '#domain/dial/dial.ts';
import type { Dimension } from '#domain/dimension/dimension.ts';
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#domain/dimension/registry.ts';
import { FEED_LIMITS } from '#domain/feed/release.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';

/** What can be said of the Python client without running Python, which not every machine has. */
const MAX_LINES = 300;
const FILES = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.py'));
const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const client = read('lineslip.py');
const feed = read('lineslip_feed.py');

test('it is two short files', () => {
  expect(FILES.toSorted()).toEqual(['lineslip.py', 'lineslip_feed.py']);
  for (const name of FILES) expect(read(name).split('\n').length - 1, name).toBeLessThanOrEqual(MAX_LINES);
});

/** Python of any system has these; `cryptography` is used where it is installed. */
const STANDARD = new Set('base64 datetime functools hashlib http io json math os re ssl sys time urllib'.split(' '));

test('it imports the standard library, itself, and cryptography where it is', () => {
  const imports = FILES.flatMap((name) =>
    Array.from(read(name).matchAll(/^ *(?:import (.+)|from (\S+) import)/gm), ([, list = '', module = '']) =>
      `${list}${module}`.split(',').map((one) => one.trim().split('.')[0] ?? ''),
    ).flat(),
  );
  expect(imports.length).toBeGreaterThan(STANDARD.size);
  expect(imports.filter((one) => !STANDARD.has(one) && !['lineslip_feed', 'cryptography'].includes(one))).toEqual([]);
});

/** As a row of the table writes it. */
function describeDimension(key: DimensionKey): string {
  const dimension: Dimension = dimensionOf(key);
  if ('options' in dimension)
    return `${key}:${dimension.kind}:${dimension.options.map(({ value }) => value).join(',')}`;
  return `${key}:${dimension.kind}${dimension.kind === 'intervals' && dimension.negative === true ? ':±' : ''}`;
}

test('its tables are those of the registries, in their order', () => {
  const table = /TABLE = """([^"]+)"""/.exec(client)?.[1] ?? '';
  expect(table.trim().split(/\s+/)).toEqual(DIMENSION_KEYS.map(describeDimension));
  const values = /VALUES = \(([^)]+)\)/.exec(client)?.[1] ?? '';
  expect(values.split(', ').map((text) => text.slice(1, -1))).toEqual(VALUE_KEYS);
  const journeys = /JOURNEYS = "([^"]+)"/.exec(client)?.[1] ?? '';
  expect(journeys.split(' ')).toEqual(JOURNEYS.map(({ value }) => value));
});

test('it reads no more of an answer than the package', () => {
  const limits = /RELEASE_BYTES, DOCUMENT_BYTES, KEYS_BYTES = (.+)/.exec(feed)?.[1] ?? '';
  const { releaseBytes, documentBytes, answerBytes } = FEED_LIMITS;
  expect(limits.split(', ').map((text) => Number(text.replaceAll('_', '')))).toEqual([
    releaseBytes,
    documentBytes,
    answerBytes,
  ]);
});
