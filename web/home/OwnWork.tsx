import IconDial from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import IconOverdue from '@tabler/icons-react/dist/esm/icons/IconCalendarExclamation.mjs';
import IconNewer from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { grouped } from '#domain/dimension/format.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useFits } from '#web/base/page/useFits.ts';
import { Card } from '#web/kit/Card.tsx';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { listMore, listWork, type WorkRow } from './ownWork.ts';
import classes from './OwnWork.module.css';

const SHOWN = 6;

type OwnWorkProps = Readonly<{
  now: Date;
  /** For people who write nothing: only what they own is theirs. */
  hidesEmpty?: boolean;
}>;

/** A person's open work with its feedback, and what needs attention in their buckets. */
export function OwnWork({ now, hidesEmpty = false }: OwnWorkProps) {
  const query = useApiQuery('getMyWork', {});
  const { data } = query;
  const rows = data === undefined ? [] : listWork(data, now.getTime());
  const list = useShowAll(rows, SHOWN);
  if (hidesEmpty && !rows.some(({ kind }) => kind === 'class')) return null;
  if (data === undefined)
    return <Loaded query={query} title="Failed to load your work" skeleton={<Card title="Your work" waiting={3} />} />;
  const { drafts, buckets, dials } = data.more;
  const total = rows.length + drafts + buckets + dials;
  return (
    <Card title="Your work" padded={rows.length === 0} {...(rows.length > 0 && { note: grouped(total) })}>
      {rows.length === 0 ? (
        <p className="ls-ink-3">You have no open work.</p>
      ) : (
        <ul className="ls-list ls-ruled">
          {list.shown.map((row) => (
            <OwnRow key={`${row.kind} ${row.to}`} row={row} />
          ))}
        </ul>
      )}
      {list.isWhole && total > rows.length && (
        <p className={`ls-row ls-wrap ls-rule ls-ink-3 ${classes.cut}`}>
          {listMore(data.more).map(({ to, says }) => (
            <PageLink key={to} to={to} className="ls-link">
              {says}
            </PageLink>
          ))}
        </p>
      )}
      {list.count > 0 && (
        <div className={`ls-rule ${classes.more}`}>
          <ShowAll list={list} label={total === rows.length ? undefined : `Show ${rows.length} of ${grouped(total)}`} />
        </div>
      )}
    </Card>
  );
}

function OwnRow({ row: { kind, to, narrow, title, of, says, age } }: Readonly<{ row: WorkRow }>) {
  const fits = useFits();
  const at = fits(to) ? to : narrow;
  return (
    <li className={classes.row}>
      <span aria-hidden className={`ls-center ls-fixed ${classes.glyph}`} data-kind={kind}>
        <Glyph kind={kind} />
      </span>
      <div className="ls-grid ls-gap-4">
        <p className={`ls-row ls-wrap ${classes.name}`}>
          {at === undefined ? (
            <span className="ls-name ls-break">{title}</span>
          ) : (
            <PageLink to={at} className="ls-name ls-break">
              {title}
            </PageLink>
          )}
          <span className={`ls-small ls-ink-2 ${classes.of}`}>{of}</span>
        </p>
        <p className="ls-small ls-two-lines ls-ink-2">{says}</p>
      </div>
      <span className="ls-small ls-ink-3 ls-nowrap">{age}</span>
    </li>
  );
}

/** Shapes before colours: each is distinguishable in greyscale. */
function Glyph({ kind }: Pick<WorkRow, 'kind'>) {
  if (kind === 'newer') return <IconNewer size={14} stroke={2.25} />;
  if (kind === 'dial') return <IconDial size={14} />;
  if (kind === 'class') return <IconOverdue size={14} stroke={2} />;
  return <StatusGlyph status={kind} />;
}
