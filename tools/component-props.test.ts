import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listComponents } from './component-props.ts';

const root = join(import.meta.dirname, '..');

/** More are two components, or one object that has a name. */
const MAX_PROPS = 12;

test('no component has more than twelve props', () => {
  const files = globSync('web/**/*.tsx', { cwd: root, exclude: ['web/dist/**'] }).filter(
    (file) => !/\.test\.|testing/.test(file),
  );
  const components = files.flatMap((file) =>
    listComponents(readFileSync(join(root, file), 'utf8')).map(({ name, props }) => ({ id: `${file} ${name}`, props })),
  );
  expect(components.length).toBeGreaterThan(1000);
  expect(components.filter(({ props }) => props > MAX_PROPS)).toEqual([]);
});

test.each([
  ['by their type', 'type P = Readonly<{ a: 1; b?: 2 }>; export function A(props: P) {}', 2],
  ['by an intersection', "type P = Pick<Q, 'a' | 'b'> & Readonly<{ c: 1 }>; const A = ({ a }: P) => null;", 3],
  ['without those left out', "type P = { a: 1; b: 2; c: 3 }; function A(props: Omit<P, 'b'>) {}", 2],
  ['by what is taken apart', 'export const A = memo(function A({ a, b, ...others }: Elsewhere) {});', 2],
  ['none', 'export const A = () => null;', 0],
])('props are counted %s', (_how, text, props) => {
  expect(listComponents(text)).toEqual([{ name: 'A', props }]);
});

test('functions that are no components are not counted', () => {
  expect(listComponents('export const useList = (a: 1) => a; const LIST = [1];')).toEqual([]);
});
