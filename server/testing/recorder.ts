import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Db } from '#server/db/connect.ts';

export type Recorder = Readonly<{ db: Db; during: (work: () => Promise<unknown>) => Promise<CompiledQuery[]> }>;

/** A database that can tell what it was asked during some work, so that the same can be asked with nothing around it. */
export function recorder(plain: Db): Recorder {
  let asked: CompiledQuery[] | undefined;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked?.push(plain.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: plain.withPlugin(plugin),
    async during(work) {
      const during = (asked = [] as CompiledQuery[]);
      await work();
      asked = undefined;
      return during;
    },
  };
}

/** How the database would answer a question, as `explain` tells it. */
export async function planOf(db: Db, query: CompiledQuery | undefined): Promise<string> {
  if (query === undefined) throw new Error('Nothing was asked.');
  const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explain);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
