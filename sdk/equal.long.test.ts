import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIMENSION_KEYS } from '#domain/dimension/registry.ts';
import { evaluate, type RatedEntry } from '#domain/evaluation/evaluate.ts';
import { bucketOf, risk as anyRisk } from '#domain/evaluation/testing.ts';
import { VALUE_KEYS } from '#domain/value/registry.ts';
import type * as client from './index.ts';
import { buildPackage } from './build.ts';
import { writeFeed } from './testing/directory.ts';
import { type BucketInput, createFeed, createToken, documentOf } from './testing/feed.ts';
import { requireCryptography, runPython } from './testing/python.ts';
import { startFeedServer } from './testing/server.ts';
import { signer } from './testing/world.ts';
import type { LineslipAnswer, LineslipQuery } from './types.ts';

const BUCKETS = 200;
const RISKS_PER_BUCKET = 50;
const FROM = '2026-11-17';

let folder: string;
let dist: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lineslip-equal-'));
  dist = await buildPackage(join(import.meta.dirname, '../.build/client-equal'));
  await requireCryptography();
});
afterAll(() => rm(folder, { recursive: true }));

const write = (entries: readonly RatedEntry[]): string =>
  documentOf(entries.map(({ dial_id, dial, overrides }) => ({ dial_id, overrides, ...dial })));

const PYTHON = `
import json, sys
from lineslip import open_lineslip
lineslip = open_lineslip(directory=sys.argv[1], keys=sys.argv[2])
print(json.dumps([lineslip.evaluate(one["partner"], one["cob"], one["risk"]) for one in json.load(sys.stdin)]))
`;

test('10,000 random risks get the same from the package, from Python and from the definition', async () => {
  const lists = fc.sample(bucketOf(DIMENSION_KEYS, 12), BUCKETS);
  const after = (index: number) => lists[(index + 1) % BUCKETS] ?? [];
  const inputs = lists.map((entries, index): BucketInput => {
    const hasNext = index % 3 === 0;
    return {
      partner: 9000 + index,
      document: write(entries),
      stopped: index % 20 === 19,
      before: write(after(index)),
      ...(hasNext && { next: { document: write(after(index)), from: FROM } }),
    };
  });
  const feed = createFeed({ sequence: 1, inputs });
  const queries: LineslipQuery[] = inputs.flatMap(({ partner = 0 }) =>
    fc.sample(anyRisk, RISKS_PER_BUCKET).map((risk) => ({ partner, cob: 'cargo', risk })),
  );
  expect(queries).toHaveLength(10_000);

  const server = await startFeedServer();
  await server.publish(signer, feed);
  const { openLineslip } = (await import(join(dist, 'index.js'))) as typeof client;
  const options = { url: server.url, token: createToken(), keys: { keys: [signer.key] } };
  const lineslip = await openLineslip({ ...options, directory: join(folder, 'engine') });
  const answers = queries.map((query) => lineslip.evaluate(query));
  await lineslip.close();
  await server.close();

  const pinned = join(folder, 'pinned.json');
  await writeFile(pinned, JSON.stringify({ keys: [signer.key] }));
  await writeFeed(join(folder, 'export'), signer, feed);
  const printed = await runPython(['-c', PYTHON, join(folder, 'export'), pinned], JSON.stringify(queries));
  expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(answers)));

  let evaluated = 0;
  for (const [number, { partner, risk }] of queries.entries()) {
    const index = partner - 9000;
    const { reason, values, dials } = answers[number] as LineslipAnswer;
    expect(reason).toBe(index % 20 === 19 ? 'stopped' : 'evaluated');
    if (reason === 'stopped') continue;
    evaluated += 1;
    const isNext = index % 3 === 0 && risk.date >= FROM;
    const expected = evaluate((isNext ? after(index) : lists[index]) ?? [], risk as never);
    expect(dials.map(({ dial_id, miss }) => ({ dial_id, miss }))).toEqual(expected.dials);
    for (const key of VALUE_KEYS) expect(values[key]).toBe(expected.values[key]?.winner.value);
  }
  expect(evaluated).toBeGreaterThan(9000);
});
