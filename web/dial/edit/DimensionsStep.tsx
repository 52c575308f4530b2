import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { GROUPS, type Group } from '#domain/dimension/dimension.ts';
import { dimensionOf, type DimensionKey } from '#domain/dimension/registry.ts';
import { useApi } from '#web/api/client.tsx';
import { referenceQuery } from '#web/dial/query.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { DimensionGroup } from './DimensionGroup.tsx';
import { DimensionToolbar } from './DimensionToolbar.tsx';
import { useDraft, useEditor } from './editor.ts';
import { shownDimensions } from './shownDimensions.ts';
import { useDimensionFilter } from './useDimensionFilter.ts';
import { useRevealed } from './useRevealed.ts';
import classes from './DimensionsStep.module.css';

/** When the dial applies: what it asks of a risk, dimension by dimension. */
export function DimensionsStep() {
  const filter = useDimensionFilter();
  const reference = useQuery(referenceQuery(useApi()));
  const setKeys = useDraft(({ data }) => Object.keys(data.dimensions).join(' '));
  const [setAtFirst] = useState(() => new Set(setKeys.split(' ')));
  const { asked, toggled, toggle } = useGroups();
  const shown = shownDimensions(filter, { set: new Set(setKeys.split(' ')), setAtFirst, asked });
  useRevealed();

  return (
    <div className={classes.step}>
      <DimensionToolbar {...filter} />
      {reference.isError && (
        <ErrorState
          title="An error has occurred"
          detail={`The options to choose from could not be loaded. ${reference.error.message}`}
          onRetry={() => void reference.refetch()}
          retrying={reference.isFetching}
        />
      )}
      {GROUPS.map((group) => {
        const entry = shown.get(group);
        if (entry === undefined) return null;
        const open = entry.insist || (toggled.get(group) ?? entry.open);
        return (
          <DimensionGroup
            key={group}
            group={group}
            keys={entry.keys}
            cob={filter.cob}
            open={open}
            onToggle={() => toggle(group, !open)}
          />
        );
      })}
      {shown.size === 0 && (
        <EmptyState
          title={filter.search === '' ? 'No dimension is set yet' : `No dimension is called “${filter.search}”`}
          text="A dial without dimensions matches every risk."
        />
      )}
    </div>
  );
}

/** Which groups were opened or closed by hand; one with a field to be brought into view opens. */
function useGroups() {
  const { revealed } = useEditor();
  const [toggled, setToggled] = useState<ReadonlyMap<Group, boolean>>(new Map());
  const [seen, setSeen] = useState<typeof revealed>();
  const asked = revealed?.path.startsWith('dimensions.') ? (revealed.path.slice(11) as DimensionKey) : undefined;
  const toggle = (group: Group, open: boolean) => setToggled((before) => new Map(before).set(group, open));
  if (seen !== revealed) {
    setSeen(revealed);
    if (asked !== undefined) toggle(dimensionOf(asked).group, true);
  }
  return { asked, toggled, toggle };
}
