import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPack } from './pack.ts';

const FOLDER = new URL('../../domain/evaluation/conformance/', import.meta.url);

test('the download is the whole conformance pack: its README and every case of every file', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
  const files = Object.fromEntries(names.map((name) => [name, JSON.parse(read(name)) as unknown]));
  expect(readPack()).toEqual({ readme: read('README.md'), files });
});
