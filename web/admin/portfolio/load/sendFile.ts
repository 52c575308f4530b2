import type { ApiContract } from '#contract/contract.ts';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import { Problem, type ProblemName } from '#contract/problem.ts';
import type { Input } from '#contract/route.ts';
import { MAX_PART_BYTES } from '#domain/portfolio/file.ts';
import { describeError } from '#web/base/api/describeError.ts';
import type { Api } from '#web/base/api/nouns.ts';

export type KeepBody = Input<ApiContract['keepPortfolioLoad']>['body'];
export type ChangeBody = Input<ApiContract['changePortfolioLoad']>['body'];

type UploadCallbacks = Readonly<{
  /** Progress. */
  onLoad: (load: PortfolioLoad) => void;
  onKept: () => void;
  /** The load ended and nothing of it was stored. */
  onRefused: (sentence: string) => void;
  /** The server does not respond; undefined once it does again. */
  onError: (sentence: string | undefined) => void;
}>;
export type Upload = ReturnType<typeof sendFile>;

/** Polling interval while the server works, and while it waits for the person. */
const WORKING_MS = 300;
const WAITING_MS = 2000;
const RETRY_MS = 1000;
/** Gives up after this many failed parts in a row. */
const MAX_FAILURES = 5;
/** Problems that a retry may solve. */
const TRANSIENT: ReadonlySet<ProblemName> = new Set(['unavailable', 'timeout', 'conflict', 'too-many-requests']);
const isTransient = (error: unknown): boolean => !(error instanceof Problem) || TRANSIENT.has(error.kind);

/** Uploads a file in parts and polls its progress until it is stored, refused or cancelled. */
export function sendFile(api: Api, file: File, { onLoad, onKept, onRefused, onError }: UploadCallbacks) {
  const ending = new AbortController();
  const { signal } = ending;
  let id: string | undefined;
  let latest: PortfolioLoad | undefined;
  let lastRequest = 0;
  let lastShown = 0;
  let wake = (): void => undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const end = (notify: () => void): void => {
    if (signal.aborted) return;
    ending.abort();
    wake();
    notify();
  };
  const show = (load: PortfolioLoad): void => {
    latest = load;
    if (load.phase === 'kept') return end(onKept);
    if (load.phase === 'failed') return end(() => onRefused(load.problem ?? 'The file could not be read.'));
    onLoad(load);
  };
  /** Responses may arrive out of order: ignores one that is older than the last shown. */
  const callInOrder = async (call: () => Promise<PortfolioLoad>): Promise<PortfolioLoad> => {
    lastRequest += 1;
    const request = lastRequest;
    const load = await call();
    if (request > lastShown && !signal.aborted) {
      lastShown = request;
      show(load);
    }
    return load;
  };
  const poll = (loadId: string) => callInOrder(() => api.getPortfolioLoad({ params: { loadId } }, { signal }));

  async function send(first: PortfolioLoad): Promise<void> {
    const loadId = first.id;
    let load = first;
    let failures = 0;
    while (load.phase === 'receiving' && !signal.aborted) {
      const at = load.file.received;
      const bytes = file.slice(at, at + MAX_PART_BYTES);
      try {
        load = await callInOrder(() => api.sendPortfolioPart({ params: { loadId }, query: { at }, bytes }, { signal }));
        failures = 0;
      } catch (error) {
        failures += 1;
        if (signal.aborted || !isTransient(error) || failures > MAX_FAILURES) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        // Only the server knows how much of the part arrived.
        load = await poll(loadId);
      }
    }
  }

  /** Polling also tells the server that the page is still open. */
  async function watch(loadId: string): Promise<void> {
    while (!signal.aborted) {
      const isWaiting = latest?.phase === 'mapping' || (latest?.phase === 'checked' && latest.keep_as === null);
      await pause(isWaiting ? WAITING_MS : WORKING_MS);
      if (signal.aborted) return;
      try {
        await poll(loadId);
        onError(undefined);
      } catch (error) {
        if (signal.aborted) return;
        if (!isTransient(error)) throw error;
        onError(describeError(error));
      }
    }
  }

  async function run(): Promise<void> {
    try {
      // Don't abort this call: without the id the load could not be cancelled.
      const load = await callInOrder(() => api.startPortfolioLoad({ body: { name: file.name, bytes: file.size } }));
      id = load.id;
      if (signal.aborted) await cancel();
      else await Promise.all([send(load), watch(load.id)]);
    } catch (error) {
      end(() => onRefused(describeError(error)));
    }
  }

  /** Throws if the server stored it a moment before. */
  async function cancel(): Promise<void> {
    ending.abort();
    wake();
    if (id === undefined) return;
    await api.cancelPortfolioLoad({ params: { loadId: id } }).catch((error: unknown) => {
      if (error instanceof Problem && error.kind === 'conflict') throw error;
    });
  }

  const change = async (call: (loadId: string) => Promise<PortfolioLoad>): Promise<void> => {
    if (id === undefined) return;
    const loadId = id;
    await callInOrder(() => call(loadId));
    wake();
  };

  void run();
  return {
    cancel,
    change: (body: ChangeBody) => change((loadId) => api.changePortfolioLoad({ params: { loadId }, body })),
    keep: (body: KeepBody) => change((loadId) => api.keepPortfolioLoad({ params: { loadId }, body })),
  };
}
