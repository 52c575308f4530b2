import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completeEntry } from '#domain/evaluation/conformance/pack.ts';
import type { RatedEntry } from '#domain/evaluation/evaluate.ts';
import { bucket, day } from '#domain/evaluation/testing.ts';
import { figuresOf, twoLists } from '#domain/impact/testing.ts';
import { countValues, type Impact } from '#domain/impact/impact.ts';
import { encodeChunk } from '#domain/portfolio/chunk/chunk.ts';
import type { PortfolioRisk } from '#domain/portfolio/portfolio.ts';
import { portfolioRisks } from '#domain/portfolio/testing.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import { readEngineAddress } from '#server/impact/clickhouse/address.ts';
import { openEngine } from '#server/impact/clickhouse/engine.ts';
import { createClickHouseMeasurer } from '#server/impact/clickhouse/measurer.ts';
import type { Comparison } from '#server/impact/job.ts';
import { createMeasurer } from '#server/impact/measurer.ts';

/** Run by `npm run test:clickhouse`, which sets the address. */
const url = process.env['CLICKHOUSE_URL'] ?? '';
const SEED = Math.floor(Math.random() * 2 ** 31);

describe('an impact on ClickHouse', () => {
  const address = readEngineAddress(url.replace(/^http:/, 'clickhouse:'));
  if (address === undefined) throw new Error('CLICKHOUSE_URL must be an address like http://127.0.0.1:8123.');
  const there = { ...address, seconds: 3000 };
  // Use the full timeout: this tests the answers, not the waiting.
  const openMeasurer = () => createClickHouseMeasurer(there, there.seconds * 1000);
  const [engine, measurer, here] = [openEngine(there), openMeasurer(), createMeasurer()];
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'impact-clickhouse-'));
  });
  afterAll(async () => {
    await measurer.measure({ wants: 'clean', kept: [] });
    await measurer.close();
    await engine.close();
    await rm(folder, { recursive: true });
  });

  /** Written in two chunks, so that the codes of both have to be merged. */
  async function write(risks: readonly PortfolioRisk[]): Promise<string[]> {
    const half = Math.ceil(risks.length / 2);
    const parts = [risks.slice(0, half), risks.slice(half)].filter(({ length }) => length > 0);
    const files: string[] = [];
    for (const part of parts) {
      const bytes = encodeChunk(part);
      const file = join(folder, createHash('sha256').update(bytes).digest('hex'));
      await writeFile(file, bytes);
      files.push(file);
    }
    return files;
  }

  const comparisonOf = (
    files: readonly string[],
    before: readonly RatedEntry[],
    after: readonly RatedEntry[],
    on: string | undefined,
  ): Comparison => ({ files, before: JSON.stringify(before), after: JSON.stringify(after), day: on ?? null });

  async function measureBoth(job: Comparison): Promise<Impact> {
    const [given, expected] = [
      await measurer.measure({ ...job, countries: ['US', 'ZZ'], wants: 'impact' }),
      here.measure({ ...job, countries: ['US', 'ZZ'], wants: 'impact' }),
    ];
    if (JSON.stringify(given) !== JSON.stringify(expected)) expect(given).toEqual(expected);
    const { impact } = expected;
    const counted = await measurer.measure({ ...job, wants: 'count' });
    const { all, changed, values } = impact;
    expect(counted).toEqual({ all, changed, values: countValues(values) });
    return impact;
  }

  test('equals the in-memory result in every figure and in the risks behind it, page by page', async () => {
    let pages = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(twoLists, fc.record({ before: bucket, after: bucket })),
        portfolioRisks({ minLength: 1, maxLength: 40 }),
        fc.option(day, { nil: undefined }),
        fc.nat(),
        async ({ before, after }, risks, on, chance) => {
          const job = comparisonOf(await write(risks), before, after, on);
          const figures = figuresOf(await measureBoth(job));
          // One random figure of each kind, and those without risks.
          const kinds = Map.groupBy(figures, ({ of }) => of);
          const some = [...kinds.values()].map((all) => all[chance % all.length]);
          const none = [
            { of: 'decided', dial_id: 'no' } as const,
            { of: 'group', by: { column: 'no' }, key: `') OR 1 = 1 --` } as const,
            { of: 'group', by: { dimension: 'brokers' }, key: `' OR '1' = '1` } as const,
            { of: 'segment', layer: '\\', country: null } as const,
          ];
          const chosen = [...some, ...none].filter((figure) => figure !== undefined);
          const counts = { ...job, wants: 'figures', figures: chosen } as const;
          expect(await measurer.measure(counts)).toEqual(here.measure(counts));
          for (const figure of chosen) {
            const page = { ...job, wants: 'risks', figure, after_row: (chance % 3) - 1, limit: 5 } as const;
            const [given, expected] = [await measurer.measure(page), here.measure(page)];
            if (JSON.stringify(given) !== JSON.stringify(expected))
              expect({ figure, page: given }).toEqual({ figure, page: expected });
            pages += 1;
          }
        },
      ),
      { seed: SEED, numRuns: 15, endOnFailure: true },
    );
    expect(pages).toBeGreaterThan(0);
  });

  test('is the same for long buckets and for more members than are listed', async () => {
    const count = <T>(length: number, make: (index: number) => T): T[] =>
      Array.from({ length }, (_, index) => make(index));
    const risks = count(900, (row): PortfolioRisk => ({
      reference: `R${row}`,
      cob: 'cargo',
      risk: {
        date: '2026-11-16',
        journey: null,
        dimensions: {
          brokers: row % 7 === 0 ? [`B${row % 170}`, `B${row % 11}`] : [`B${row % 170}`],
          domicile_countries: [`C${row % 150}`],
          revenue_ranges: (row * 37) % 200,
        },
      },
      premium: row % 5 === 0 ? null : row,
      kept: { "it’s 'a' `column`; --": `${row % 300}` },
    }));
    const files = await write(risks);
    const before = count(150, (index) =>
      completeEntry({
        dial_id: `d${index}`,
        dial: {
          dimensions: {
            brokers: [`B${index}`, `B${index + 3}`],
            ...(index % 3 === 0 && { revenue_ranges: `[${index},)` }),
          },
          values: { [VALUE_KEYS[index % 5] ?? 'max_line']: index % 5 === 0 ? 'ignores' : index },
        },
      }),
    );
    const after = [...before.slice(40), ...before.slice(0, 20)].map((one, index) =>
      index % 4 === 0 ? { ...one, overrides: { max_line: index } } : one,
    );
    const impact = await measureBoth(comparisonOf(files, before, after, undefined));
    expect(impact.groups.some(({ members, count: all }) => members.length < all)).toBe(true);
    const most = count(4095, (index) =>
      completeEntry({
        dial_id: `d${index}`,
        dial: { dimensions: { brokers: [index === 4094 ? 'B5' : 'none'] }, values: { max_line: index } },
      }),
    );
    await measureBoth(comparisonOf(files, [], most, '2026-11-16'));
  });

  test('fills a class once, all or nothing, and again if its tables are gone', async () => {
    const risk = (number: number): PortfolioRisk => ({
      reference: `R${number}`,
      cob: 'cargo',
      risk: { date: '2026-11-16', journey: null, dimensions: { revenue_ranges: number } },
      premium: null,
      kept: {},
    });
    const files = await write([1, 2, 3].map(risk));
    const entries = [completeEntry({ dial_id: 'd', dial: { values: { max_line: 1 } } })];
    const job = comparisonOf(files, [], entries, undefined);
    const own = async () => {
      const rows = await engine.rows(
        "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'lineslip%' ORDER BY name",
      );
      return rows.map(([name]) => String(name)).filter((name) => /^lineslip_([0-9a-f]{32}|tmp)_/.test(name));
    };
    await measurer.measure({ wants: 'clean', kept: [] });
    expect(await own()).toEqual([]);
    // Two servers at once: one of them is first.
    const second = openMeasurer();
    await Promise.all([measurer, second].map((one) => one.measure({ ...job, countries: [], wants: 'impact' })));
    const tables = await own();
    expect(tables).toHaveLength(2);
    await second.measure({ wants: 'clean', kept: [files.map((file) => basename(file))] });
    expect(await own()).toEqual(tables);
    await second.measure({ wants: 'clean', kept: [['another']] });
    await second.close();
    expect(await own()).toEqual([]);
    await measureBoth(job);
    expect(await own()).toEqual(tables);
  });
});
