import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReadiness } from '#server/http/probes.ts';
import { createMetrics } from '#server/operations/metrics.ts';
import dashboard from '../ops/dashboard.json' with { type: 'json' };

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

/** The alerts, by name; a query is on one line. */
const alerts = Array.from(
  read('ops/alerts.yml').matchAll(/- alert: (\w+)\n +expr: (.+)\n/g),
  ([, name = '', query = '']) => ({ name, query }),
);
const queries = [
  ...alerts.map(({ query }) => query),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** The series that a scrape can show, by the type of their metric. */
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  gauge: [''],
  counter: ['_total'],
  histogram: ['_bucket', '_count', '_sum'],
  summary: ['', '_count', '_sum'],
};

/** The names of series in a query: what is left without labels, ranges, grouping, functions and numbers. */
const namesIn = (query: string): string[] =>
  query
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b\w+(?= by \()|\bby \([^)]*\)|\b\w+(?=\()|\bor\b/g, ' ')
    .match(/[a-z_]\w*/g) ?? [];

test('every metric in alerts and dashboard is in the output', async () => {
  const output = await createMetrics(createReadiness()).print();
  const series = Array.from(output.matchAll(/^# TYPE (\w+) (\w+)$/gm), ([, name = '', type = '']) =>
    (SUFFIXES[type] ?? []).map((suffix) => `${name}${suffix}`),
  ).flat();
  const known = new Set([...series, 'up']);
  const used = queries.flatMap(namesIn);
  expect(used.length).toBeGreaterThanOrEqual(queries.length);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  // Nothing of ours is left out.
  expect(series.filter((name) => name.startsWith('lineslip_') && !used.includes(name))).toEqual([
    'lineslip_database_up',
  ]);
});

test('docs/operation.md has every alert with its query', () => {
  const text = read('docs/operation.md');
  const [, section = ''] = text.split('### Alerts\n');
  const described = Array.from(
    (section.split(/^##/m)[0] ?? '').matchAll(/^- \*\*(\w+)\*\*:[^`]*`([^`]+)`/gm),
    ([, name, query]) => ({ name, query }),
  );
  expect(alerts.length).toBeGreaterThan(0);
  expect(described).toEqual(alerts);
});
