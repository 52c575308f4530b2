import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { FeedKey } from '#domain/feed/keys.ts';
import { openLineslip, type Lineslip } from '#sdk/index.ts';
import { createFeed, createSigner, createToken, documentOf, RISK } from '#sdk/testing/feed.ts';
import { startFeedServer } from '#sdk/testing/server.ts';
import { median, shown } from './measure.ts';

/**
 * `npm run bench -- feed`: evaluations per second in an engine that gets a release every second, compared with the same
 * engine without releases; and its memory after many releases.
 */
const BUCKETS = 420;
const DIALS = 30;
const ROUNDS = Number(process.argv[2] ?? 8);
const ROUND_MS = 4000;
const RELEASES = 1000;
const MIN_RATIO = 0.95;
const MAX_GROWTH = 1.05;

const partnerOf = (index: number): number => 9000 + index;

/** Only the last dial matches. */
const writeVersion = (version: number): string =>
  documentOf(
    Array.from({ length: DIALS }, (_, dial) => ({
      dial_id: `dial-${dial}`,
      ...(dial < DIALS - 1 && {
        dimensions: { risk_codes: [`C${dial}`], revenue_ranges: `[${dial},${dial + 50000000})` },
      }),
      values: { max_line: 1_000_000 + version, policy_share_cap: 10 },
    })),
  );

/** Of each bucket. Release by release another one gets a new version. */
const documents = Array.from({ length: isMainThread ? 0 : BUCKETS }, (_, index) => writeVersion(index));

/** The server has a thread of its own: only the engine is measured. */
async function serve(): Promise<void> {
  const [server, signer] = [await startFeedServer(), await createSigner()];
  parentPort?.on('message', (sequence: number) => {
    documents[sequence % BUCKETS] = writeVersion(BUCKETS + sequence);
    const inputs = documents.map((document, index) => ({ partner: partnerOf(index), version: 1, document }));
    void server
      .publish(signer, createFeed({ sequence, inputs }))
      .then(() => parentPort?.postMessage({ url: server.url, key: signer.key }));
  });
}

type ServerMessage = Readonly<{ url: string; key: FeedKey }>;

function startServer() {
  const worker = new Worker(import.meta.filename);
  let sequence = 0;
  return {
    publish: (): Promise<ServerMessage> => {
      sequence += 1;
      worker.postMessage(sequence);
      return new Promise((resolve) => {
        worker.once('message', resolve);
      });
    },
    sequence: () => sequence,
    stop: () => worker.terminate(),
  };
}

type Rate = Readonly<{ thread: number; clock: number }>;

/**
 * Evaluations per second of processor time of the engine's thread, which other load on the machine does not change, and per
 * second of the clock. A turn of the event loop is short, as in a server.
 */
async function evaluateFor(lineslip: Lineslip, ms: number): Promise<Rate> {
  const start = performance.now();
  const before = process.threadCpuUsage();
  let count = 0;
  while (performance.now() - start < ms) {
    for (let turn = 0; turn < 20; turn += 1, count += 1)
      lineslip.evaluate({ partner: partnerOf(count % BUCKETS), cob: 'cargo', risk: RISK });
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  const { user, system } = process.threadCpuUsage(before);
  return { thread: count / ((user + system) / 1_000_000), clock: (count / (performance.now() - start)) * 1000 };
}

function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let time = 0; time < 3; time += 1) collect();
  return process.memoryUsage().heapUsed / 1_000_000;
}

const nextChange = (lineslip: Lineslip): Promise<void> =>
  new Promise((resolve) => {
    const remove = lineslip.onChange(() => {
      remove();
      resolve();
    });
  });

async function main(): Promise<boolean> {
  const server = startServer();
  const { url, key } = await server.publish();
  const directory = await mkdtemp(join(tmpdir(), 'lineslip-bench-feed-'));
  const lineslip = await openLineslip({ url, token: createToken(), keys: { keys: [key] }, directory });
  const rates = { quiet: [] as Rate[], releases: [] as Rate[] };
  await evaluateFor(lineslip, ROUND_MS / 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.quiet.push(await evaluateFor(lineslip, ROUND_MS));
    const timer = setInterval(() => void server.publish(), 1000);
    rates.releases.push(await evaluateFor(lineslip, ROUND_MS));
    clearInterval(timer);
    while (lineslip.status().sequence < server.sequence()) await evaluateFor(lineslip, 50);
  }
  const describe = (by: keyof Rate): number => {
    const [quiet, busy] = [rates.quiet, rates.releases].map((all) => median(all.map((rate) => rate[by])));
    const times = (busy ?? 0) / (quiet ?? 1);
    const unit = by === 'thread' ? 'second of processor time' : 'second of the clock';
    console.log(
      `${shown(quiet ?? 0, 0)} evaluations a ${unit} without releases, ${shown(busy ?? 0, 0).trim()} with one a second: ${times.toFixed(3)} times`,
    );
    return times;
  };
  console.log(
    `${BUCKETS} buckets of ${DIALS} dials. By processor time at least ${MIN_RATIO} times; the clock is for comparison.`,
  );
  const ratio = describe('thread');
  describe('clock');

  const heap = new Map<number, number>();
  for (let count = 1; count <= RELEASES; count += 1) {
    const change = nextChange(lineslip);
    await server.publish();
    await change;
    if (count === 100 || count === RELEASES) heap.set(count, measureHeap());
  }
  const [early = 0, late = 0] = [heap.get(100), heap.get(RELEASES)];
  console.log(`${shown(early, 1)} MB of heap after 100 releases`);
  console.log(`${shown(late, 1)} MB after ${RELEASES}: ${shown(late / early, 3).trim()} times, at most ${MAX_GROWTH}`);
  await lineslip.close();
  await server.stop();
  await rm(directory, { recursive: true });
  return ratio >= MIN_RATIO && late / early <= MAX_GROWTH;
}

if (!isMainThread) await serve();
else if (import.meta.main) process.exitCode = (await main()) ? 0 : 1;
