import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnDatabase, createTestDatabase } from '#server/testing/database.ts';
import { execute } from '#server/testing/execute.ts';

const root = join(import.meta.dirname, '../..');
type Columns = Record<string, Record<string, string>>;

async function readColumns(): Promise<Columns> {
  const { config } = await createOwnDatabase(createTestDatabase);
  const columns = await execute(
    config,
    `select table_name as "table", column_name as "column",
       udt_name || case when is_identity = 'YES' or is_generated = 'ALWAYS' then ' generated' when is_nullable = 'YES' then ' or null'
         when column_default is not null then ' default' else '' end as kind
     from information_schema.columns where table_schema = 'public' and table_name not like 'schema_migration%'`,
  );
  const found: Columns = {};
  for (const { table, column, kind } of columns) (found[String(table)] ??= {})[String(column)] = String(kind);
  return found;
}

/** What the compiler reports for each of the columns, if the row types ask for others. */
async function compare(all: readonly Columns[]): Promise<string[]> {
  await mkdir(join(root, '.build'), { recursive: true });
  // Inside the repository, so that its imports resolve.
  const folder = await mkdtemp(join(root, '.build/schema-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const type = `import type { SchemaColumns } from '#server/testing/schema-columns.ts';`;
  const files = all.map((_, index) => `${index}.ts`);
  for (const [index, columns] of all.entries())
    await writeFile(
      join(folder, `${index}.ts`),
      `${type}\nexport const columns = ${JSON.stringify(columns)} satisfies SchemaColumns;\n`,
    );
  const settings = { extends: '../../tsconfig.base.json', compilerOptions: { types: ['node'] }, files };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, compiler, { cwd: root }, (_error, out, err) => resolve(out + err));
  });
  return files.map((file) =>
    output
      .split(/\n(?=\S)/)
      .filter((message) => message.includes(`/${file}(`))
      .join('\n'),
  );
}

test('the row types match the migrated database', async () => {
  const columns = await readColumns();
  const { person, partner, ...others } = columns;
  const wrong: [Columns, RegExp][] = [
    [others, /missing the following properties.* partner/],
    [{ ...columns, person: { ...person, nickname: 'text' } }, /nickname.*does not exist/],
    [{ ...columns, partner: { ...partner, name: 'text or null' } }, /'"text or null"' is not assignable/],
    [{ ...columns, partner: { ...partner, number: 'text' } }, /'"text"' is not assignable to type '"int4"/],
  ];
  const [right, ...messages] = await compare([columns, ...wrong.map(([changed]) => changed)]);
  expect(right).toBe('');
  for (const [index, [, message]] of wrong.entries()) expect(messages[index]).toMatch(message);
});
