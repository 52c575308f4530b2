import type { BucketEvent } from '#contract/bucket-event.ts';
import { Problem } from '#contract/problem.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { backoff } from '#web/base/api/queryClient.ts';
import { readEvents } from './readEvents.ts';

type Listener = (event: BucketEvent) => void;

/** Keep the connection while navigating between pages. */
const LINGER_MS = 5000;
/** The server sends a heartbeat every 25 s. */
const SILENCE_MS = 70_000;
/** A browser allows six connections per server: hidden tabs must not use them all. */
const HIDDEN_MS = 60_000;

export type EventStream = Readonly<{ subscribe: (listener: Listener) => () => void }>;

/**
 * One connection for all subscribers. It reconnects by itself, and then tells them to refetch, because something may
 * have been missed.
 */
export function createEventStream(open: (signal: AbortSignal) => ReturnType<Api['watchBuckets']>): EventStream {
  const listeners = new Set<Listener>();
  let running: AbortController | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  const publish = (event: BucketEvent) => {
    for (const listener of listeners) listener(event);
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      clearTimeout(lingering);
      if (running === undefined) {
        const control = new AbortController();
        running = control;
        void keepConnected(open, publish, control.signal).finally(() => {
          if (running === control) running = undefined;
        });
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearTimeout(lingering);
        lingering = setTimeout(() => {
          running?.abort();
          running = undefined;
        }, LINGER_MS);
      };
    },
  };
}

async function keepConnected(
  open: (signal: AbortSignal) => ReturnType<Api['watchBuckets']>,
  publish: Listener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  let failure: unknown;
  let again = false;
  while (!signal.aborted) {
    await waitUntilVisible(signal);
    if (signal.aborted) return;
    const connection = connect(signal);
    try {
      const bytes = await open(connection.signal);
      failures = 0;
      failure = undefined;
      if (again) publish({ kind: 'resync' });
      again = true;
      await readEvents(bytes, { onEvent: publish, onBytes: connection.alive });
    } catch (error) {
      if (error instanceof Problem && error.kind === 'not-allowed') return;
      failures += 1;
      failure = error;
    } finally {
      connection.end();
    }
    if (!signal.aborted) await pause(backoff(Math.max(0, failures - 1), failure), signal);
  }
}

/** Disconnects without subscribers, after too long a silence, and after the tab was hidden for a while. */
function connect(signal: AbortSignal) {
  const control = new AbortController();
  const hangUp = () => control.abort();
  let silence = setTimeout(hangUp, SILENCE_MS);
  let hidden: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(hidden);
    if (document.hidden) hidden = setTimeout(hangUp, HIDDEN_MS);
  };
  onVisibility();
  document.addEventListener('visibilitychange', onVisibility);
  signal.addEventListener('abort', hangUp);
  return {
    signal: control.signal,
    alive: () => {
      clearTimeout(silence);
      silence = setTimeout(hangUp, SILENCE_MS);
    },
    end: () => {
      clearTimeout(silence);
      clearTimeout(hidden);
      document.removeEventListener('visibilitychange', onVisibility);
      signal.removeEventListener('abort', hangUp);
      hangUp();
    },
  };
}

/** Resolves after the time, or sooner when the network or the person is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return waitFor(signal, (resolve) => {
    const timer = setTimeout(resolve, ms);
    const onVisible = () => !document.hidden && resolve();
    window.addEventListener('online', resolve);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', resolve);
      document.removeEventListener('visibilitychange', onVisible);
    };
  });
}

/** Resolves when the tab becomes visible. */
function waitUntilVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return waitFor(signal, (resolve) => {
    const onVisible = () => !document.hidden && resolve();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  });
}

/** Resolves when what `start` waits for happens, or when nobody needs the connection any more. */
function waitFor(signal: AbortSignal, start: (resolve: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      stop();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const stop = start(finish);
    signal.addEventListener('abort', finish);
  });
}

const streams = new WeakMap<Api, EventStream>();

/** The tab's one stream. */
export function eventStreamOf(api: Api): EventStream {
  const stream = streams.get(api) ?? createEventStream((signal) => api.watchBuckets({}, { signal }));
  streams.set(api, stream);
  return stream;
}
