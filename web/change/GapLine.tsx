import { Fragment, type ReactNode, useState } from 'react';
import { capitalise } from '#domain/dimension/words.ts';
import type { MeasuredGap } from '#domain/impact/impact.ts';
import { describeWindowGap, WHERE_IT_DECIDES } from '#domain/impact/gap-words.ts';
import type { OnFigure } from '#web/impact/Figures.tsx';
import { FindingGlyph } from './FindingLine.tsx';
import classes from './GapLine.module.css';

type GapLineProps = Readonly<{
  gap: MeasuredGap;
  /** The dial, where the line is not beside it. */
  name?: string | undefined;
  onFigure?: OnFigure | undefined;
}>;

/** "Starts 1 Dec 2026. Until then nothing sets Max line for 94 risks." The risks open. */
export function GapLine({ gap, name, onFigure }: GapLineProps) {
  const { window, lead, groups } = describeWindowGap(gap);
  return (
    <span className="ls-red">
      <b>{name === undefined ? capitalise(window) : `${name} ${window}`}.</b> {lead}{' '}
      {groups.map(({ names, figure, ofRisks }, index) => (
        <Fragment key={names}>
          {index > 0 && ', '}
          {names} {ofRisks === '' ? WHERE_IT_DECIDES : 'for '}
          {ofRisks !== '' &&
            (onFigure ? (
              <button
                type="button"
                className={`ls-plain ls-bold ls-nowrap ${classes.risks}`}
                onClick={() => onFigure(figure)}
              >
                {ofRisks}
              </button>
            ) : (
              <b className="ls-nowrap">{ofRisks}</b>
            ))}
        </Fragment>
      ))}
      .
    </span>
  );
}

const AT_FIRST = 2;

type GapNoticeProps = Readonly<{
  gaps: readonly MeasuredGap[];
  nameOf: (dialId: string) => string;
  onFigure?: OnFigure | undefined;
  className?: string;
  /** A button that closes the gaps. */
  action?: ReactNode;
}>;

/** Dials that would leave risks without a value, one line each. */
export function GapNotice({ gaps, nameOf, onFigure, className = '', action }: GapNoticeProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? gaps : gaps.slice(0, AT_FIRST);
  return (
    <div role="alert" className={`ls-flex ls-gap-12 ${classes.notice} ${className}`} data-tone="red">
      <span className={`ls-red ls-fixed ${classes.glyph}`}>
        <FindingGlyph kind="gap" />
      </span>
      <div className="ls-grid ls-gap-6 ls-grow">
        {shown.map((gap) => (
          <GapLine key={`${gap.dial_id} ${gap.day}`} gap={gap} name={nameOf(gap.dial_id)} onFigure={onFigure} />
        ))}
        {shown.length < gaps.length && (
          <button
            type="button"
            className={`ls-plain ls-red ls-bold ${classes.risks} ${classes.more}`}
            onClick={() => setShowsAll(true)}
          >
            {gaps.length - shown.length} more
          </button>
        )}
      </div>
      {action}
    </div>
  );
}
