import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';
import { grouped } from '#domain/dimension/format.ts';
import type { RankedList, RankedRow } from '#domain/impact/view.ts';
import { Meter, type OnFigure } from '#web/impact/Figures.tsx';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import classes from '#web/impact/ImpactView.module.css';

type RankedBarsProps = Readonly<{
  list: RankedList;
  /** How many are shown at first. */
  few: number;
  onFigure: OnFigure | undefined;
  /** Shows nothing more on request. */
  isPaper?: boolean;
  /** Each bar is below its name. */
  isStacked?: boolean;
  /** Above the rows. */
  note?: ReactNode;
}>;

/** A ranked list of bars: the first few, and the rest on request. Each leads to the risks behind it. */
export function RankedBars({ list, few, onFigure, isPaper = false, isStacked = false, note }: RankedBarsProps) {
  const { title, rows, count, rest } = list;
  const cut = useShowAll(rows, few);
  return (
    <section aria-label={title} className={classes.list} data-stacked={isStacked || undefined}>
      <div className="ls-row ls-spread">
        <Heading isPaper={isPaper}>{title}</Heading>
        {!isPaper && (
          <ShowAll list={cut} label={`Show all ${grouped(count)}`} of={title.toLowerCase()} className="ls-fixed" />
        )}
      </div>
      {note}
      {cut.shown.map((row) => (
        <BarRow key={row.key} row={row} onFigure={onFigure} />
      ))}
      {(isPaper || cut.shown.length === rows.length) && count > cut.shown.length && (
        <p className="ls-small ls-ink-3">
          and {grouped(count - cut.shown.length)} {rest}
        </p>
      )}
    </section>
  );
}

function BarRow({ row, onFigure }: Readonly<{ row: RankedRow; onFigure: OnFigure | undefined }>) {
  const { place, name, count, part, all, figure } = row;
  const content = (
    <>
      <span className={`ls-clip ls-mid ${classes.name}`} title={name}>
        {place !== undefined && <span className={`ls-ink-3 ls-num ${classes.position}`}>{place}</span>}
        {name}
      </span>
      <span className={classes.bar}>
        {all === undefined ? <Meter part={part} tracked /> : <Meter part={part} all={all} />}
      </span>
      <span className="ls-right ls-num ls-mid ls-nowrap">{count}</span>
      {onFigure && <IconOpen size={14} stroke={1.75} aria-hidden className="ls-ink-4" />}
    </>
  );
  if (onFigure === undefined) return <div className={classes.ranked}>{content}</div>;
  return (
    <button type="button" className={`ls-plain ls-wide ${classes.ranked}`} onClick={() => onFigure(figure)}>
      {content}
    </button>
  );
}

/** The heading level: below its card on the screen, below its section on paper. */
export function Heading({ isPaper, children }: Readonly<{ isPaper: boolean; children: ReactNode }>) {
  const Tag = isPaper ? 'h4' : 'h3';
  return <Tag className="ls-bold ls-clip">{children}</Tag>;
}
