import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { PortfolioLoad } from '#contract/portfolio.ts';
import { Problem, type ProblemName } from '#contract/problem.ts';
import type { Input } from '#contract/route.ts';
import { MAX_PART_BYTES } from '#domain/portfolio/file.ts';
import { describeError } from '#web/api/describeError.ts';

type Api = Client<ApiContract>;
export type KeepBody = Input<ApiContract['keepPortfolioLoad']>['body'];
export type ChangeBody = Input<ApiContract['changePortfolioLoad']>['body'];

type Told = Readonly<{
  /** How far it has come. */
  onLoad: (load: PortfolioLoad) => void;
  onKept: () => void;
  /** It has ended, and nothing of it is kept. */
  onRefused: (sentence: string) => void;
  /** The server does not answer at the moment; nothing, once it does again. */
  onError: (sentence: string | undefined) => void;
}>;
export type SentFile = ReturnType<typeof sendFile>;

/** How often the server is asked while it works, and while it waits for the person. */
const WORKING_MS = 300;
const WAITING_MS = 2000;
const RETRY_MS = 1000;
/** So many parts in a row that do not arrive, and it is given up. */
const MAX_FAILURES = 5;
/** What may be different at the next try. */
const PASSING: ReadonlySet<ProblemName> = new Set(['unavailable', 'timeout', 'conflict', 'too-many-requests']);
const isPassing = (error: unknown): boolean => !(error instanceof Problem) || PASSING.has(error.kind);

/** Sends a file in parts, and asks how far the server has come with it until it is kept, refused or cancelled. */
export function sendFile(api: Api, file: File, { onLoad, onKept, onRefused, onError }: Told) {
  const ending = new AbortController();
  const { signal } = ending;
  let id: string | undefined;
  let latest: PortfolioLoad | undefined;
  let asked = 0;
  let shown = 0;
  let wake = (): void => undefined;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const end = (tell: () => void): void => {
    if (signal.aborted) return;
    ending.abort();
    wake();
    tell();
  };
  const show = (load: PortfolioLoad): void => {
    latest = load;
    if (load.phase === 'kept') return end(onKept);
    if (load.phase === 'failed') return end(() => onRefused(load.problem ?? 'The file could not be read.'));
    onLoad(load);
  };
  /** Answers may come in another order than they were asked for: one that is overtaken is not shown. */
  const ask = async (call: () => Promise<PortfolioLoad>): Promise<PortfolioLoad> => {
    asked += 1;
    const turn = asked;
    const load = await call();
    if (turn > shown && !signal.aborted) {
      shown = turn;
      show(load);
    }
    return load;
  };
  const look = (loadId: string) => ask(() => api.getPortfolioLoad({ params: { loadId } }, { signal }));

  async function send(first: PortfolioLoad): Promise<void> {
    const loadId = first.id;
    let load = first;
    let failures = 0;
    while (load.phase === 'receiving' && !signal.aborted) {
      const at = load.file.received;
      const bytes = file.slice(at, at + MAX_PART_BYTES);
      try {
        load = await ask(() => api.sendPortfolioPart({ params: { loadId }, query: { at }, bytes }, { signal }));
        failures = 0;
      } catch (error) {
        failures += 1;
        if (signal.aborted || !isPassing(error) || failures > MAX_FAILURES) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        // How much of the part arrived, the server knows.
        load = await look(loadId);
      }
    }
  }

  /** Asking also tells the server that the page is still open. */
  async function watch(loadId: string): Promise<void> {
    while (!signal.aborted) {
      const isWaiting = latest?.phase === 'mapping' || (latest?.phase === 'checked' && latest.keep_as === null);
      await pause(isWaiting ? WAITING_MS : WORKING_MS);
      if (signal.aborted) return;
      try {
        await look(loadId);
        onError(undefined);
      } catch (error) {
        if (signal.aborted) return;
        if (!isPassing(error)) throw error;
        onError(describeError(error));
      }
    }
  }

  async function run(): Promise<void> {
    try {
      // Not broken off: what was begun on the server has to be known, so that it can be cancelled.
      const load = await ask(() => api.startPortfolioLoad({ body: { name: file.name, bytes: file.size } }));
      id = load.id;
      if (signal.aborted) await cancel();
      else await Promise.all([send(load), watch(load.id)]);
    } catch (error) {
      end(() => onRefused(describeError(error)));
    }
  }

  /** Ends it. Throws where the server had kept it a moment before. */
  async function cancel(): Promise<void> {
    ending.abort();
    wake();
    if (id === undefined) return;
    await api.cancelPortfolioLoad({ params: { loadId: id } }).catch((error: unknown) => {
      if (error instanceof Problem && error.kind === 'conflict') throw error;
    });
  }

  const then = async (call: (loadId: string) => Promise<PortfolioLoad>): Promise<void> => {
    if (id === undefined) return;
    const loadId = id;
    await ask(() => call(loadId));
    wake();
  };

  void run();
  return {
    cancel,
    change: (body: ChangeBody) => then((loadId) => api.changePortfolioLoad({ params: { loadId }, body })),
    keep: (body: KeepBody) => then((loadId) => api.keepPortfolioLoad({ params: { loadId }, body })),
  };
}
