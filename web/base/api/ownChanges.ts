import type { Api } from './nouns.ts';

type Params = Readonly<Record<string, string | number>>;
type AnyCall = (input?: Readonly<{ params?: Params }>, options?: Readonly<{ ifMatch?: string }>) => Promise<unknown>;

/** This tab's own changes. Their events arrive through the event stream, often before the response. */
export type OwnChanges = Readonly<{
  /** Whether a call of this tab led to this revision. */
  made: (params: Params, revision: string) => boolean;
  /** Resolves once every pending change was answered. */
  settled: () => Promise<void>;
}>;

const changesByApi = new WeakMap<Api, OwnChanges>();
const NONE: OwnChanges = { made: () => false, settled: () => Promise.resolve() };

/** The same client, which records every change: every call with a revision. */
export function rememberChanges(client: Api): Api {
  const made = new Set<string>();
  const underWay = new Set<Promise<unknown>>();

  const remember = async (answer: Promise<unknown>, params: Params): Promise<unknown> => {
    const settled = answer.then(
      (given) => made.add(keyOf(params, revisionOf(given))),
      () => undefined,
    );
    underWay.add(settled);
    await settled;
    underWay.delete(settled);
    return answer;
  };

  const remembering = new Proxy(client, {
    get(target, name, receiver) {
      const call: unknown = Reflect.get(target, name, receiver);
      if (typeof call !== 'function') return call;
      const send = call as AnyCall;
      return ((input = {}, options = {}) =>
        options.ifMatch === undefined
          ? send(input, options)
          : remember(send(input, options), input.params ?? {})) satisfies AnyCall;
    },
  });
  changesByApi.set(remembering, {
    made: (params, revision) => made.has(keyOf(params, revision)),
    settled: async () => void (await Promise.all(underWay)),
  });
  return remembering;
}

export const ownChangesOf = (client: Api): OwnChanges => changesByApi.get(client) ?? NONE;

const keyOf = (params: Params, revision: string): string =>
  JSON.stringify([Object.entries(params).toSorted(([a], [b]) => a.localeCompare(b)), revision]);

function revisionOf(given: unknown): string {
  return typeof given === 'object' && given !== null && 'revision' in given ? String(given.revision) : '';
}
