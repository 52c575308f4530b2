import type { CSSProperties } from 'react';
import { bucketAddress, classAddress, partnerAddress, partnerText } from '#web/bucket/address.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import { type LayerData, showCell } from './layers.ts';
import type { MatrixCell } from '#web/bucket/matrix.ts';
import type { CellProps } from '#web/kit/grid.ts';
import { ClassLabel, type MatrixDrawing } from '#web/bucket/MatrixGrid.tsx';
import classes from '#web/bucket/MatrixGrid.module.css';

/** Partners, classes and buckets link to their pages; a bucket shows its layer. */
export const drawLinks = (layered: LayerData): MatrixDrawing => ({
  partner: ({ number, name }, place) => (
    <PageLink to={partnerAddress(number)} className="ls-stack ls-ink-3" {...place}>
      <b>{number}</b> <span className="ls-clip">{name}</span>
    </PageLink>
  ),
  class: (row, place) => (
    <PageLink
      to={classAddress(row.cob.slug)}
      {...place}
      className="ls-plain ls-flex ls-wide ls-ink ls-mid ls-nowrap"
      title={`${row.cob.label} across partners`}
    >
      <ClassLabel {...row} />
    </PageLink>
  ),
  bucket: (cell, cob, partner, place) => (
    <BucketLink cell={cell} name={`${cob.label}, ${partnerText(partner)}`} layered={layered} {...place} />
  ),
});

type BucketLinkProps = Readonly<{ cell: MatrixCell; name: string; layered: LayerData }> & CellProps;

function BucketLink({ cell, name, layered, ...place }: BucketLinkProps) {
  const shown = showCell(cell, layered);
  const label = shown === undefined ? name : `${name}: ${shown.says}`;
  return (
    <PageLink
      to={bucketAddress(cell, layered.layer === 'drafts' && cell.status !== 'active' ? 'draft' : undefined)}
      aria-label={label}
      title={label}
      className={`ls-row ls-gap-6 ls-ink ls-mid ${classes.link}`}
      data-tint={shown?.tint}
      data-status={cell.status}
      data-stopped={cell.stopped || undefined}
      // A bucket outside the filter is still there, but muted.
      data-quiet={!cell.isMatch || undefined}
      data-hit={cell.isMatch || undefined}
      style={{ '--strength': shown?.strength ?? 0 } as CSSProperties}
      {...place}
    >
      {shown?.glyph !== undefined && (
        <span className={`ls-center ls-fixed ls-ink-4 ${classes.glyph}`}>
          <StatusGlyph status={shown.glyph} />
        </span>
      )}
      {cell.isMatch && shown !== undefined && <span className={classes.figure}>{shown.figure}</span>}
    </PageLink>
  );
}
