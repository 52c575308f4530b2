import type { ReactNode } from 'react';
import type { Requirement } from '#domain/user/permission.ts';
import { type HeaderAction, type HeaderMenuItem, PageHeader, type PageHeaderProps } from '#web/kit/PageHeader.tsx';
import { Page, type PageProps } from '#web/kit/Page.tsx';
import { useBackHistory } from './BackHistoryProvider.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { useFits } from './useFits.ts';

type Gated<T> = T & Readonly<{ needs?: Requirement }>;

export type AppPageProps = Omit<PageHeaderProps, 'actions' | 'menu' | 'back'> &
  Omit<PageProps, 'header' | 'children'> &
  Readonly<{
    /** The target of the back button without history. Pages of the navigation have no back button. */
    parent?: Readonly<{ to: string; name: string }>;
    actions?: readonly Gated<HeaderAction>[];
    menu?: readonly Gated<HeaderMenuItem>[];
    children: ReactNode;
  }>;

/** A page with its header: actions without permission, and those that a phone has no room for, are hidden, and Back returns to the previous page. */
export function AppPage(props: AppPageProps) {
  const { parent, actions = [], menu = [], tabs, tools, bar, aside, children, ...header } = props;
  const may = useMay();
  const fits = useFits();
  const { previous, goBack } = useBackHistory();
  const offered = <T extends Readonly<{ to?: string }>>(items: readonly Gated<T>[]) =>
    items.filter(({ needs, to }) => (!needs || may(needs)) && (to === undefined || fits(to)));
  const back = previous ? { to: previous.address, label: previous.name, onBack: goBack } : asTarget(parent);
  return (
    <Page
      header={
        <PageHeader
          {...header}
          back={parent && back}
          actions={offered<HeaderAction>(actions)}
          menu={offered<HeaderMenuItem>(menu)}
        />
      }
      tabs={tabs}
      tools={tools}
      bar={bar}
      aside={aside}
    >
      {children}
    </Page>
  );
}

const asTarget = (parent: AppPageProps['parent']) => parent && { to: parent.to, label: parent.name };
