import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClassBucket } from '#contract/class-buckets.ts';
import { changesOf, copyEdits } from '#domain/bucket/copy.ts';
import { describeCombinedImpact } from '#domain/impact/together.ts';
import { DRAFTS_ADDRESS } from '#web/bucket/address.ts';
import { useEditsImpact } from '#web/impact/useEditsImpact.ts';
import { type PlannedBucket, requestOf } from '#web/batch/editPlan.ts';
import { useEditPlan } from '#web/batch/plan/useEditPlan.ts';
import { toggled } from '#web/kit/toggled.ts';
import { type Column, differencesIn, type ParityView } from './parityView.ts';

/** A bucket that can receive differences. */
export type Target = PlannedBucket & ClassBucket;

/** Which differences of a partner go to which others, and saving them as drafts. */
export function useCopy(cob: string, view: ParityView, from: Column | undefined) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const differences = from === undefined ? [] : differencesIn(view, from.at);
  // A ticked difference may have disappeared.
  const chosen = new Set(differences.flatMap(({ dial_id }) => (ticked.has(dial_id) ? dial_id : [])));
  const changes = changesOf(differences);
  const plan = view.columns.flatMap(({ bucket, at }): Target[] => {
    if (bucket === undefined || at === from?.at) return [];
    const edits = copyEdits(bucket.entries, from?.bucket?.entries ?? [], changes, ({ dial_id }) => chosen.has(dial_id));
    const isSame = chosen.size > 0 && edits.length === 0;
    const blockReason = bucket.draft ? 'Has a draft' : isSame ? 'Same already' : undefined;
    return [{ ...bucket, cob, edits, blockReason, isPreselected: bucket.entries.length > 0 }];
  });
  const nothingTicked = chosen.size === 0 ? 'Choose a difference.' : undefined;
  const navigate = useNavigate();
  const state = useEditPlan({
    plan,
    stopReason: nothingTicked,
    skipsRefused: true,
    copiedFrom: from && { partner: from.partner.number, cob },
    // Refusals stay to be read here.
    onSaved: ({ draftSet, refused }) =>
      draftSet !== null && refused.size === 0 ? navigate(DRAFTS_ADDRESS, { state: { draftSet } }) : undefined,
  });
  const measured = useEditsImpact(chosen.size === 0 ? [] : state.chosen.map(requestOf));
  const counted = state.chosen.map((target) => ({
    name: target.partner.name,
    ...(measured?.find(requestOf(target)) ?? { count: null, isOld: true }),
  }));
  return {
    ...state,
    stopReason: nothingTicked ?? state.stopReason,
    differences,
    ticked: chosen,
    /** Its effect on risks over all buckets; undefined if it cannot be measured. */
    impact:
      measured && describeCombinedImpact(counted.flatMap(({ count, name }) => (count ? [{ ...count, name }] : []))),
    /** Whether it is still of an earlier choice. */
    isOld: counted.some(({ isOld }) => isOld),
    tick: (dialId: string) => setTicked((before) => toggled(before, dialId)),
    /** For a new partner nothing is ticked, or the one difference it was chosen by. */
    restart: (dialId?: string) => {
      setTicked(new Set(dialId === undefined ? [] : [dialId]));
      state.forgetRefusals();
    },
  };
}
export type CopyState = ReturnType<typeof useCopy>;
