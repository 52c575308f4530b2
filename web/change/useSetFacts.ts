import type { BucketEdit } from '#domain/bucket/rollout.ts';
import { commonDay } from '#domain/review/set-days.ts';
import { addCounts, addSetImpacts, gapsOn, type SetImpact } from '#domain/review/set-facts.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { useEditsImpact } from '#web/impact/useEditsImpact.ts';
import { useDraftNotes } from '#web/bucket/query.ts';

/**
 * A saved draft. `revision`: anything that changes with its content; `edits`: what it loses when it is submitted; `liveOn`: the
 * later day that it goes live; `stored`: what was measured for its round, null if nothing was.
 */
export type FactsDraft = BucketAddress &
  Readonly<{
    name: string;
    revision: string;
    edits?: readonly BucketEdit[];
    liveOn?: string | undefined;
    stored?: SetImpact | null;
  }>;
export type SetFactsData = ReturnType<typeof useSetFacts>;

/** What several drafts would do if each went live on its day: each part is undefined until it is known. */
export function useSetFacts(drafts: readonly FactsDraft[]) {
  const { data, error, isPlaceholderData } = useDraftNotes(drafts);
  const notes = isPlaceholderData ? undefined : data;
  const noted = drafts.map((draft) => {
    const facts = notes?.get(`${draft.partner} ${draft.cob}`);
    const gaps = facts && (draft.liveOn === undefined ? facts.gaps : gapsOn(facts.gaps, draft.liveOn));
    return { ...draft, facts: facts && gaps && { ...facts, gaps } };
  });
  // Of what is stored with a round, only the risks in gaps are measured.
  const edits = noted
    .filter(({ stored, facts }) => stored === undefined || (facts !== undefined && facts.gaps.length > 0))
    .map(requestOf);
  const impact = useEditsImpact(edits, 'live');
  const countOf = (draft: FactsDraft) => impact?.find(requestOf(draft))?.count ?? undefined;
  const counts = drafts.flatMap((draft) => countOf(draft) ?? []);
  const stored = drafts.flatMap((draft) => draft.stored ?? []);
  const measured = impact && { count: addCounts(counts), day: commonDay(counts.map(({ day }) => day)) };
  return {
    error,
    /** Null without a portfolio. */
    impact: drafts.every((draft) => draft.stored === undefined)
      ? measured
      : stored.length === 0
        ? null
        : addSetImpacts(stored),
    notes:
      notes &&
      noted.flatMap(({ facts, ...draft }) => (facts ? [{ name: draft.name, facts, count: countOf(draft) }] : [])),
  };
}

const requestOf = ({ partner, cob, revision, edits = [], liveOn }: FactsDraft) => ({
  partner,
  cob,
  revision,
  edits,
  day: liveOn,
});
