import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import { Problem } from '#contract/problem.ts';
import { sameEntries } from '#domain/bucket/entry.ts';
import type { DialEdit, SheetDifference, TakenChange } from '#domain/sheet/difference.ts';
import { useApi } from '#web/base/api/client.tsx';
import { refresh } from '#web/base/api/nouns.ts';
import { useCustomQuery } from '#web/base/api/query.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { listOf } from '#web/bucket/useEditing.ts';
import { TOASTS } from '#web/bucket/useSaving.ts';
import { applySaved, aboutBucket } from '#web/bucket/query.ts';
import { refreshDials } from '#web/dial/query.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { useMay } from '#web/base/session/session.tsx';
import { dialEditsQuery, planDialEdits } from './dialEdits.ts';

const DIALS_CHANGED = 'Dials have changed since the sheet was compared. Please look at it again.';
const NO_EDITS: readonly DialEdit[] = [];

/** Saves the drafts of dials, then the draft of the bucket. What was saved is not saved twice. */
export function useSheetSave(bucket: Bucket, difference: SheetDifference | undefined) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayCreate = useMay()({ scope: 'dials', action: 'create' });
  const address = addressOf(bucket);
  /** Drafts of dials that are saved while the bucket's is not, as sent. */
  const imported = useRef(new Set<string>());
  const [savedDials, setSavedDials] = useState(0);
  const [isStale, setStale] = useState(false);
  const isDone = useRef(false);
  const keep = (edits: readonly DialEdit[]) => edits.filter((edit) => !imported.current.has(JSON.stringify(edit)));
  const edits = difference?.dialEdits ?? NO_EDITS;
  const plan = useCustomQuery({ ...dialEditsQuery(api, edits, mayCreate), enabled: edits.length > 0 });
  const refusals = edits.length === 0 ? undefined : plan.data?.refusals;

  const isSame = difference !== undefined && sameEntries(difference.entries, listOf(bucket));
  const hasChanges = difference !== undefined && (difference.open > 0 || !isSame || edits.length > 0);

  const saveDials = async () => {
    const left = keep(edits);
    const { rows, fingerprint, refusals: found } = await planDialEdits(api, left, mayCreate);
    if ([...found.keys()].some((key) => !refusals?.has(key))) {
      await queries.invalidateQueries({ queryKey: dialEditsQuery(api, edits, mayCreate).queryKey });
      throw new Problem('conflict', DIALS_CHANGED);
    }
    if (rows.length === 0) return;
    const { drafts } = await api.importDials({ body: { rows, fingerprint } });
    for (const edit of left) imported.current.add(JSON.stringify(edit));
    setSavedDials((count) => count + drafts.length);
    await refreshDials(queries);
  };

  const change = useChange({
    send: async ({ entries }: SheetDifference) => {
      setStale(false);
      await saveDials();
      if (sameEntries(entries, listOf(bucket))) return undefined;
      const saved = await api.saveBucketDraft({ params: address, body: { entries } }, { ifMatch: bucket.revision });
      await applySaved(queries, saved);
      return saved;
    },
    done: (saved) =>
      saved === undefined ? 'Drafts of dials saved' : TOASTS[bucket.draft === null ? 'create' : 'update'][0],
    failed: TOASTS[bucket.draft === null ? 'create' : 'update'][1],
    // The comparison follows the bucket: what others saved appears in it, and what is open is asked again.
    handle: async ({ stale }) => {
      if (!stale) return false;
      await refresh(queries, aboutBucket(address, 'getBucket'));
      setStale(true);
      return true;
    },
    onFailed: () => void refresh(queries, aboutBucket(address, 'getBucket')),
    onDone: (saved) => {
      isDone.current = true;
      return navigate(bucketAddress(address, saved ? 'draft' : undefined), { state: { saved: true } });
    },
  });

  return {
    save: change.run,
    /** Whether anything would be saved, or is still to be chosen. */
    hasChanges,
    busy: change.busy,
    failure: change.failure,
    isDone: () => isDone.current,
    /** Someone saved the bucket while this person saved. */
    isStale,
    /** What is saved although the bucket is not. */
    savedText:
      savedDials === 0
        ? undefined
        : `${plural(savedDials, 'draft')} of dials ${agree(savedDials, 'is', 'are')} saved. The bucket is not.`,
    isChecking: edits.length > 0 && (plan.isPending || plan.isPlaceholderData),
    mayEditDials: mayCreate,
    refusalOf: ({ outcome, dial_id, name }: Pick<TakenChange, 'outcome' | 'dial_id' | 'name'>): string | undefined =>
      outcome.kind === 'dial-draft' || outcome.kind === 'new-dial'
        ? refusals?.get(dial_id ?? `new ${name}`)
        : undefined,
  };
}
