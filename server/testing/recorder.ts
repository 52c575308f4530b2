import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Db } from '#server/db/connect.ts';

export type Recorder = Readonly<{ db: Db; during: (work: () => Promise<unknown>) => Promise<CompiledQuery[]> }>;

/** A database that records the queries of some work, so that they can be repeated in isolation. */
export function recorder(plain: Db): Recorder {
  let recorded: CompiledQuery[] | undefined;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      recorded?.push(plain.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: plain.withPlugin(plugin),
    async during(work) {
      const during = (recorded = [] as CompiledQuery[]);
      await work();
      recorded = undefined;
      return during;
    },
  };
}

/** The plan of a query, as `explain` prints it. */
export async function planOf(db: Db, query: CompiledQuery | undefined): Promise<string> {
  if (query === undefined) throw new Error('No query was recorded.');
  const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explain);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
