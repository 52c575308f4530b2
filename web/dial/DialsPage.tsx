import { useInfiniteQuery } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useCallback, useId, useMemo, useState } from 'react';
import { useApi } from '#web/api/client.tsx';
import { AppPage } from '#web/frame/AppPage.tsx';
import { useMay } from '#web/session/session.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { useSearchUsage } from '#web/telemetry/useSearchUsage.ts';
import { ImportDialogLater } from './exchange/ImportDialogLater.tsx';
import { useExport } from './exchange/useExport.ts';
import { countText } from './list/countText.ts';
import { DialList } from './list/DialList.tsx';
import { dialsQuery } from './list/list.query.ts';
import { ClassFilter } from './list/ListFilters.tsx';
import { filterOf } from './list/listState.ts';
import { SEARCH_WIDTH, useRoom } from './list/useRoom.ts';
import { LIST_TABS, TAB_LABELS } from './list/tabs.ts';
import { useListState } from './list/useListState.ts';

const CREATE = { scope: 'dials', action: 'create' } as const;

export function DialsPage() {
  const may = useMay();
  return may({ scope: 'dials', action: 'view' }) ? <DialsListPage /> : <NotForYou />;
}

function DialsListPage() {
  const { state, text, search, change } = useListState();
  const query = useInfiniteQuery(dialsQuery(useApi(), state));
  const counts = query.data?.pages[0]?.counts;
  useSearchUsage('Dials', state.q, query.isPlaceholderData ? undefined : counts?.[state.tab]);

  const panelId = useId();
  const room = useRoom();
  const exporting = useExport(useMemo(() => filterOf(state), [state]));
  const [importing, setImporting] = useState(false);
  const onClass = useCallback((cob: string | undefined) => change({ cob }), [change]);
  const classFilter = <ClassFilter value={state.cob} onChange={onClass} />;
  const searchField = (
    <SearchField
      label="Search dials"
      placeholder="Search for dial e.g. “Cyber”, “Risk Code”"
      value={text}
      onChange={search}
      width={SEARCH_WIDTH[room]}
    />
  );

  return (
    <AppPage
      title="Dials"
      subtitle="Rules with dimensions and values"
      actions={[
        {
          label: 'Create Dial',
          to: '/dial',
          variant: 'filled',
          icon: <IconPlus size={15} aria-hidden />,
          needs: CREATE,
        },
      ]}
      menu={[
        { label: 'Import dials', onClick: () => setImporting(true), needs: CREATE },
        { label: 'Export as JSON', onClick: () => exporting.start('json'), disabled: exporting.busy },
        { label: 'Export as CSV', onClick: () => exporting.start('csv'), disabled: exporting.busy },
      ]}
      tabs={
        <FilterTabs
          label="Dials by status"
          panelId={panelId}
          tabs={LIST_TABS.map((value) => ({
            value,
            label: TAB_LABELS[value],
            count: counts ? countText(counts[value], state) : null,
          }))}
          value={state.tab}
          onChange={(tab) => change({ tab })}
        />
      }
      {...(room !== 'none' && {
        tools: (
          <>
            {room !== 'search' && classFilter}
            {searchField}
          </>
        ),
      })}
    >
      <DialList
        id={panelId}
        query={query}
        state={state}
        onChange={change}
        filters={
          room === 'search' || room === 'none' ? (
            <>
              {room === 'none' && searchField}
              {classFilter}
            </>
          ) : undefined
        }
      />
      <ImportDialogLater opened={importing} onClose={() => setImporting(false)} />
    </AppPage>
  );
}

/** The route has no guard; the server answers nobody who may not see dials. */
function NotForYou() {
  return (
    <AppPage title="Dials" subtitle="Rules with dimensions and values">
      <EmptyState title="Nothing to see here." text="Please request permissions to get started." />
    </AppPage>
  );
}
