import { expect, test } from 'vitest';
import { readMigrations } from './migrate.ts';

/** What an action on a table that has rows already would do to whoever uses it. */
const RISKS: readonly (readonly [pattern: RegExp, risk: string])[] = [
  [/\balter (column )?\w+ (set data )?type\b/, 'a new type rewrites the table'],
  [/\bdefault\b.*\b(gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\b/, 'a volatile default rewrites the table'],
  [/\badd (column )?.*\b(small|big)?serial\b|\bgenerated\b/, 'a generated value rewrites the table'],
  [/\badd (column )?.*\b(unique|primary key)\b(?! using index)/, 'an index is built while nobody can write'],
  [/\badd (constraint|check|foreign key)\b(?!.*\b(not valid|using index)\b)/, 'a constraint without not valid scans'],
  [/\bset not null\b/, 'not null scans the table'],
  [/\bset (logged|unlogged|tablespace|access method)\b/, 'this rewrites the table'],
];

/**
 * Tables on which an index takes a part of a second: of thousands of rows at most, and what is live or drafted, half a million
 * entries at a hundred times the book of the demo.
 */
const SMALL = new Set(['person', 'partner', 'current_entry']);

/** The statements, without comments, strings and bodies of functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/--.*|\/\*[^]*?\*\//g, ' ')
    .replaceAll(/(\$\w*\$)[^]*?\1|'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim());

/** Parts of an `alter table`: commas inside parentheses do not separate. */
const actionsOf = (text: string): string[] => text.split(/,(?![^(]*\))/).map((action) => action.trim());

/** Why a migration would rewrite or lock a table that has rows. Tables that it creates have none. */
function findLocks(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = new Set(statements.map((text) => /^create table (?:if not exists )?(\w+)/.exec(text)?.[1]));
  return statements.flatMap((text) => {
    const [, table = '', rest = ''] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(text) ?? [];
    if (table !== '' && !created.has(table))
      return actionsOf(rest).flatMap((action) =>
        RISKS.filter(([pattern]) => pattern.test(action)).map(([, risk]) => `${table}: ${risk}`),
      );
    const [, indexed = ''] = /^create (?:unique )?index (?!concurrently).*? ?on (?:only )?(\w+)/.exec(text) ?? [];
    if (indexed !== '' && !created.has(indexed) && !SMALL.has(indexed))
      return [`${indexed}: an index is built while nobody can write`];
    const [, written = ''] = /^(?:update (?:only )?|delete from )(\w+)(?!.* where )/.exec(text) ?? [];
    if (written !== '' && !created.has(written)) return [`${written}: every row is written in one transaction`];
    return /^(cluster|vacuum full|reindex|lock|truncate)\b/.test(text) ? [text] : [];
  });
}

test('no migration after the first rewrites or locks a table that has rows', async () => {
  const [, ...later] = await readMigrations();
  expect(later.length).toBeGreaterThan(0);
  expect(later.flatMap(({ name, sql }) => findLocks(sql).map((lock) => `${name}: ${lock}`))).toEqual([]);
});

test.each([
  'alter table dial alter column name type varchar(80)',
  'alter table dial alter name set data type text',
  'alter table dial add column secret uuid not null default gen_random_uuid()',
  'alter table dial add column number bigserial',
  'alter table dial add column size int generated always as (length(name)) stored',
  'alter table dial add column code text unique',
  'alter table dial add column a int, add constraint positive check (a > 0)',
  'alter table dial add constraint known foreign key (partner) references partner (number)',
  'alter table only dial alter column name set not null',
  'create index dial_by_name on dial (name)',
  'create unique index on dial (name)',
  "update dial set name = ''",
  'delete from dial',
  'lock table dial',
])('%s is found', (sql) => {
  expect(findLocks(`-- a comment; with a semicolon\n${sql};`)).toHaveLength(1);
});

test.each([
  'alter table dial add column hits int not null default 0, add column at timestamptz default now()',
  "alter table dial add constraint known check (kind in ('a', 'b')) not valid",
  'alter table dial validate constraint known',
  'alter table dial drop constraint known, alter column name set default null',
  'create index concurrently dial_by_name on dial (name)',
  'create table other (id int); create index on other (id); alter table other add unique (id)',
  "update dial set name = 'update dial' where id = 'a'",
  'create function f() returns void language sql as $$ update dial set name = 1; $$',
])('%s is fine', (sql) => {
  expect(findLocks(sql)).toEqual([]);
});
