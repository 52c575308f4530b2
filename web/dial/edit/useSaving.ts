import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialPath } from '#domain/dial/merge.ts';
import { useApi } from '#web/api/client.tsx';
import { refreshDials } from '#web/dial/query.ts';
import { failureOf, isStale, type Failure as Refusal } from '#web/frame/useChange.ts';
import { notifySuccess, useErrorToast } from '#web/kit/Toaster.tsx';
import { fieldOfPath } from './dialForm.ts';
import { openDial, toFormSource, type FormSource } from './draft.ts';
import type { Editor } from './editor.ts';

/** The error, kept on the page: a toast disappears after four seconds. */
export type Failure = Refusal & Readonly<{ work: Work }>;
/** Someone saved in between: `theirs` is to be merged with the form. `message` says who and when. */
export type Conflict = Readonly<{ theirs: FormSource; message: string }>;
type Work = 'saving' | 'publishing';

export type Saving = Readonly<{
  working: Work | undefined;
  failure: Failure | undefined;
  conflict: Conflict | undefined;
  dismissConflict: () => void;
  /** Shows every error; true if there are none. Focuses the first invalid field. */
  validate: (work: Work) => boolean;
  /** Creates the draft if there is none. Returns what was saved, or undefined if it failed. */
  save: () => Promise<FormSource | undefined>;
  /** Saves the merged data on top of theirs. */
  saveMerged: (data: DialData, theirs: FormSource) => Promise<FormSource | undefined>;
  publish: () => Promise<boolean>;
}>;

const TOASTS = {
  create: ['Draft dial successfully created', 'Failed to create dial'],
  update: ['Draft dial successfully updated', 'Failed to update dial'],
  publish: ['Draft dial successfully published', 'Failed to publish dial'],
} as const;

export function useSaving({ store, reveal }: Editor): Saving {
  const api = useApi();
  const queries = useQueryClient();
  const [working, setWorking] = useState<Work>();
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<Conflict>();
  // Use a ref so that two quick Ctrl S are one save: state only updates with the next render.
  const busy = useRef(false);
  const errorToast = useErrorToast();

  const validate = (work: Work) => {
    const wrong = store.validate(work);
    if (wrong !== undefined) reveal(wrong);
    return wrong === undefined;
  };

  async function run<T>(work: Work, what: keyof typeof TOASTS, call: () => Promise<T>) {
    busy.current = true;
    setWorking(work);
    setFailure(undefined);
    try {
      const answer = await call();
      void refreshDials(queries);
      errorToast.clear();
      return answer;
    } catch (error) {
      await refused(error, work, TOASTS[what][1]);
      return undefined;
    } finally {
      busy.current = false;
      setWorking(undefined);
    }
  }

  async function refused(error: unknown, work: Work, title: string) {
    const theirs = isStale(error) ? await readTheirs() : undefined;
    const refusal = failureOf(title, error);
    if (theirs !== undefined) return setConflict({ theirs, message: refusal.detail });
    errorToast.show(title);
    const fields = showOnFields(error instanceof Problem ? (error.document.errors ?? []) : []);
    if (fields[0] !== undefined) return reveal(fields[0]);
    setFailure({ ...refusal, work });
  }

  async function readTheirs(): Promise<FormSource | undefined> {
    const { base } = store.get();
    return base && openDial(api, base.dial.id).catch(() => undefined);
  }

  /** Assigns the server's errors to their fields; those without a field are left to the caller. */
  function showOnFields(errors: readonly { path: string; message: string }[]): DialPath[] {
    const refusals = new Map<DialPath, string>();
    for (const { path, message } of errors) {
      const field = fieldOfPath(path);
      if (field !== undefined) refusals.set(field, message);
    }
    store.refuse(refusals);
    return [...refusals.keys()];
  }

  async function write(data: DialData, base: FormSource | undefined): Promise<FormSource> {
    if (base === undefined) return toFormSource(await api.createDial({ body: data }));
    const params = { dialId: base.dial.id };
    return toFormSource(await api.saveDraft({ params, body: data }, { ifMatch: base.dial.revision }), base.previous);
  }

  async function put(data: DialData, base: FormSource | undefined) {
    const what = base === undefined ? 'create' : 'update';
    const saved = await run('saving', what, () => write(data, base));
    if (saved === undefined) return undefined;
    store.rebase(saved);
    notifySuccess(TOASTS[what][0]);
    return saved;
  }

  const save: Saving['save'] = async () => {
    if (busy.current || !validate('saving')) return undefined;
    const { data, base } = store.get();
    return put(data, base);
  };

  const saveMerged: Saving['saveMerged'] = (data, theirs) => {
    setConflict(undefined);
    store.rebase(theirs);
    return put(data, theirs);
  };

  const publish = async () => {
    const { data, base } = store.get();
    if (busy.current || (base === undefined && !store.isDirty())) return false;
    if (store.isDirty() && !validate('saving')) return false;
    const published = await run('publishing', 'publish', async () => {
      const ready = base === undefined || store.isDirty() ? await write(data, base) : base;
      if (ready !== base) store.rebase(ready);
      const { id, revision } = ready.dial;
      return api.publishDraft({ params: { dialId: id } }, { ifMatch: revision });
    });
    if (published !== undefined) notifySuccess(TOASTS.publish[0]);
    return published !== undefined;
  };

  return {
    working,
    failure,
    conflict,
    dismissConflict: () => setConflict(undefined),
    validate,
    save,
    saveMerged,
    publish,
  };
}
