import { useMediaQuery } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import { grouped } from '#domain/dimension/format.ts';
import { AppPage, type AppPageProps } from '#web/frame/AppPage.tsx';
import { SavedFilters } from '#web/frame/filters/SavedFilters.tsx';
import { tidySearch } from '#web/frame/useSearchState.ts';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { SELECT_TABS, type SelectTab, type useSelectState } from './selectState.ts';
import classes from './SelectPage.module.css';
import { Select, type SelectProps } from '@mantine/core';
import type { Partner } from '#contract/bucket.ts';
import { CLASSES } from '#domain/cob/class-of-business.ts';
import { partnerText } from '#web/bucket/address.ts';

type SelectPageProps = Readonly<{
  header: Pick<AppPageProps, 'title' | 'subtitle' | 'parent' | 'fact'>;
  select: ReturnType<typeof useSelectState>;
  /** Unknown before the first response. */
  counts: Readonly<Record<SelectTab, number>> | undefined;
  placeholder: string;
  /** Select Partner and Select Class. */
  selectors: ReactNode;
  children: ReactNode;
}>;

/** Tabs, selectors and search above the list, in one row or, on narrow screens, two. */
export function SelectPage({ header, select, counts, placeholder, selectors, children }: SelectPageProps) {
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
      tabs={
        <FilterTabs
          label="Buckets by status"
          panelId={panelId}
          tabs={SELECT_TABS.map((tab) => ({ ...tab, ...(counts && { count: grouped(counts[tab.value]) }) }))}
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

type PartnerSelectProps = Readonly<{
  partners: readonly Partner[];
  value: number | undefined;
  onChange: (partner: number | undefined) => void;
}>;

export function PartnerSelect({ partners, value, onChange }: PartnerSelectProps) {
  return (
    <NounSelect
      noun="Partner"
      width={240}
      data={partners.map((partner) => ({ value: String(partner.number), label: partnerText(partner) }))}
      value={value === undefined ? null : String(value)}
      onChange={(number) => onChange(number === null ? undefined : Number(number))}
    />
  );
}

type ClassSelectProps = Readonly<{
  value: string | undefined;
  onChange: (cob: string | undefined) => void;
  /** Slugs of the classes that can be chosen; the others are disabled. All classes if omitted. */
  there?: ReadonlySet<string> | undefined;
}>;

export function ClassSelect({ value, onChange, there }: ClassSelectProps) {
  return (
    <NounSelect
      noun="Class"
      width={320}
      data={CLASSES.map(({ slug, label }) => ({ value: slug, label, disabled: there?.has(slug) === false }))}
      value={value ?? null}
      onChange={(slug) => onChange(slug ?? undefined)}
    />
  );
}

type NounSelectProps = Readonly<{ noun: string; width: number }> & Pick<SelectProps, 'data' | 'value' | 'onChange'>;

function NounSelect({ noun, width, ...choice }: NounSelectProps) {
  return (
    <Select
      {...choice}
      aria-label={`Select ${noun}`}
      placeholder={`Select ${noun}`}
      searchable
      clearable
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': `Every ${noun.toLowerCase()}` }}
      nothingFoundMessage={`No matching ${noun.toLowerCase()}`}
      maxDropdownHeight={320}
      comboboxProps={{ width, position: 'bottom-end' }}
      className={`ls-fixed ${classes.select}`}
    />
  );
}
