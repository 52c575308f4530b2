import { useMediaQuery } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import { grouped } from '#domain/dimension/format.ts';
import { AppPage, type AppPageProps } from '#web/frame/AppPage.tsx';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { SELECT_TABS, type SelectTab } from './selectState.ts';
import type { useSelectState } from './useSelectState.ts';
import classes from './SelectPage.module.css';

type SelectPageProps = Readonly<{
  header: Pick<AppPageProps, 'title' | 'subtitle' | 'parent' | 'fact'>;
  select: ReturnType<typeof useSelectState>;
  /** Not known before the first answer. */
  counts: Readonly<Record<SelectTab, number>> | undefined;
  placeholder: string;
  /** Select Partner and Select Class. */
  selectors: ReactNode;
  children: ReactNode;
}>;

/** Tabs, selectors and search above what they choose from; where the row has no room for all, two rows. */
export function SelectPage({ header, select, counts, placeholder, selectors, children }: SelectPageProps) {
  const panelId = useId();
  const roomy = useMediaQuery('(min-width: 1340px)', true, { getInitialValueInEffect: false });
  const { state, text, search, change } = select;
  const tools = (
    <>
      {selectors}
      <SearchField label="Search buckets" placeholder={placeholder} value={text} onChange={search} width={232} />
    </>
  );
  return (
    <AppPage
      {...header}
      tabs={
        <FilterTabs
          label="Buckets by status"
          panelId={panelId}
          tabs={SELECT_TABS.map((tab) => ({ ...tab, ...(counts && { count: grouped(counts[tab.value]) }) }))}
          value={state.tab}
          onChange={(tab) => change({ tab })}
        />
      }
      {...(roomy && { tools })}
    >
      <div id={panelId} role="tabpanel" aria-label="Buckets" className={`ls-stack ${classes.panel}`}>
        {!roomy && <div className={`ls-gap-10 ls-wrap ls-fixed ${classes.line}`}>{tools}</div>}
        {children}
      </div>
    </AppPage>
  );
}
