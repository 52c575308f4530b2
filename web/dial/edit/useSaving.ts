import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Problem } from '#contract/problem.ts';
import type { DialData } from '#domain/dial/dial.ts';
import type { DialPath } from '#domain/dial/merge.ts';
import { useApi } from '#web/api/client.tsx';
import { dialKeys } from '#web/dial/query.ts';
import { notifyError, notifySuccess } from '#web/kit/Toaster.tsx';
import { fieldOfPath } from './dialForm.check.ts';
import { withPrevious, type Opened } from './draft.query.ts';
import type { EditorState } from './useEditorState.ts';

/** What went wrong, kept on the page: a toast is gone after four seconds. */
export type Failure = Readonly<{ work: Work; title: string; detail: string; reference: string | undefined }>;
/** Someone saved in between: `theirs` is what they left, to be merged with what the fields say. `told` says who and when. */
export type Conflict = Readonly<{ theirs: Opened; told: string }>;
type Work = 'saving' | 'publishing';

export type Saving = Readonly<{
  working: Work | undefined;
  failure: Failure | undefined;
  conflict: Conflict | undefined;
  dismissConflict: () => void;
  /** Creates the draft where there is none. Gives what was saved, or undefined when it was not. */
  save: (options?: Readonly<{ quiet?: boolean }>) => Promise<Opened | undefined>;
  /** Saves the merged data on top of what the other person left. */
  saveMerged: (data: DialData, theirs: Opened) => Promise<Opened | undefined>;
  publish: () => Promise<boolean>;
}>;

const TOASTS = {
  create: ['Draft dial successfully created', 'Failed to create dial'],
  update: ['Draft dial successfully updated', 'Failed to update dial'],
  publish: ['Draft dial successfully published', 'Failed to publish dial'],
} as const;

export function useSaving({ editor, rebase, validate }: EditorState): Saving {
  const api = useApi();
  const queries = useQueryClient();
  const [working, setWorking] = useState<Work>();
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<Conflict>();
  // Two quick Ctrl S are one save: state would only be seen after the next drawing.
  const busy = useRef(false);
  const { form, store, dial, previous, reveal } = editor;

  async function run<T>(work: Work, what: keyof typeof TOASTS, call: () => Promise<T>) {
    busy.current = true;
    setWorking(work);
    setFailure(undefined);
    try {
      const answer = await call();
      void queries.invalidateQueries({ queryKey: dialKeys.all });
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
    const stale = error instanceof Problem && error.kind === 'stale' ? error : undefined;
    const theirs = stale && (await readTheirs());
    if (theirs !== undefined) return setConflict({ theirs, told: stale?.message ?? '' });
    notifyError(title);
    const document = error instanceof Problem ? error.document : undefined;
    const fields = showOnFields(document?.errors ?? []);
    if (fields.length > 0) return reveal(fields[0] as DialPath);
    const detail = error instanceof Error ? error.message : 'Please try again in a moment.';
    setFailure({ work, title, detail, reference: document?.reference });
  }

  async function readTheirs(): Promise<Opened | undefined> {
    if (dial === undefined) return undefined;
    try {
      const theirs = await api.getDial({ params: { dialId: dial.id }, query: { draft: 'yes' } });
      return await withPrevious(api, theirs);
    } catch {
      return undefined;
    }
  }

  /** The server's messages go where they belong; those of no field are left to the caller. */
  function showOnFields(errors: readonly { path: string; message: string }[]): DialPath[] {
    return errors.flatMap(({ path, message }) => {
      const field = fieldOfPath(path);
      if (field !== undefined) form.setError(field, { type: 'server', message });
      return field ?? [];
    });
  }

  async function write(data: DialData, base: Opened | undefined): Promise<Opened> {
    const body = structuredClone(data) as Parameters<typeof api.createDial>[0]['body'];
    if (base === undefined) return { dial: await api.createDial({ body }), previous: undefined };
    const params = { dialId: base.dial.id };
    const saved = await api.saveDraft({ params, body }, { ifMatch: base.dial.revision });
    return { dial: saved, previous: base.previous };
  }

  async function put(data: DialData, base: Opened | undefined, quiet: boolean) {
    const what = base === undefined ? 'create' : 'update';
    const saved = await run('saving', what, () => write(data, base));
    if (saved === undefined) return undefined;
    rebase(saved);
    if (!quiet) notifySuccess(TOASTS[what][0]);
    return saved;
  }

  const save: Saving['save'] = async ({ quiet = false } = {}) => {
    if (busy.current || !(await validate())) return undefined;
    return put(store.get().data, dial && { dial, previous }, quiet);
  };

  const saveMerged: Saving['saveMerged'] = async (data, theirs) => {
    setConflict(undefined);
    const next = theirs.dial.state === 'draft' ? theirs : await startNext(theirs);
    if (next === undefined) return undefined;
    rebase(next);
    return put(data, next, false);
  };

  /** Their save was a publishing: what is left of mine belongs to the version after it. */
  const startNext = (theirs: Opened) =>
    run('saving', 'update', async () => ({
      dial: await api.startVersion({ params: { dialId: theirs.dial.id } }),
      previous: theirs.dial.data,
    }));

  const publish = async () => {
    const ready = store.isDirty() ? await save({ quiet: true }) : dial && { dial, previous };
    if (ready === undefined || busy.current) return false;
    const { id, revision } = ready.dial;
    const call = () => api.publishDraft({ params: { dialId: id } }, { ifMatch: revision });
    const published = await run('publishing', 'publish', call);
    if (published !== undefined) notifySuccess(TOASTS.publish[0]);
    return published !== undefined;
  };

  return { working, failure, conflict, dismissConflict: () => setConflict(undefined), save, saveMerged, publish };
}
