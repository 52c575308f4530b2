import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/g;

/** The imports between our files. */
function readImports(): Map<string, string[]> {
  const files = new Set(globSync('{domain,contract,server,web,sdk,tools,e2e,bench}/**/*.{ts,tsx}', { cwd: root }));
  const importsOf = (file: string): string[] =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)]
      .map(([, path = '']) => (path.startsWith('#') ? path.slice(1) : join(dirname(file), path)))
      .filter((path) => files.has(path));
  return new Map([...files].map((file) => [file, importsOf(file)]));
}

/** Strongly connected components (Tarjan). */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    open.push(file);
    let lowest = index;
    for (const next of imports.get(file) ?? [])
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (open.includes(next)) lowest = Math.min(lowest, order.get(next) ?? index);
    if (lowest === index) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return lowest;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles.toSorted((a, b) => String(a).localeCompare(String(b)));
}

test('there are no import cycles, type imports included', () => {
  const imports = readImports();
  expect(imports.size).toBeGreaterThan(800);
  expect(findCycles(imports)).toEqual([]);
});

test('a cycle of any length is found, without files beside it', () => {
  const imports = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(findCycles(imports)).toEqual([['a', 'b', 'c']]);
});
