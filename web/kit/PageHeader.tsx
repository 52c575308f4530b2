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
    <header className={classes.header}>
      {back !== undefined && <BackButton {...back} />}
      <div className={classes.text}>
        {subtitle !== undefined && <HeaderPath path={subtitle} />}
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {status}
          {fact !== undefined && <span className={classes.fact}>{fact}</span>}
        </div>
      </div>
      <div className={classes.actions}>
        {shown.map((action) => (
          <HeaderButton key={action.label} {...action} />
        ))}
        <HeaderMenu items={menu} />
      </div>
    </header>
  );
}
