import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#contract/client.ts';
import type { ApiContract } from '#contract/contract.ts';
import type { Dial } from '#contract/dial.ts';
import { checkWindow, type FieldError } from '#domain/dial/check.ts';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { DIAL_PATHS, type DialPath } from '#domain/dial/merge.ts';
import { checkForm, fingerprint, readField, toData, toForm, writeField, type DialForm } from './dialForm.ts';

type Api = Client<ApiContract>;

/** A dial as the fields were filled from it: the version being written, what it starts from, and the version before. */
export type Opened = Readonly<{ dial: Dial; version: number; data: DialData; previous: DialData | undefined }>;

/** A published dial is the start of its next version, which the first save creates. */
export function opened(dial: Dial, previous?: DialData): Opened {
  const { dial_id: _, ...data } = dial.data;
  if (dial.state === 'draft') return { dial, version: dial.version, data, previous };
  return { dial, version: dial.version + 1, data: { ...data, reason: '' }, previous: data };
}

/** The draft where one is open, otherwise the newest published version. */
export async function openDial(api: Api, dialId: string): Promise<Opened> {
  const dial = await api.getDial({ params: { dialId }, query: { draft: 'yes' } });
  if (dial.state === 'published' || dial.version === 1) return opened(dial);
  return opened(dial, (await api.getDialVersion({ params: { dialId, version: dial.version - 1 } })).data);
}

/**
 * Kept apart from what other screens read: while someone writes, nothing may change under their hands.
 * What others saved meanwhile comes to light when saving.
 */
export const openedQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['dial-editing', id],
    queryFn: () => openDial(api, id),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** What the fields say at this moment, and what is made of it. */
export type Snapshot = Readonly<{
  /** What the fields are based on; none before the first save. */
  base: Opened | undefined;
  form: DialForm;
  data: DialData;
  errors: readonly FieldError[];
  /** What is shown under the fields: a message comes on leaving its field or on saving, and goes once it is put right. */
  messages: ReadonlyMap<string, string>;
  /** The server's own messages; each goes with the next change of its field. */
  refusals: ReadonlyMap<string, string>;
  /** Raised by one with every try to save or publish. */
  attempt: number;
  /** The field to bring into view and focus; a new object asks again. */
  revealed: Readonly<{ path: DialPath }> | undefined;
}>;

type Restored = Readonly<{
  form: DialForm;
  paths: readonly DialPath[];
  base: Readonly<{ revision: string | null; version: number; data: DialData }>;
}>;

export type DraftStore = ReturnType<typeof createDraftStore>;

const contextOf = (base: Opened | undefined) => ({
  today: new Date().toISOString().slice(0, 10),
  version: base?.version ?? 1,
  previous: base?.previous,
});

/** The fields of one dial. Everything made of many fields (sentence, counts, messages) is computed once per change. */
export function createDraftStore(start: Opened | undefined) {
  const touched = new Set<string>();
  let isDiscarded = false;
  const listeners = new Set<() => void>();
  let snapshot: Snapshot = derive({
    base: start,
    form: toForm(start?.data ?? EMPTY_DIAL),
    messages: new Map(),
    refusals: new Map(),
    attempt: 0,
    revealed: undefined,
  });

  /** `complain` names the fields that may get a message now; any other only loses the one it has. */
  function derive(state: Omit<Snapshot, 'data' | 'errors'>, complain: ReadonlySet<string> = new Set()): Snapshot {
    const { base, form, messages } = state;
    const errors = checkForm(form, { ...contextOf(base), saved: base?.data });
    const shown = errors.filter(({ path }) => complain.has(path) || messages.has(path));
    const texts = new Map(shown.toReversed().map(({ path, message }) => [path, message]));
    return { ...state, data: toData(form), errors, messages: texts };
  }
  function update(change: Partial<Snapshot>, complain?: ReadonlySet<string>): void {
    snapshot = derive({ ...snapshot, ...change }, complain);
    for (const listener of listeners) listener();
  }

  return {
    get: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (path: DialPath, value: unknown) => {
      const refusals = new Map(snapshot.refusals);
      refusals.delete(path);
      update({ form: writeField(snapshot.form, path, value), refusals }, new Set(touched.has(path) ? [path] : []));
    },
    /** Whether that day would be refused there, as the other one is now. */
    refusesDay: (path: 'active_from' | 'active_until', day: string): boolean => {
      const context = { ...contextOf(snapshot.base), saved: snapshot.base?.data };
      return checkWindow({ ...snapshot.data, [path]: day }, context).some((error) => error.path === path);
    },
    /** Someone has finished with these fields. */
    leave: (...paths: DialPath[]) => {
      for (const path of paths) touched.add(path);
      update({}, touched);
    },
    /** Shows every message; gives the first field that is wrong. Publishing also asks about days that passed meanwhile. */
    validate: (work: 'saving' | 'publishing'): DialPath | undefined => {
      for (const path of DIAL_PATHS) touched.add(path);
      const errors = work === 'publishing' ? checkForm(snapshot.form, contextOf(snapshot.base)) : [];
      const refusals = new Map(errors.toReversed().map(({ path, message }) => [path, message]));
      update({ attempt: snapshot.attempt + 1, refusals }, touched);
      return (errors[0] ?? snapshot.errors[0])?.path as DialPath | undefined;
    },
    refuse: (refusals: ReadonlyMap<string, string>) => update({ refusals }),
    reveal: (path: DialPath) => update({ revealed: { path } }),
    /** What was just saved is the new base. The fields stay as they are: nobody's cursor jumps. */
    rebase: (base: Opened) => update({ base }),
    /** Fills the named fields from `data`. */
    take: (data: DialData, paths: readonly DialPath[]) => {
      const form = toForm(data);
      update({ form: paths.reduce((to, path) => writeField(to, path, readField(form, path)), snapshot.form) });
    },
    /**
     * Puts back what was left unsaved. Where the dial has changed since, the fields are based on what they were: the
     * next save is then refused, and shows both sides.
     */
    restore: ({ form, paths, base: was }: Restored) => {
      const { base, form: now } = snapshot;
      if (base === undefined || was.revision === null || was.revision === base.dial.revision)
        return update({ form: paths.reduce((to, path) => writeField(to, path, readField(form, path)), now) });
      const { version, data, revision } = was;
      update({ base: { ...base, version, data, dial: { ...base.dial, revision } }, form });
    },
    /** Whether leaving loses something. */
    isDirty: () => !isDiscarded && fingerprint(snapshot.data) !== fingerprint(snapshot.base?.data ?? EMPTY_DIAL),
    /** What the fields say is no longer wanted: nothing is lost from here on. */
    markDiscarded: () => {
      isDiscarded = true;
      update({});
    },
  };
}
