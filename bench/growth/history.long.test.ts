import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { addDemoContent } from '#server/demo/demo.service.ts';
import { createTestApp } from '#server/testing/app.ts';
import { addBook } from './book.ts';
import { listReads } from './calls.ts';
import { findPlaces } from './places.ts';
import { SIZES } from './sizes.ts';

const HISTORY = 'bucket_entry';
/** These find the entries of versions that they name. Others find those of a dial, whatever version they are of. */
const BY_VERSION = new Set(['bucket_entry_pkey', 'bucket_entry_bucket_version_id_dial_id_key']);

/** What asks how a dial did in former versions, too. */
const ASKS_FOR_HISTORY = [/\/api\/dials\/[^/]+\/practice$/, /\/api\/dials\?unused=yes$/];

type Plan = Readonly<{ 'Relation Name'?: string; 'Index Name'?: string; 'Node Type': string; Plans?: readonly Plan[] }>;

const partsOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];

/** How a statement reads the entries of all versions, apart from those that it names. */
async function findScans(db: Db, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(explain);
  return rows.flatMap(({ 'QUERY PLAN': [{ Plan: plan }] }) => {
    const parts = partsOf(plan);
    const scans = parts.filter((part) => part['Relation Name'] === HISTORY && part['Node Type'] !== 'Bitmap Heap Scan');
    const indexes = parts.filter(
      (part) => part['Node Type'] === 'Bitmap Index Scan' && (part['Index Name'] ?? '').startsWith(HISTORY),
    );
    return [...scans, ...indexes]
      .map((part) => part['Index Name'] ?? part['Node Type'])
      .filter((way) => !BY_VERSION.has(way));
  });
}

test(
  'in a book with history, no read of a screen looks for entries but in the versions that it shows',
  { timeout: 900_000 },
  async () => {
    const statements: CompiledQuery[] = [];
    let compile: ((node: Parameters<KyselyPlugin['transformQuery']>[0]) => void) | undefined;
    const plugin: KyselyPlugin = {
      transformQuery: (args) => {
        compile?.(args);
        return args.node;
      },
      transformResult: async ({ result }) => result,
    };
    const server = await createTestApp({ plugin });
    try {
      const { db, config } = server.database;
      await addDemoContent(db, new Date());
      await addBook(config, SIZES.M);
      compile = ({ node, queryId }) => void statements.push(db.getExecutor().compileQuery(node, queryId));
      const headers = await server.as('administrator');
      const found: string[] = [];
      let explained = 0;
      for (const url of listReads(await findPlaces(db))) {
        statements.length = 0;
        const { statusCode } = await server.app.inject({ method: 'GET', url, headers });
        expect(statusCode, url).toBeLessThan(500);
        for (const statement of [...statements].filter(({ sql }) => sql.includes(HISTORY))) {
          explained += 1;
          const scans = await findScans(db, statement);
          if (scans.length > 0 && !ASKS_FOR_HISTORY.some((asks) => asks.test(url)))
            found.push(`${url}: ${scans.join(', ')}`);
        }
      }
      expect(explained).toBeGreaterThan(10);
      expect(found).toEqual([]);
    } finally {
      await server.close();
    }
  },
);
