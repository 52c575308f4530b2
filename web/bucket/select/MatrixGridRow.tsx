import { memo, type CSSProperties } from 'react';
import type { Partner } from '#contract/bucket.ts';
import { BUCKET_STATUS_LABELS } from '#domain/bucket/state.ts';
import type { ClassOfBusiness } from '#domain/cob/class-of-business.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { StatusGlyph } from '#web/kit/StatusGlyph.tsx';
import { type MatrixCell, type MatrixRow, tintOf } from './matrix.ts';
import { appetiteText } from '#web/bucket/show/words.ts';
import { plural } from '#web/kit/plural.ts';
import classes from './MatrixGrid.module.css';
import { bucketAddress } from '#web/bucket/address.ts';

type MatrixGridRowProps = Readonly<{
  row: MatrixRow;
  partners: readonly Partner[];
  /** Its row of the grid; the head is 0. */
  at: number;
  /** The column the Tab key stops at, if it stops in this row. */
  stop: number | undefined;
  onClass: (slug: string) => void;
}>;

export const MatrixGridRow = memo(function MatrixGridRow({ row, partners, at, stop, onClass }: MatrixGridRowProps) {
  const { cob, cells, opens } = row;
  const place = (column: number) => ({ 'data-place': `${at} ${column}`, tabIndex: stop === column ? 0 : -1 });
  return (
    <div role="row" className={classes.row} data-opens={opens || undefined}>
      <div role="rowheader" className={classes.class}>
        <button type="button" {...place(0)} title={`Show only ${cob.label}`} onClick={() => onClass(cob.slug)}>
          <ClassLabel cob={cob} opens={opens} />
        </button>
      </div>
      {cells.map((cell, index) => {
        const partner = partners[index];
        if (cell === undefined || partner === undefined)
          return (
            <div key={partner?.number ?? index} role="gridcell" className={classes.none} {...place(index + 1)}>
              <span className="ls-hidden">No bucket</span>
            </div>
          );
        return (
          <div key={partner.number} role="gridcell" className={classes.cell}>
            <Cell cell={cell} label={labelOf(cell, cob, partner)} {...place(index + 1)} />
          </div>
        );
      })}
    </div>
  );
});

/** Rows of one family say its name once, loudly. */
function ClassLabel({ cob: { label, family }, opens }: Readonly<{ cob: ClassOfBusiness; opens: boolean }>) {
  if (opens || label === family) return <span>{label}</span>;
  return (
    <>
      <span className={`ls-ink-3 ${classes.family}`}>{family}</span>
      <span>{label.slice(family.length).trim()}</span>
    </>
  );
}

type CellProps = Readonly<{ cell: MatrixCell; label: string; 'data-place': string; tabIndex: number }>;

function Cell({ cell, label, ...place }: CellProps) {
  const { kind, strength } = tintOf(cell.appetite);
  return (
    <PageLink
      to={bucketAddress(cell)}
      aria-label={label}
      title={label}
      className={`ls-row ls-gap-6 ls-ink ${classes.link}`}
      data-tint={kind}
      data-status={cell.status}
      style={{ '--strength': strength } as CSSProperties}
      {...place}
    >
      <span className={`ls-fixed ls-ink-4 ${classes.glyph}`}>
        <StatusGlyph status={cell.status} />
      </span>
      <span className={classes.appetite}>{appetiteText(cell.appetite)}</span>
    </PageLink>
  );
}

function labelOf({ appetite, status, dials }: MatrixCell, { label }: ClassOfBusiness, { number, name }: Partner) {
  const closed = appetite === 0 ? ', closed' : '';
  const said = `appetite ${appetiteText(appetite)}${closed}, ${BUCKET_STATUS_LABELS[status]}, ${plural(dials, 'dial')}`;
  return `${label}, ${number} ${name}: ${said}`;
}
