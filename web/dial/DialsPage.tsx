import { Button } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import IconImported from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useLocation } from 'react-router';
import { Suspense, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useApi } from '#web/base/api/client.tsx';
import { ClassSelect } from '#web/rule/ClassSelect.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { Notice } from '#web/kit/Notice.tsx';
import { plural } from '#web/kit/plural.ts';
import { SearchField } from '#web/kit/SearchField.tsx';
import { useSearchUsage } from '#web/base/telemetry/useSearchUsage.ts';
import { isSettled } from '#web/base/page/useSearchState.ts';
import { SavedFilters } from '#web/base/page/SavedFilters.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { later, laterDialog } from '#web/base/page/later.tsx';
import { useExport } from '#web/dial/exchange/useExport.ts';
import { DialList } from '#web/dial/list/DialList.tsx';
import { WordFilters } from '#web/dial/list/FilterChips.tsx';
import { dialsAhead, useDials } from '#web/dial/list/list.query.ts';
import { filterOf, type ListState, useListState } from '#web/dial/list/listState.ts';
import { countText, LIST_TABS, TAB_LABELS } from '#web/dial/list/listText.ts';

const NoPermissions = later(async () => (await import('#web/base/page/NoPermissions.tsx')).NoPermissions);
const ImportDialog = laterDialog(() =>
  import('#web/dial/exchange/ImportDialog.tsx').then((module) => module.ImportDialog),
);
const ManyDialog = laterDialog(() => import('#web/dial/many/ManyDialog.tsx').then((module) => module.ManyDialog));
const CREATE = { scope: 'dials', action: 'create' } as const;

export function DialsPage() {
  const may = useMay();
  return may({ scope: 'dials', action: 'view' }) ? <DialsListPage /> : <NotForYou />;
}

function DialsListPage() {
  const api = useApi();
  const queries = useQueryClient();
  const prefetchedKey = useRef<QueryKey>(undefined);
  const ahead = useCallback(
    (next: ListState) => {
      // Cancel superseded requests: nobody waits for them.
      if (prefetchedKey.current)
        void queries.cancelQueries({ queryKey: prefetchedKey.current, exact: true, type: 'inactive' });
      const query = dialsAhead(api, next);
      prefetchedKey.current = query.queryKey;
      void queries.prefetchInfiniteQuery(query);
    },
    [api, queries],
  );
  const { state, text, search, change } = useListState(ahead);
  const query = useDials(state);
  const counts = query.data?.pages[0]?.counts;
  useSearchUsage('Dials', state.q, query.isPlaceholderData ? undefined : counts?.[state.tab]);

  const panelId = useId();
  const room = useToolbarLayout();
  const exporting = useExport(useMemo(() => filterOf(state), [state]));
  const [showsValues, setShowsValues] = useLocalStorage({ key: 'lineslip_dials_values', defaultValue: false });
  const { search: address } = useLocation();
  const [importing, setImporting] = useState(() => new URLSearchParams(address).has('import'));
  const [imported, setImported] = useState<readonly string[]>([]);
  const publish = useDialog<readonly string[]>((close, ids) => (
    <ManyDialog
      job={{ change: 'publish', dials: ids.map((id) => ({ id })) }}
      onDone={() => setImported([])}
      onClose={close}
    />
  ));
  const onClass = useCallback((cob: string | undefined) => change({ cob }), [change]);
  const filters = (
    <>
      <ClassFilter value={state.cob} onChange={onClass} isNarrow={room === 'both'} />
      <WordFilters state={state} onChange={change} />
      <SavedFilters list="dials" />
    </>
  );
  const searchField = (
    <SearchField
      label="Search dials"
      placeholder="Search for dial e.g. “Cyber”, “Risk Code”"
      value={text}
      onChange={search}
      width={room === 'both' && state.cob !== undefined ? 274 : SEARCH_WIDTH[room]}
      hits={{ panelId, isSettled: isSettled(query, state.q, text) }}
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
        { label: showsValues ? 'Hide values' : 'Show values', onClick: () => setShowsValues(!showsValues) },
        { label: 'Export as JSON', onClick: () => exporting.start('json'), disabled: exporting.busy },
        { label: 'Export as Excel', onClick: () => exporting.start('xlsx'), disabled: exporting.busy },
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
            {room !== 'search' && filters}
            {searchField}
          </>
        ),
      })}
    >
      {imported.length > 0 && (
        <Notice
          icon={<IconImported size={16} aria-hidden />}
          actions={
            <Button variant="default" size="xs" onClick={() => publish(imported)}>
              Publish all that are complete
            </Button>
          }
          onClose={() => setImported([])}
        >
          {plural(imported.length, 'imported dial is a draft', 'imported dials are drafts')}.
        </Notice>
      )}
      <DialList
        id={panelId}
        query={query}
        state={state}
        onChange={change}
        showsValues={showsValues}
        filters={
          room === 'search' || room === 'none' ? (
            <>
              {room === 'none' && searchField}
              {filters}
            </>
          ) : undefined
        }
      />
      {importing && <ImportDialog onClose={() => setImporting(false)} onImported={setImported} />}
    </AppPage>
  );
}

/** The route has no guard; the server refuses people who may not view dials. */
function NotForYou() {
  return (
    <AppPage title="Dials" subtitle="Rules with dimensions and values">
      <Suspense>
        <NoPermissions />
      </Suspense>
    </AppPage>
  );
}

type ClassFilterProps = Readonly<{
  value: string | undefined;
  onChange: (cob: string | undefined) => void;
  /** Without a chosen class it shrinks, so that the search placeholder fits. */
  isNarrow: boolean;
}>;

function ClassFilter({ value, onChange, isNarrow }: ClassFilterProps) {
  return (
    <ClassSelect
      placeholder="Any class"
      value={value ?? null}
      onChange={(cob) => onChange(cob ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': 'Any class' }}
      comboboxProps={{ width: 320, position: 'bottom-end' }}
      className="ls-fixed"
      w={isNarrow && value === undefined ? 104 : 160}
    />
  );
}

const AT_ONCE = { getInitialValueInEffect: false };

/** What fits beside the tabs: search and class with ease, both, the search alone, or nothing. */
type ToolbarLayout = 'wide' | 'both' | 'search' | 'none';

const SEARCH_WIDTH: Readonly<Record<ToolbarLayout, number>> = { wide: 330, both: 322, search: 320, none: 340 };

function useToolbarLayout(): ToolbarLayout {
  const wide = useMediaQuery('(min-width: 1520px)', true, AT_ONCE);
  const both = useMediaQuery('(min-width: 1430px)', true, AT_ONCE);
  const search = useMediaQuery('(min-width: 1280px)', true, AT_ONCE);
  if (wide) return 'wide';
  if (both) return 'both';
  return search ? 'search' : 'none';
}
