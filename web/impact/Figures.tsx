import type { Metric } from '#domain/impact/distribution.ts';
import type { Direction, Figure, Share } from '#domain/impact/impact.ts';
import { describeShare } from '#domain/impact/words.ts';
import classes from './Figures.module.css';

type MeterProps = Readonly<{
  /** Of the whole width, from 0 to 1. */
  part: number;
  /** A grey track behind the bar. */
  all?: number;
  /** With a track, the bar is a share of it; without one, bars compare rows. */
  tracked?: boolean;
  thick?: boolean;
}>;

const percent = (share: number): string => `${Math.min(100, Math.max(0, share * 100))}%`;

/** A bar. Its number stands beside it. */
export function Meter({ part, all, tracked = false, thick = false }: MeterProps) {
  // A minimum width for non-zero values.
  const least = part > 0 ? 2 : 0;
  const bar = <span className={classes.part} style={{ width: percent(all ? part / all : part), minWidth: least }} />;
  return (
    <span
      aria-hidden
      className={classes.track}
      data-tracked={tracked || undefined}
      data-thick={thick || undefined}
      style={{ minWidth: least }}
    >
      {all === undefined ? (
        bar
      ) : (
        <span className={classes.all} style={{ width: percent(all) }}>
          {bar}
        </span>
      )}
    </span>
  );
}

export type OnFigure = (figure: Figure) => void;

type FigureLinkProps = Readonly<{
  share: Share;
  counted: Metric;
  figure: Figure;
  /** A label for screen readers. */
  label: string;
  onFigure: OnFigure | undefined;
  className?: string | undefined;
  tabIndex?: number;
}>;

/** A number that opens the risks behind it, unless it is zero. */
export function FigureLink({ share, counted, figure, label, onFigure, className = '', tabIndex }: FigureLinkProps) {
  const look = `ls-num ls-nowrap ${className}`;
  if (share.risks === 0 || onFigure === undefined)
    return (
      <span className={look}>
        <span className="ls-hidden">{label}: </span>
        {describeShare(share, counted)}
      </span>
    );
  return (
    <button
      type="button"
      className={`ls-plain ${look} ${classes.figure}`}
      tabIndex={tabIndex}
      onClick={() => onFigure(figure)}
    >
      <span className="ls-hidden">{label}: </span>
      {describeShare(share, counted)}
    </button>
  );
}

/** Up and down differ in shape, not colour. */
export function Arrow({ isUp }: Readonly<{ isUp: boolean }>) {
  return (
    <svg width="8" height="7" viewBox="0 0 8 7" aria-hidden className="ls-ink-2">
      <path d={isUp ? 'M4 0.5 8 6.5H0z' : 'M4 6.5 8 0.5H0z'} fill="currentColor" />
    </svg>
  );
}

const SIGNS = { gain: '+', lose: '−', other: '' } as const;

/** Before a number of risks that change in this direction. */
export function DirectionGlyph({ direction }: Readonly<{ direction: Direction }>) {
  if (direction === 'lower' || direction === 'higher') return <Arrow isUp={direction === 'higher'} />;
  return (
    <span aria-hidden className={`ls-bold ls-ink-2 ${classes.sign}`}>
      {SIGNS[direction]}
    </span>
  );
}
