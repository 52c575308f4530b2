import IconNever from '@tabler/icons-react/dist/esm/icons/IconCircleMinus.mjs';
import IconGap from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import type { Finding } from '#domain/evaluation/verify/verify.ts';
import { describeFinding } from '#domain/evaluation/verify/words.ts';
import type { Touched } from '#domain/impact/findings.ts';
import { FigureLink, type OnFigure } from '#web/impact/Figures.tsx';
import { ShowMe } from '#web/risk/ShowMe.tsx';
import { agree } from '#web/kit/plural.ts';
import classes from './Findings.module.css';

type FindingLineProps = Readonly<{
  finding: Finding;
  /** The risks it touches, if they are counted. */
  touched: Touched | undefined;
  onFigure: OnFigure | undefined;
  tabIndex?: number;
}>;

/** A dial's finding, with the risks it touches. */
export function FindingLine({ finding, touched, onFigure, tabIndex }: FindingLineProps) {
  const text = describeFinding(finding);
  return (
    <span className={`ls-flex ls-gap-6 ls-ink-2 ${classes.line}`}>
      <FindingGlyph kind={finding.kind} />
      <span>
        {text}
        {touched && (
          <>
            , <TouchedRisks touched={touched} onFigure={onFigure} {...(tabIndex !== undefined && { tabIndex })} />
          </>
        )}{' '}
        {finding.witness !== null && (
          <ShowMe risk={finding.witness} what={text} {...(tabIndex !== undefined && { tabIndex })} />
        )}
      </span>
    </span>
  );
}

type TouchedRisksProps = Readonly<{ touched: Touched; onFigure: OnFigure | undefined; tabIndex?: number }>;

/** "1,309 risks", which opens them. */
export function TouchedRisks({ touched: { figure, risks }, onFigure, tabIndex }: TouchedRisksProps) {
  return (
    <span className="ls-nowrap ls-fixed">
      <FigureLink
        share={risks === null ? { risks: 0, premium: null, few: true } : { risks, premium: null }}
        counted="risks"
        figure={figure}
        label="Risks found"
        onFigure={onFigure}
        {...(tabIndex !== undefined && { tabIndex })}
      />{' '}
      {agree(risks ?? 0, 'risk', 'risks')}
    </span>
  );
}

/** Icons: a ring with a bar never decides, two rings overlap, a broken ring is a gap. */
export function FindingGlyph({ kind }: Readonly<{ kind: Finding['kind'] | 'gap' }>) {
  if (kind === 'never_decides') return <IconNever size={15} stroke={1.75} aria-hidden className="ls-fixed" />;
  if (kind === 'gap') return <IconGap size={15} stroke={1.75} aria-hidden className="ls-fixed" />;
  return (
    <svg width="15" height="15" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden>
      <circle cx="9" cy="12" r="6" />
      <circle cx="15" cy="12" r="6" />
    </svg>
  );
}
