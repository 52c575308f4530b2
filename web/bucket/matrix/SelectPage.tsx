import { useMediaQuery } from '@mantine/hooks';
import IconRestart from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs';
import { useId, type ReactNode } from 'react';
import { findStopPermission } from '#domain/bucket/stop.ts';
import { grouped } from '#domain/dimension/format.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { AppPage, type AppPageProps } from '#web/base/page/AppPage.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { laterDialog } from '#web/base/page/later.tsx';
import { useSession } from '#web/base/session/session.tsx';
import { SavedFilters } from '#web/base/page/SavedFilters.tsx';
import { tidySearch } from '#web/base/page/useSearchState.ts';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { SELECT_TABS, type SelectTab, type useSelectState } from '#web/bucket/selectState.ts';

const StopManyDialog = laterDialog(async () => (await import('./StopManyDialog.tsx')).StopManyDialog);
const RestartManyDialog = laterDialog(async () => (await import('./RestartManyDialog.tsx')).RestartManyDialog);

type SelectPageProps = Readonly<{
  header: Pick<AppPageProps, 'title' | 'subtitle' | 'parent' | 'fact'>;
  select: ReturnType<typeof useSelectState>;
  /** Unknown before the first response. */
  counts: Readonly<Record<SelectTab, number>> | undefined;
  placeholder: string;
  /** The class or the partner that the page is about, offered first by Stop buckets. */
  about?: Readonly<{ cob?: string | undefined; partner?: number | undefined }>;
  /** Select Partner and Select Class. */
  selectors: ReactNode;
  children: ReactNode;
}>;

/** Tabs, selectors and search above the list, in one row or, on narrow screens, two. */
export function SelectPage({ header, select, counts, placeholder, about, selectors, children }: SelectPageProps) {
  const { permissions } = useSession();
  const stop = useDialog((close) => <StopManyDialog {...about} onClose={close} />);
  const restart = useDialog((close) => <RestartManyDialog {...about} onClose={close} />);
  const { data: matrix } = useApiQuery('getBucketMatrix', {});
  const panelId = useId();
  const isWide = useMediaQuery('(min-width: 1340px)', true, { getInitialValueInEffect: false });
  const { state, text, search, change } = select;
  const tools = (
    <>
      {selectors}
      <SavedFilters list="buckets" />
      <SearchField
        label="Search buckets"
        placeholder={placeholder}
        value={text}
        onChange={search}
        width={232}
        hits={{ panelId, isSettled: counts !== undefined && state.q === tidySearch(text) }}
      />
    </>
  );
  return (
    <AppPage
      {...header}
      menu={[
        {
          label: 'Restart buckets',
          icon: <IconRestart size={16} aria-hidden />,
          onClick: restart,
          hidden: matrix?.cells.every(({ stopped }) => !stopped) ?? true,
          needs: { scope: 'bucket', action: 'edit' },
        },
        {
          label: 'Stop buckets',
          icon: <IconStop size={16} aria-hidden />,
          onClick: stop,
          danger: true,
          hidden: permissions === undefined || findStopPermission(permissions) === undefined,
        },
      ]}
      tabs={
        <FilterTabs
          label="Buckets by status"
          panelId={panelId}
          tabs={SELECT_TABS.map((tab) => ({ ...tab, count: counts ? grouped(counts[tab.value]) : null }))}
          value={state.tab}
          onChange={(tab) => change({ tab })}
        />
      }
      {...(isWide && { tools })}
    >
      <div id={panelId} role="tabpanel" aria-label="Buckets" className="ls-stack ls-tall">
        {!isWide && <div className="ls-flex ls-gap-10 ls-wrap ls-fixed ls-below-14">{tools}</div>}
        {children}
      </div>
    </AppPage>
  );
}
