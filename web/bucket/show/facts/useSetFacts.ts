import { useQuery } from '@tanstack/react-query';
import { addCounts, gapsOn } from '#domain/review/set-facts.ts';
import { useApi } from '#web/api/client.tsx';
import type { BucketAddress } from '#web/bucket/address.ts';
import { useEditsImpact } from '#web/bucket/impact/useEditsImpact.ts';
import { draftNotesQuery } from '#web/bucket/query.ts';

/** A saved draft. `revision`: anything that changes with its content; `liveOn`: the later day that it goes live. */
export type FactsDraft = BucketAddress & Readonly<{ name: string; revision: string; liveOn?: string | undefined }>;
export type SetFactsData = ReturnType<typeof useSetFacts>;

/** What several drafts would do if they went live today: each part is undefined until it is known. */
export function useSetFacts(drafts: readonly FactsDraft[]) {
  const { data, error, isPlaceholderData } = useQuery(draftNotesQuery(useApi(), drafts));
  const edits = drafts.map(({ partner, cob, revision }) => ({ partner, cob, revision, edits: [] }));
  const impact = useEditsImpact(edits, 'live');
  const counts = edits.map((edited) => impact?.find(edited)?.count ?? undefined);
  const notes = isPlaceholderData ? undefined : data;
  return {
    error,
    /** Null without a portfolio. */
    impact: impact && addCounts(counts.filter((count) => count !== undefined)),
    notes:
      notes &&
      drafts.flatMap(({ name, partner, cob, liveOn }, index) => {
        const facts = notes.get(`${partner} ${cob}`);
        if (facts === undefined) return [];
        const gaps = liveOn === undefined ? facts.gaps : gapsOn(facts.gaps, liveOn);
        return [{ name, facts: { ...facts, gaps }, count: counts[index] }];
      }),
  };
}
