import type { Dial } from '#contract/dial.ts';
import { checkWindow, type FieldError } from '#domain/dial/check.ts';
import { EMPTY_DIAL, type DialData } from '#domain/dial/dial.ts';
import { DIAL_PATHS, type DialPath } from '#domain/dial/merge.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { customQuery } from '#web/base/api/query.ts';
import { utcToday } from '#web/kit/format.ts';
import { checkForm, fingerprint, readField, toData, toForm, writeField, type DialForm } from './dialForm.ts';

/** The dial the form was filled from: the version being edited, its base, and the previous version. */
export type FormSource = Readonly<{ dial: Dial; version: number; data: DialData; previous: DialData | undefined }>;

/** Returns what the form is filled from. A published dial is the base of its next version, which the first save creates. */
export function toFormSource(dial: Dial, previous?: DialData): FormSource {
  const { dial_id: _, ...data } = dial.data;
  if (dial.state === 'draft') return { dial, version: dial.version, data, previous };
  return { dial, version: dial.version + 1, data: { ...data, reason: '' }, previous: data };
}

/** The open draft, otherwise the newest published version. */
export async function openDial(api: Api, dialId: string): Promise<FormSource> {
  const dial = await api.getDial({ params: { dialId }, query: { draft: 'yes' } });
  if (dial.state === 'published' || dial.version === 1) return toFormSource(dial);
  return toFormSource(dial, (await api.getDialVersion({ params: { dialId, version: dial.version - 1 } })).data);
}

/**
 * A snapshot apart from the query cache: nothing may change while someone is typing. Others' changes surface on save.
 */
export const openedQuery = (api: Api, id: string) =>
  customQuery({
    queryKey: ['dial-editing', 'opened', id],
    queryFn: () => openDial(api, id),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The current form values, and what is derived from them. */
export type Snapshot = Readonly<{
  /** The base of the form; undefined before the first save. */
  base: FormSource | undefined;
  form: DialForm;
  data: DialData;
  errors: readonly FieldError[];
  /** The visible errors: one appears on blur or save, and disappears once fixed. */
  messages: ReadonlyMap<string, string>;
  /** The server's own errors; each disappears with the next change of its field. */
  refusals: ReadonlyMap<string, string>;
  /** Incremented with every attempt to save or publish. */
  attempt: number;
  /** The field to reveal and focus; a new object repeats it. */
  revealed: Readonly<{ path: DialPath }> | undefined;
}>;

type Restored = Readonly<{
  form: DialForm;
  paths: readonly DialPath[];
  base: Readonly<{ revision: string | null; version: number; data: DialData }>;
}>;

export type DraftStore = ReturnType<typeof createDraftStore>;

const contextOf = (base: FormSource | undefined) => ({
  today: utcToday(),
  version: base?.version ?? 1,
  previous: base?.previous,
});

/** The form of one dial. Everything derived from many fields (sentence, counts, errors) is computed once per change. */
export function createDraftStore(start: FormSource | undefined) {
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

  /** `complain` lists the fields that may show an error now; any other can only lose its error. */
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
    /** Whether that day would be refused there, given the other one. */
    refusesDay: (path: 'active_from' | 'active_until', day: string): boolean => {
      const context = { ...contextOf(snapshot.base), saved: snapshot.base?.data };
      return checkWindow({ ...snapshot.data, [path]: day }, context).some((error) => error.path === path);
    },
    /** On blur of these fields. */
    leave: (...paths: DialPath[]) => {
      for (const path of paths) touched.add(path);
      update({}, touched);
    },
    /** Shows every error; returns the first invalid field. Publishing also checks for days that passed meanwhile. */
    validate: (work: 'saving' | 'publishing'): DialPath | undefined => {
      for (const path of DIAL_PATHS) touched.add(path);
      const errors = work === 'publishing' ? checkForm(snapshot.form, contextOf(snapshot.base)) : [];
      const refusals = new Map(errors.toReversed().map(({ path, message }) => [path, message]));
      update({ attempt: snapshot.attempt + 1, refusals }, touched);
      return (errors[0] ?? snapshot.errors[0])?.path as DialPath | undefined;
    },
    refuse: (refusals: ReadonlyMap<string, string>) => update({ refusals }),
    reveal: (path: DialPath) => update({ revealed: { path } }),
    /** The saved data becomes the new base. The fields stay as they are: no cursor jumps. */
    rebase: (base: FormSource) => update({ base }),
    /** Fills the named fields from `data`. */
    take: (data: DialData, paths: readonly DialPath[]) => {
      const form = toForm(data);
      update({ form: paths.reduce((to, path) => writeField(to, path, readField(form, path)), snapshot.form) });
    },
    /**
     * Restores unsaved work. If the dial has changed since, the form keeps its old base: the next save is then refused,
     * and shows both sides.
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
    /** The form was discarded: nothing is lost from here on. */
    markDiscarded: () => {
      isDiscarded = true;
      update({});
    },
  };
}
