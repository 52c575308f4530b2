import { type ComponentType, Suspense, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { later } from '#web/base/page/later.tsx';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { TabHeaderContext, NO_HEADER } from '#web/base/page/tabHeader.ts';
import { ADMIN_TABS, addressOf, type AdminTab, tabOf } from './address.ts';

/** Each tab's code is loaded when it is first shown. */
const TABS = {
  appetites: later(() => import('#web/admin/appetites/AppetitesTab.tsx').then((module) => module.AppetitesTab)),
  authority: later(() => import('#web/admin/authority/AuthorityTab.tsx').then((module) => module.AuthorityTab)),
  partners: later(() => import('#web/admin/partners/PartnersTab.tsx').then((module) => module.PartnersTab)),
  lists: later(() => import('#web/admin/lists/ListsTab.tsx').then((module) => module.ListsTab)),
  portfolio: later(() => import('#web/admin/portfolio/PortfolioTab.tsx').then((module) => module.PortfolioTab)),
  engines: later(() => import('#web/admin/engines/EnginesTab.tsx').then((module) => module.EnginesTab)),
  flags: later(() => import('#web/admin/flags/FlagsTab.tsx').then((module) => module.FlagsTab)),
  usage: later(() => import('#web/admin/usage/UsageTab.tsx').then((module) => module.UsageTab)),
} as const satisfies Partial<Record<AdminTab, ComponentType>>;

/** Audit is a feature of its own: the app passes its tab in. */
export function AdminPage({ audit }: Readonly<{ audit: ComponentType }>) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [header, setHeader] = useState(NO_HEADER);
  const panelId = useId();
  const tab = tabOf(params);
  const Shown = tab.value === 'audit' ? audit : TABS[tab.value];
  return (
    <AppPage
      title="Admin"
      subtitle={tab.subtitle}
      {...header}
      tabs={
        <FilterTabs
          label="Administration"
          panelId={panelId}
          tabs={ADMIN_TABS.map(({ value, label }) => ({ value, label }))}
          value={tab.value}
          onChange={(value) => void navigate(addressOf(value))}
        />
      }
    >
      <div id={panelId} role="tabpanel" aria-label={tab.label} className="ls-stack ls-tall">
        <TabHeaderContext value={setHeader}>
          <Suspense key={tab.value} fallback={<Skeleton lines={8} />}>
            <Shown />
          </Suspense>
        </TabHeaderContext>
      </div>
    </AppPage>
  );
}
