import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { type MergeChoices, mergeEntries } from '#domain/bucket/merge.ts';
import { useApi } from '#web/base/api/client.tsx';
import { apiKey, refresh } from '#web/base/api/nouns.ts';
import { aboutBucket, applySaved } from './query.ts';
import { entryErrors, NO_PENDING } from './cells.ts';
import { type Failure as Refusal, useChange } from '#web/base/page/useChange.ts';
import { entryErrorsOf, type EntryError } from './draftWords.ts';
import { type Editing, listOf } from './useEditing.ts';

export type Work = 'save' | 'submit' | 'reset';
/** The error, kept on the page: a toast disappears after four seconds. */
export type Failure = Pick<Refusal, 'title'> &
  Partial<Pick<Refusal, 'detail' | 'field'>> &
  Readonly<{ work: Work; /** Its errors by dial and value. */ errors: readonly EntryError[] }>;

export const TOASTS = {
  create: ['Draft successfully created', 'Failed to create Draft'],
  update: ['Draft successfully updated', 'Failed to update Draft'],
  submit: ['Review submitted', 'Failed to submit Review'],
} as const;

type SaveRequest = Readonly<{
  work: Work;
  what: keyof typeof TOASTS;
  call: () => Promise<Bucket>;
  /** The entries that errors of the server refer to. */
  sent: BucketEntries;
  /** Without a toast, because another step follows. */
  quiet?: boolean;
}>;

type SubmitBody = Parameters<ReturnType<typeof useApi>['submitForReview']>[0]['body'];
export type Saving = ReturnType<typeof useSaving>;

export function useSaving({ editor, current, dispatch, setServerBucket, reveal }: Editing) {
  const api = useApi();
  const queries = useQueryClient();
  const [work, setWork] = useState<Work>();
  const [failure, setFailure] = useState<Failure>();
  /** The newer bucket that someone else saved in between. */
  const [conflict, setConflict] = useState<Bucket>();
  const params = { partner: editor.bucket.partner.number, cob: editor.bucket.cob };

  const change = useChange({
    send: async ({ call }: SaveRequest) => {
      const bucket = await call();
      setServerBucket(bucket);
      await applySaved(queries, bucket);
      return bucket;
    },
    done: (_, { what, quiet }) => (quiet ? undefined : TOASTS[what][0]),
    failed: ({ what }) => TOASTS[what][1],
    handle: async ({ stale }) => {
      const theirs = stale ? await readTheirs() : undefined;
      // Without unsaved work there is nothing to merge: apply theirs and let the person look first.
      if (theirs === undefined || current().unsaved === 0) return false;
      setConflict(theirs);
      return true;
    },
    onFailed: (_, refused, { work: failed, sent }) => {
      const problem = refused.error instanceof Problem ? refused.error : undefined;
      if (problem?.kind === 'conflict') void refresh(queries, aboutBucket(params, 'getBucket'));
      const errors = entryErrorsOf(problem?.document.errors ?? [], sent);
      const [first] = errors;
      if (first !== undefined) reveal(first);
      setFailure({ ...refused, work: failed, errors });
    },
  });
  const run = (request: Omit<SaveRequest, 'sent'>) => {
    setWork(request.work);
    setFailure(undefined);
    return change.run({ ...request, sent: current().entries });
  };

  async function readTheirs(): Promise<Bucket | undefined> {
    const theirs = await api.getBucket({ params }).catch(() => undefined);
    if (theirs !== undefined) queries.setQueryData(apiKey('getBucket', { params }), theirs);
    return theirs;
  }

  /** Refuses invalid cells before the server has to, and shows the first. */
  function validate(entries: BucketEntries): boolean {
    const errors = entryErrors(entries, editor.lookup, current().pending);
    const [first] = errors;
    if (first === undefined) return true;
    reveal(first);
    setFailure({ work: 'save', title: 'Some values cannot be saved as they are', errors });
    return false;
  }

  async function put(entries: BucketEntries, onto: Bucket, quiet: boolean): Promise<Bucket | undefined> {
    if (change.busy || !validate(entries)) return undefined;
    const what = onto.draft === null ? 'create' : 'update';
    const call = () => api.saveBucketDraft({ params, body: { entries } }, { ifMatch: onto.revision });
    const saved = await run({ work: 'save', what, call, quiet });
    if (saved === undefined) return undefined;
    dispatch({ kind: 'saved', base: listOf(saved), sent: entries });
    return saved;
  }

  const save = (quiet = false) => put(current().entries, current().bucket, quiet);

  /** Rebases the working copy onto their list. */
  const applyTheirs = (theirs: Bucket, choices: MergeChoices = new Map()): BucketEntries => {
    const { base, entries } = current();
    dispatch({ kind: 'rebase', base: listOf(theirs), choices });
    setServerBucket(theirs);
    return mergeEntries(base, entries, listOf(theirs), choices).merged;
  };

  const mergeAndSave = async (theirs: Bucket, choices: MergeChoices) => {
    setConflict(undefined);
    return put(applyTheirs(theirs, choices), theirs, false);
  };

  const submit = async (body: SubmitBody): Promise<boolean> => {
    if (change.busy) return false;
    const { bucket, unsaved } = current();
    const ready = unsaved > 0 ? await save(true) : bucket;
    if (ready === undefined) return false;
    const call = () => api.submitForReview({ params, body }, { ifMatch: ready.revision });
    return (await run({ work: 'submit', what: 'submit', call })) !== undefined;
  };

  /** Without a draft there is only unsaved work to discard. */
  const reset = async (): Promise<boolean> => {
    const { bucket } = current();
    const what = 'Reset to live version';
    if (bucket.draft === null) {
      dispatch({ kind: 'change', next: bucket.live.entries, pending: NO_PENDING, what });
      return true;
    }
    const call = () => api.resetBucketDraft({ params }, { ifMatch: bucket.revision });
    const now = await run({ work: 'reset', what: 'update', call });
    if (now === undefined) return false;
    dispatch({ kind: 'reset', base: listOf(now), what });
    return true;
  };

  /** Reverts to the last saved state, as one undo step. */
  const discard = () => {
    dispatch({ kind: 'change', next: current().base, pending: NO_PENDING, what: 'Discarded unsaved changes' });
  };

  return {
    working: change.busy ? work : undefined,
    failure,
    conflict,
    dismissFailure: () => setFailure(undefined),
    dismissConflict: () => setConflict(undefined),
    /** Whether the working copy could be saved as it is. */
    check: () => validate(current().entries),
    save,
    applyTheirs,
    mergeAndSave,
    submit,
    reset,
    discard,
  };
}
