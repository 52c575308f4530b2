import type { BucketEvent } from '#contract/bucket-event.ts';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import { Problem } from '#contract/problem.ts';
import { backoff } from '#web/api/queryClient.ts';
import { readEvents } from './readEvents.ts';

type Api = Client<ApiContract>;
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

  const tell = (event: BucketEvent) => {
    for (const listener of listeners) listener(event);
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      clearTimeout(lingering);
      if (running === undefined) {
        const control = new AbortController();
        running = control;
        void keepConnected(open, tell, control.signal).finally(() => {
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
  tell: Listener,
  over: AbortSignal,
): Promise<void> {
  let failures = 0;
  let failure: unknown;
  let again = false;
  while (!over.aborted) {
    await seen(over);
    if (over.aborted) return;
    const connection = connect(over);
    try {
      const bytes = await open(connection.signal);
      failures = 0;
      failure = undefined;
      if (again) tell({ kind: 'resync' });
      again = true;
      await readEvents(bytes, { onEvent: tell, onBytes: connection.alive });
    } catch (error) {
      if (error instanceof Problem && error.kind === 'not-allowed') return;
      failures += 1;
      failure = error;
    } finally {
      connection.end();
    }
    if (!over.aborted) await pause(backoff(Math.max(0, failures - 1), failure), over);
  }
}

/** Disconnects without subscribers, after too long a silence, and after the tab was hidden for a while. */
function connect(over: AbortSignal) {
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
  over.addEventListener('abort', hangUp);
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
      over.removeEventListener('abort', hangUp);
      hangUp();
    },
  };
}

/** Resolves after the time, or sooner when the network or the person is back. */
function pause(ms: number, over: AbortSignal): Promise<void> {
  return until(over, (go) => {
    const timer = setTimeout(go, ms);
    const onVisible = () => !document.hidden && go();
    window.addEventListener('online', go);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      document.removeEventListener('visibilitychange', onVisible);
    };
  });
}

/** Resolves when the tab becomes visible. */
function seen(over: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return until(over, (go) => {
    const onVisible = () => !document.hidden && go();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  });
}

function until(over: AbortSignal, wait: (go: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stop();
      over.removeEventListener('abort', go);
      resolve();
    };
    const stop = wait(go);
    over.addEventListener('abort', go);
  });
}

const streams = new WeakMap<Api, EventStream>();

/** The tab's one stream. */
export function eventStreamOf(api: Api): EventStream {
  const stream = streams.get(api) ?? createEventStream((signal) => api.watchBuckets({}, { signal }));
  streams.set(api, stream);
  return stream;
}
