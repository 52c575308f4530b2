import type { CSSProperties } from 'react';
import { PageLink } from '#web/frame/PageLink.tsx';
import { formatDay } from '#web/kit/format.ts';
import { countText, type PlacedGroup } from './comingGroups.ts';
import classes from './ComingDials.module.css';

export function ComingMark({ placed }: Readonly<{ placed: PlacedGroup }>) {
  const { group, lane, side, words } = placed;
  const named = words === 'names';
  const [first, ...others] = group.dials;
  return (
    <li
      className={`ls-accent ${classes.mark}`}
      data-kind={group.kind}
      style={{ '--at': group.at, '--lane': lane } as CSSProperties}
      title={`${formatDay(group.day)}: ${group.dials.map(({ name }) => name).join(', ')}`}
    >
      <span className={words === 'none' ? 'ls-hidden' : `ls-small ls-nowrap ${classes.words}`} data-side={side}>
        <b>{countText(group)}</b>
        <span className="ls-hidden"> on {formatDay(group.day)}: </span>
        {first && (
          <span className={named ? `ls-ink-2 ${classes.names}` : 'ls-hidden'}>
            <PageLink to={`/dials/${first.id}`} tabIndex={named ? 0 : -1}>
              {first.name}
            </PageLink>
            {others.length > 0 && ` and ${others.length} more`}
          </span>
        )}
      </span>
    </li>
  );
}
