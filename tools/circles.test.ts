import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Files that import each other, type imports included, and are left so on purpose. Each circle in the order of its names. */
const KNOWN: readonly (readonly string[])[] = [
  ['web/admin/usage/DayChart.tsx', 'web/admin/usage/Usage.tsx'],
  ['web/bucket/edit/BucketEditor.tsx', 'web/bucket/edit/EditDialogs.tsx', 'web/bucket/edit/EditPage.tsx'],
  ['web/bucket/grid/gridActions.ts', 'web/bucket/grid/useGrid.ts'],
  ['web/bucket/summary/ReorderedDials.tsx', 'web/bucket/summary/SlopeGraph.tsx'],
  ['web/dial/list/DialsTable.tsx', 'web/dial/list/SkeletonRows.tsx'],
  [
    'web/review/evidence/EvidenceAudit.tsx',
    'web/review/evidence/EvidenceDials.tsx',
    'web/review/evidence/EvidencePaper.tsx',
  ],
];

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([#.][^']+)'/g;

/** Which of our files each of them imports. */
function readImports(): Map<string, string[]> {
  const files = new Set(globSync('{domain,contract,server,web,tools,e2e,bench}/**/*.{ts,tsx}', { cwd: root }));
  const importsOf = (file: string): string[] =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)]
      .map(([, path = '']) => (path.startsWith('#') ? path.slice(1) : join(dirname(file), path)))
      .filter((path) => files.has(path));
  return new Map([...files].map((file) => [file, importsOf(file)]));
}

/** Groups of files each of which reaches all the others (Tarjan). */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
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

test('no file imports itself by way of others, apart from the circles that are known', () => {
  const imports = readImports();
  expect(imports.size).toBeGreaterThan(800);
  const known = new Set(KNOWN.map(String));
  expect(findCircles(imports).filter((circle) => !known.has(String(circle)))).toEqual([]);
});

test('a circle is found, however long, and files beside it are not taken for part of it', () => {
  const imports = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(findCircles(imports)).toEqual([['a', 'b', 'c']]);
});
