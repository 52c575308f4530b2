import { useState } from 'react';
import { Problem } from '#contract/problem.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialPath } from '#domain/dial/merge.ts';
import { useApi } from '#web/base/api/client.tsx';
import { refreshDials } from '#web/dial/query.ts';
import { type Failure as Refusal, useChange } from '#web/base/page/useChange.ts';
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

type SaveRequest = Readonly<{ work: Work; what: keyof typeof TOASTS; call: () => Promise<FormSource> }>;

export function useSaving({ store, reveal }: Editor): Saving {
  const api = useApi();
  const [work, setWork] = useState<Work>();
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<Conflict>();
  const change = useChange({
    send: ({ call }: SaveRequest) => call(),
    done: (_, { what }) => TOASTS[what][0],
    failed: ({ what }) => TOASTS[what][1],
    apply: refreshDials,
    handle: async ({ stale, detail }) => {
      const theirs = stale ? await readTheirs() : undefined;
      if (theirs !== undefined) setConflict({ theirs, message: detail });
      return theirs !== undefined;
    },
    onFailed: (_, refused, { work: failed }) => {
      const [first] = showOnFields(refused.error instanceof Problem ? (refused.error.document.errors ?? []) : []);
      if (first === undefined) setFailure({ ...refused, work: failed });
      else reveal(first);
    },
  });
  const run = (request: SaveRequest) => {
    setWork(request.work);
    setFailure(undefined);
    return change.run(request);
  };

  const validate = (on: Work) => {
    const wrong = store.validate(on);
    if (wrong !== undefined) reveal(wrong);
    return wrong === undefined;
  };

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
    const saved = await run({ work: 'saving', what, call: () => write(data, base) });
    if (saved !== undefined) store.rebase(saved);
    return saved;
  }

  const save: Saving['save'] = async () => {
    if (change.busy || !validate('saving')) return undefined;
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
    if (change.busy || (base === undefined && !store.isDirty())) return false;
    if (store.isDirty() && !validate('saving')) return false;
    const call = async () => {
      const ready = base === undefined || store.isDirty() ? await write(data, base) : base;
      if (ready !== base) store.rebase(ready);
      const { id, revision } = ready.dial;
      await api.publishDraft({ params: { dialId: id } }, { ifMatch: revision });
      return ready;
    };
    return (await run({ work: 'publishing', what: 'publish', call })) !== undefined;
  };

  return {
    working: change.busy ? work : undefined,
    failure,
    conflict,
    dismissConflict: () => setConflict(undefined),
    validate,
    save,
    saveMerged,
    publish,
  };
}
