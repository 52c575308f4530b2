import type { ReactNode } from 'react';
import type { Requirement } from '#domain/user/permission.ts';
import { type HeaderAction, type HeaderMenuItem, PageHeader, type PageHeaderProps } from '#web/kit/PageHeader.tsx';
import { Page, type PageProps } from '#web/kit/Page.tsx';
import { useBackHistory } from '#web/frame/BackHistoryProvider.tsx';
import { useMay } from '#web/session/session.tsx';

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

/** A page with its header: actions without permission are hidden, and Back returns to the previous page. */
export function AppPage(props: AppPageProps) {
  const { parent, actions = [], menu = [], tabs, tools, bar, aside, children, ...header } = props;
  const may = useMay();
  const { previous, goBack } = useBackHistory();
  const allowed = <T,>(items: readonly Gated<T>[]) => items.filter(({ needs }) => !needs || may(needs));
  const back = previous ? { to: previous.address, label: previous.name, onBack: goBack } : asTarget(parent);
  return (
    <Page
      header={
        <PageHeader
          {...header}
          back={parent && back}
          actions={allowed<HeaderAction>(actions)}
          menu={allowed<HeaderMenuItem>(menu)}
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
