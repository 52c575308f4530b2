import { randomUUID } from 'node:crypto';
import { createCounters } from '#domain/feed/counters.ts';
import { FeedError } from '#domain/feed/read.ts';
import { type EngineStatus, STATUS_EVERY_MS } from '#domain/feed/status.ts';
import { answerQuery } from './answer.ts';
import { createCounting } from './counting.ts';
import { createSource, REQUEST_TIMEOUT_MS, type ReceivedRelease, ServerError, type Source } from './source.ts';
import { createStore, DISK, type Files } from './store.ts';
import { readKeys, trustKeys } from './trust.ts';
import type { Lineslip, LineslipOptions, LineslipStatus } from './types.ts';
import { createUpdater, UpdateError } from './update.ts';
import { CLIENT_VERSION } from './version.ts';

/** What tests replace. */
export type Ports = Readonly<{
  files: Files;
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** From 0 up to 1. */
  random: () => number;
  /** Ends early with the signal; never keeps the process alive. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How long an answer may take, beyond the time that the server is asked to wait. */
  requestTimeoutMs: number;
  /** How long the server is asked to wait for a newer release. */
  waitSeconds: number;
}>;

const SYSTEM: Ports = {
  files: DISK,
  fetch: globalThis.fetch,
  now: Date.now,
  random: Math.random,
  requestTimeoutMs: REQUEST_TIMEOUT_MS,
  waitSeconds: 30,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      timer.unref();
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    }),
};

const START_TIMEOUT_MS = 10_000;
/** With a snapshot at hand, how long to wait for something newer before the first answer. */
const SNAPSHOT_WAIT_MS = 2000;
/** The pause between polls of a server that does not wait. */
const POLL_MS = 5000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 60_000;
/** A server may ask for a longer pause, but not for a day. */
const MAX_RETRY_AFTER_MS = 300_000;
/** At close, for the last batch. */
const CLOSE_TIMEOUT_MS = 5000;

/** The server stores no longer ones. */
const MAX_MESSAGE = 1000;

type ClientError = NonNullable<LineslipStatus['lastError']>;

/** Starts an engine's client. Rejects with the reasons if neither the server nor the directory has rules. */
export async function openClient(options: LineslipOptions, ports: Partial<Ports> = {}): Promise<Lineslip> {
  const { files, fetch, now, random, sleep, requestTimeoutMs, ...waits } = { ...SYSTEM, ...ports };
  const { channel = 'production', startTimeoutMs = START_TIMEOUT_MS } = options;
  const pinned = readKeys(options.keys);
  await trustKeys(pinned, [], channel);
  const closing = new AbortController();
  const source: Source = createSource({ ...options, channel }, fetch, requestTimeoutMs);
  const store = createStore(options.directory, channel, files);
  const counters = createCounters();
  const counting = createCounting({ counters, store, source, createId: randomUUID });
  const listeners = new Set<(status: LineslipStatus) => void>();
  let confirmedAt: number | null = null;
  let lastError: ClientError | null = null;
  let hasNewStatus = false;
  let hasRules: () => void = () => undefined;
  const rulesArrive = new Promise<void>((resolve) => {
    hasRules = resolve;
  });

  const updater = createUpdater({
    channel,
    pinned,
    source,
    store,
    now,
    onApply: ({ source: from }) => {
      hasNewStatus = true;
      if (from === 'server') confirmedAt = now();
      hasRules();
      for (const listener of listeners) notify(listener);
    },
  });

  function notify(listener: (status: LineslipStatus) => void): void {
    try {
      listener(status());
    } catch (error) {
      report(new FeedError(`A listener of onChange failed: ${String(error)}`));
    }
  }

  function report(error: unknown): void {
    const sequence = error instanceof UpdateError ? error.sequence : null;
    const message = messageOf(error).slice(0, MAX_MESSAGE);
    hasNewStatus ||= lastError?.message !== message;
    lastError = { sequence, message, at: writeMoment(now()) };
  }

  const describeError = () => lastError?.message;

  function status(): LineslipStatus {
    const running = updater.running();
    if (running === null) throw new FeedError('There are no rules yet.');
    const { sequence, issued_at, alarm_after_seconds } = running.rules.release;
    const since = confirmedAt ?? Date.parse(issued_at);
    const ageSeconds = Math.max(0, Math.floor((now() - since) / 1000));
    return {
      sequence,
      issuedAt: issued_at,
      appliedAt: writeMoment(running.appliedAt),
      ageSeconds,
      source: running.source,
      lastError,
      conformance: updater.conformance(),
      isStale: ageSeconds > alarm_after_seconds,
    };
  }

  /** Waits for a release and applies it. The first poll after a start or a failure does not wait. */
  async function poll(waitSeconds: number): Promise<void> {
    const received = await source.getRelease(updater.etag(), waitSeconds);
    if (received === null) updater.confirm();
    else await updater.update(received).catch((error: unknown) => updateToNewer(received, error));
    confirmedAt = now();
    hasNewStatus ||= lastError !== null;
    lastError = null;
  }

  /** A newer release may have taken the place of this one while its documents were fetched. */
  async function updateToNewer({ jws }: ReceivedRelease, error: unknown): Promise<void> {
    if (!(error instanceof UpdateError) || !error.isMissing) throw error;
    const newer = await source.getRelease(updater.etag(), 0);
    if (newer === null || newer.jws === jws) throw error;
    await updater.update(newer);
  }

  async function follow(firstPoll: Promise<void>): Promise<void> {
    let failures = 0;
    let waitSeconds = 0;
    for (let polling = firstPoll; ; polling = poll(waitSeconds)) {
      const startedAt = now();
      const etag = updater.etag();
      let pause = 0;
      try {
        await polling;
        failures = 0;
        // A proxy may drop the wish to wait.
        const isTooFast = waitSeconds > 0 && updater.etag() === etag && now() - startedAt < 1000;
        pause = isTooFast ? POLL_MS * (0.5 + random()) : 0;
      } catch (error) {
        if (closing.signal.aborted) return;
        report(error);
        pause = retryAfter(error, failures, random());
        failures += 1;
      }
      if (hasNewStatus) void sendStatus();
      waitSeconds = failures === 0 ? waits.waitSeconds : 0;
      if (pause > 0) await sleep(pause, closing.signal);
      if (closing.signal.aborted) return;
    }
  }

  /** A status that does not arrive is sent again with the next one. */
  async function sendStatus(): Promise<void> {
    const running = updater.running();
    hasNewStatus = false;
    const body: EngineStatus = {
      sequence: running?.rules.release.sequence ?? null,
      applied_at: running === null ? null : writeMoment(running.appliedAt),
      source: running?.source ?? 'server',
      client: CLIENT_VERSION,
      conformance: updater.conformance(),
      error: lastError,
    };
    await source.putStatus(JSON.stringify(body)).catch(() => {
      hasNewStatus = true;
    });
  }

  /** A batch that is not acknowledged stays in the spool. */
  async function reportRegularly(): Promise<void> {
    while (!closing.signal.aborted) {
      await sleep(STATUS_EVERY_MS, closing.signal);
      if (closing.signal.aborted) return;
      await sendStatus();
      await counting.flush().catch(() => undefined);
    }
  }

  async function end(): Promise<void> {
    closing.abort();
    source.stopWaiting();
    const timer = setTimeout(() => source.close(), CLOSE_TIMEOUT_MS);
    await counting.flush().catch(() => undefined);
    clearTimeout(timer);
    source.close();
    await following;
  }
  let ending: Promise<void> | undefined;
  const close = (): Promise<void> => (ending ??= end());

  // Without a disk the engine still runs what the server sends.
  await store.prepare().then(counting.open).catch(report);
  const snapshotError = await updater.openSnapshot().then(
    (isThere) => (isThere ? null : `${options.directory} has no snapshot.`),
    (error: unknown) => {
      report(error);
      return messageOf(error);
    },
  );
  const firstPoll = poll(0);
  const following = follow(firstPoll);
  const first = updater.running() === null ? rulesArrive : firstPoll.catch(() => undefined);
  await endAfter(first, updater.running() === null ? startTimeoutMs : Math.min(SNAPSHOT_WAIT_MS, startTimeoutMs));
  if (updater.running() === null) {
    const reasons = [snapshotError, describeError()].filter((reason) => reason !== undefined);
    await close();
    throw new FeedError(`There are no rules to start with. ${[...new Set(reasons)].join(' ')}`);
  }
  void reportRegularly();

  const hourOf = createHours(now);
  return {
    evaluate: (query) => {
      const running = updater.running();
      if (running === null) throw new FeedError('There are no rules yet.');
      return answerQuery(running.rules, counters, hourOf(), query);
    },
    status,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}

/** Waits for the work, but not longer than this. Keeps the process alive: the caller cannot go on without the result. */
async function endAfter(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

/** The hour as counters name it, written once per hour. */
function createHours(now: () => number): () => string {
  let hour = '';
  let number = -1;
  return () => {
    const current = Math.floor(now() / 3_600_000);
    if (current !== number) {
      number = current;
      hour = writeMoment(current * 3_600_000).slice(0, '2026-12-01T09'.length);
    }
    return hour;
  };
}

/** Full jitter: a thousand engines do not return at the same moment. */
function retryAfter(error: unknown, failures: number, chance: number): number {
  const wanted = error instanceof UpdateError || error instanceof ServerError ? error.retryAfterMs : 0;
  return Math.max(
    Math.min(wanted, MAX_RETRY_AFTER_MS),
    chance * Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures),
  );
}

const writeMoment = (ms: number): string => new Date(ms).toISOString();

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
