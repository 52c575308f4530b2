import type { ReactNode } from 'react';
import { BackButton, type BackTarget } from './BackButton.tsx';
import { HeaderButton, type HeaderAction } from './HeaderButton.tsx';
import { HeaderMenu, type HeaderMenuItem } from './HeaderMenu.tsx';
import { HeaderPath, type PathStep } from './HeaderPath.tsx';
import classes from './PageHeader.module.css';

export type PageHeaderProps = Readonly<{
  back?: BackTarget | undefined;
  subtitle?: string | readonly PathStep[];
  title: string;
  /** A status chip. */
  status?: ReactNode;
  /** One quiet fact beside the title. */
  fact?: ReactNode;
  actions?: readonly HeaderAction[];
  menu?: readonly HeaderMenuItem[];
}>;

const order: readonly HeaderAction['variant'][] = ['subtle', 'default', 'filled'];

export function PageHeader({ back, subtitle, title, status, fact, actions = [], menu = [] }: PageHeaderProps) {
  const shown = actions
    .filter((action) => action.hidden !== true)
    .toSorted((a, b) => order.indexOf(a.variant) - order.indexOf(b.variant));
  return (
    <header className={`ls-row ls-gap-14 ls-rule-below ${classes.header}`}>
      {back !== undefined && <BackButton {...back} />}
      <div className="ls-grow">
        {subtitle !== undefined && <HeaderPath path={subtitle} />}
        <div className={`ls-row ls-wrap ${classes.line}`}>
          <h1 className={`ls-break ${classes.title}`}>{title}</h1>
          {status}
          {fact !== undefined && <span className="ls-small ls-ink-3">{fact}</span>}
        </div>
      </div>
      <div className="ls-row ls-fixed">
        {shown.map((action) => (
          <HeaderButton key={action.label} {...action} />
        ))}
        <HeaderMenu items={menu} />
      </div>
    </header>
  );
}
