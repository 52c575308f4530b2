import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { BucketRow, Partner } from '#contract/bucket.ts';
import { useApi } from '#web/base/api/client.tsx';
import { reviewSetAddress } from '#web/bucket/address.ts';
import type { PlannedBucket } from '#web/batch/editPlan.ts';
import { useEditPlan } from '#web/batch/plan/useEditPlan.ts';
import { refreshBuckets, useDraftNotes } from '#web/bucket/query.ts';
import { type SubmissionForm, useSubmissionForm } from '#web/review/Submission.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { plural } from '#web/kit/plural.ts';
import { useMay } from '#web/base/session/session.tsx';

/** A listed draft; submitted as it is, without edits. */
export type ListedDraft = PlannedBucket & Readonly<{ row: BucketRow & Readonly<{ draft: object }> }>;
export type DraftSet = NonNullable<NonNullable<BucketRow['draft']>['set']>;

/** The drafts that are listed, which of them are selected, and what can be done with those together. */
export function useDrafts(rows: readonly BucketRow[], partners: readonly Partner[]) {
  const api = useApi();
  const navigate = useNavigate();
  const may = useMay();
  const mayEdit = may({ scope: 'bucket', action: 'edit' });
  const location = useLocation();
  /** The set that led here: its drafts are selected. */
  const arrival = location.state as Readonly<{ draftSet?: string; form?: Partial<SubmissionForm> }> | null;
  const [justSaved] = useState(arrival?.draftSet);
  // Outlives the dialog, and what was typed before the drafts were saved comes with them.
  const form = useSubmissionForm(arrival?.form);
  const plan = useMemo(
    () =>
      rows.flatMap((row): ListedDraft[] => {
        const { partner: number, cob, revision, draft } = row;
        if (draft === null) return [];
        return [
          {
            row: { ...row, draft },
            partner: partners.find((partner) => partner.number === number) ?? { number, name: '' },
            cob,
            revision,
            draft: { state: 'draft', saved_at: draft.saved_at, saved_by: draft.saved_by },
            edits: [],
            blockReason: mayEdit ? undefined : 'You cannot edit buckets',
            isPreselected: draft.set !== null && draft.set.id === justSaved,
          },
        ];
      }),
    [rows, partners, mayEdit, justSaved],
  );
  const state = useEditPlan({
    plan,
    onSaved: ({ set }) =>
      set !== null && may({ scope: 'review', action: 'view' }) ? navigate(reviewSetAddress(set)) : undefined,
  });
  const discarding = useChange({
    send: () => {
      const buckets = state.chosen.map(({ partner, cob, revision }) => ({ partner: partner.number, cob, revision }));
      return api.discardDrafts({ body: { buckets } });
    },
    done: ({ buckets }) => `${plural(buckets, 'draft')} discarded`,
    failed: 'The drafts were not discarded',
    apply: refreshBuckets,
    onFailed: refreshBuckets,
  });
  const undoing = useChange({
    send: ({ id }: DraftSet) => api.undoDraftSet({ params: { setId: id } }),
    done: ({ buckets }) => `${plural(buckets, 'draft')} undone`,
    failed: 'The drafts were not undone',
    apply: refreshBuckets,
    onFailed: refreshBuckets,
  });
  const { data: notes } = useDraftNotes(rows);
  return {
    ...state,
    mayEdit,
    justSaved,
    form,
    notes,
    discarding,
    undoing,
    clear: () => state.pick(state.chosen, false),
    /** The set whose drafts are exactly those selected. */
    chosenSet: findSet(state.chosen, plan),
  };
}
export type DraftsState = ReturnType<typeof useDrafts>;

export const setOf = ({ row }: ListedDraft): DraftSet | null => row.draft?.set ?? null;

function findSet(chosen: readonly ListedDraft[], plan: readonly ListedDraft[]): DraftSet | undefined {
  const [first] = chosen;
  const set = first && setOf(first);
  if (!set || chosen.some((draft) => setOf(draft)?.id !== set.id)) return undefined;
  return plan.filter((draft) => setOf(draft)?.id === set.id).length === chosen.length ? set : undefined;
}
