import IconMoved from '@tabler/icons-react/dist/esm/icons/IconArrowsUpDown.mjs';
import { type CSSProperties, memo } from 'react';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { cellProps } from '#web/kit/grid.ts';
import { changedValues, differsIn, type GridLine, type ParityView } from './parityView.ts';
import { cellText, noteOf, tinyText } from './words.ts';
import classes from './ParityGrid.module.css';

export const dialAddress = ({ row }: GridLine): string => `/dials/${row.dial_id}`;

/** Further values of a dial do not repeat its name. */
export const heightOf = (line: GridLine | undefined): number => (line?.isNext ? 34 : 52);

type ParityGridRowProps = Readonly<{
  line: GridLine;
  view: ParityView;
  /** Its row of the grid; the head is 0. */
  at: number;
  top: number;
  /** The column of the Tab stop, if it is in this row. */
  stop: number | undefined;
  /** The selected column, 0 for none. */
  chosen: number;
  /** Whether the difference of the selected column is ticked. */
  isTicked: boolean;
}>;

export const ParityGridRow = memo(function ParityGridRow(props: ParityGridRowProps) {
  const { line, view, at, top, stop, chosen, isTicked } = props;
  const name = view.nameOf(line.row.dial_id);
  return (
    <div
      role="row"
      aria-rowindex={at + 1}
      className={`${classes.row} ${classes.line}`}
      data-next={line.isNext}
      style={{ top, '--line-height': `${heightOf(line)}px` } as CSSProperties}
    >
      <div role="rowheader" className={classes.dial} {...cellProps(at, 0, stop)} title={name}>
        {line.isNext ? (
          <span className="ls-hidden">{name}</span>
        ) : (
          <PageLink to={dialAddress(line)} tabIndex={-1} className={`ls-name ls-medium ls-two-lines ${classes.name}`}>
            {name}
          </PageLink>
        )}
        <span className="ls-tiny ls-ink-3 ls-clip">{noteOf(line, view)}</span>
      </div>
      {view.columns.map((column, index) => {
        const plain = plainText(line, view, column.at);
        const isChosen = chosen === index + 1;
        const text = plain === undefined ? cellText(line, column, view) : undefined;
        const differs = line.row.cells[column.at]?.differs ?? [];
        return (
          <div
            key={column.partner.number}
            role="gridcell"
            aria-selected={differs.length > 0 ? isChosen && isTicked : undefined}
            title={text}
            className={`ls-num ls-ink-3 ${classes.cell}`}
            {...cellProps(at, index + 1, stop)}
            data-kind={plain === undefined ? undefined : line.value === undefined ? 'place' : 'value'}
            data-none={column.bucket === undefined || undefined}
            data-chosen={isChosen || undefined}
          >
            {plain ?? (
              <>
                <span className="ls-hidden">{text}</span>
                <span aria-hidden className={classes.inside}>
                  <Inside line={line} view={view} at={column.at} isTicked={isChosen && isTicked} />
                </span>
              </>
            )}
          </div>
        );
      })}
    </div>
  );
});

/** Most cells equal the majority: they are one text element, so that a thousand of them scroll smoothly. */
function plainText({ row, value }: GridLine, view: ParityView, at: number): string | undefined {
  const cell = row.cells[at];
  if (cell?.entry === undefined) return cell === undefined || cell.differs.length === 0 ? '' : undefined;
  const { entry, position, differs } = cell;
  if (value === undefined) return differs.length === 0 ? `${position}\nv${entry.version}` : undefined;
  const usual = row.most && view.valuesOf(row.most);
  return differsIn(cell, value, usual, view.valuesOf) ? undefined : tinyText(value, view.valuesOf(entry));
}

type InsideProps = Readonly<{ line: GridLine; view: ParityView; at: number; isTicked: boolean }>;

const Inside = (props: InsideProps) =>
  props.line.value === undefined ? <Ordering {...props} /> : <Value {...props} />;

/** Position and version; differences stand on a tile. */
function Ordering({ line: { row }, view, at, isTicked }: InsideProps) {
  const cell = row.cells[at];
  if (cell === undefined) return null;
  const { entry, position, differs } = cell;
  if (entry === undefined) return <Missing isTicked={isTicked} />;
  const isOverride = differs.includes('override');
  const isExtra = differs.includes('extra');
  const changed = row.most ? changedValues(view.valuesOf(row.most), view.valuesOf(entry)) : [];
  const [first] = changed;
  return (
    <span className={classes.tile} data-override={isOverride || undefined} data-ticked={isTicked || undefined}>
      <b className={isExtra ? 'ls-inline ls-gap-2 ls-green' : 'ls-inline ls-gap-2 ls-ink'}>
        {isExtra && <span>+</span>}
        {differs.includes('moved') && <IconMoved size={11} stroke={2.25} aria-hidden />}
        <span>{position}</span>
      </b>
      {isOverride && !differs.includes('version') && first !== undefined ? (
        <span className={`ls-violet ls-bold ls-clip ${classes.tiny}`}>
          {changed.length > 1 ? `${changed.length} values` : tinyText(first, view.valuesOf(entry))}
        </span>
      ) : (
        <span className={differs.includes('version') || isExtra ? classes.version : 'ls-tiny'}>v{entry.version}</span>
      )}
    </span>
  );
}

/** One value that the dial sets in the bucket. */
function Value({ line: { row, value }, view, at, isTicked }: InsideProps) {
  const cell = row.cells[at];
  if (cell === undefined || value === undefined) return null;
  const { entry } = cell;
  if (entry === undefined) return <Missing isTicked={isTicked} />;
  const text = tinyText(value, view.valuesOf(entry));
  const isOverride = entry.overrides[value] !== undefined;
  return (
    <span className={classes.tile} data-override={isOverride || undefined} data-ticked={isTicked || undefined}>
      <span className={`ls-bold ls-clip ${classes.tiny} ${isOverride ? 'ls-violet' : 'ls-ink'}`}>{text}</span>
      {!isOverride && <span className={classes.version}>v{entry.version}</span>}
    </span>
  );
}

function Missing({ isTicked }: Readonly<{ isTicked: boolean }>) {
  return (
    <span className={`ls-red ${classes.missing}`} data-ticked={isTicked || undefined}>
      −
    </span>
  );
}
