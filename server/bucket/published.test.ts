import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { rememberPublished } from './published.ts';

const server = useTestApp();

test('what was known is not lost to a call that another one makes forget it', async () => {
  const { db } = server.database;
  const reads: string[][] = [];
  let meanwhile = async () => undefined as unknown;
  const lengthOf = rememberPublished(1, 0, async (_db, versions) => {
    reads.push([...versions]);
    await meanwhile();
    return new Map(versions.map((version) => [version, version.length]));
  });
  expect((await lengthOf(db, ['one']))('one')).toBe(3);
  meanwhile = async () => {
    meanwhile = async () => undefined;
    await lengthOf(db, ['seven']);
  };
  const both = await lengthOf(db, ['one', 'two', 'two']);
  expect([both('one'), both('two'), both('none')]).toEqual([3, 3, 0]);
  expect(reads).toEqual([['one'], ['two', 'two'], ['seven']]);
});
