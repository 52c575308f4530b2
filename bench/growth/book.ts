import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { asOwner, type DatabaseConfig } from '#server/db/connect.ts';
import type { Size } from './sizes.ts';

/** Blocks of counts per day, as domain/practice/counts.ts lays them out. */
const BLOCKS = 7;

/** Adds a book of this size to a database with the demo's. */
export async function addBook(config: DatabaseConfig, size: Size): Promise<void> {
  const client = new pg.Client(asOwner(config));
  await client.connect();
  for (const [name, value] of Object.entries({ ...size, blocks: BLOCKS }))
    await client.query('select set_config($1, $2, false)', [`book.${name}`, String(value)]);
  await client.query(await readFile(join(import.meta.dirname, 'book.sql'), 'utf8'));
  await client.query('vacuum analyze');
  await client.end();
}
