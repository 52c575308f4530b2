import { useState } from 'react';
import type { BucketDraft } from '#contract/bucket.ts';
import { describeFinding, describeFindings } from '#domain/evaluation/verify/words.ts';
import { countRisksOfFinding } from '#domain/impact/findings.ts';
import { IMPACT_VALUES } from '#domain/impact/words.ts';
import type { OnFigure } from '#web/impact/Figures.tsx';
import type { DialLookup } from '#web/bucket/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyLine } from '#web/kit/EmptyLine.tsx';
import { ShowMe } from '#web/risk/ShowMe.tsx';
import { FindingGlyph, TouchedRisks } from './FindingLine.tsx';
import { GapRows } from './Gaps.tsx';
import type { TouchedFindings } from './useTouched.ts';
import classes from './Findings.module.css';

type FindingsCardProps = Readonly<{
  draft: BucketDraft;
  lookup: DialLookup;
  found: TouchedFindings;
  onFigure: OnFigure;
}>;

/** Probable mistakes in a draft: those new since live, or all. */
export function FindingsCard({ draft: { entries }, lookup, found, onFigure }: FindingsCardProps) {
  const { findings, countOf } = found;
  const [showsAll, setShowsAll] = useState(false);
  if (findings === undefined) return <Card title="Findings" waiting={1} />;
  const dials = findings.dials.filter(({ isNew }) => isNew || showsAll);
  // Gaps as live are listed on request, except that of the most important value.
  const gaps = findings.gaps.filter(({ isNew, value }) => isNew || showsAll || value === IMPACT_VALUES[0]);
  const hasMore = findings.dials.length + findings.gaps.length > dials.length + gaps.length;
  if (findings.dials.length + findings.gaps.length === 0)
    return (
      <EmptyLine title="Findings">
        {findings.isComplete ? 'No overlaps, no gaps.' : 'None, but not fully checked.'}
      </EmptyLine>
    );
  const positions = new Map(entries.map((entry, index) => [entry.dial_id, { entry, position: index + 1 }]));
  return (
    <Card
      title="Findings"
      padded={false}
      note={[describeFindings(findings), findings.isComplete ? '' : 'not fully checked'].filter(Boolean).join(', ')}
      {...((hasMore || showsAll) && {
        aside: (
          <button type="button" className="ls-link" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
            Show all
          </button>
        ),
      })}
    >
      <ul className={`ls-list ls-ruled ${classes.card}`}>
        <GapRows gaps={gaps} countOf={countOf} onFigure={onFigure} />
        {dials.map((finding) => {
          const place = positions.get(finding.dial_id);
          const text = describeFinding(finding);
          const touched = countRisksOfFinding(finding, countOf);
          return (
            <li key={finding.dial_id} className={`ls-row ls-gap-12 ${classes.row}`}>
              <FindingGlyph kind={finding.kind} />
              <span className="ls-row ls-wrap ls-grow">
                <b className="ls-break">
                  {place?.position} {place && lookup(place.entry)?.data.name}
                </b>
                <span className="ls-ink-2">
                  {text}
                  {touched && ', '}
                  {touched && <TouchedRisks touched={touched} onFigure={onFigure} />}
                </span>
              </span>
              {finding.witness !== null && <ShowMe risk={finding.witness} what={text} />}
            </li>
          );
        })}
      </ul>
      {dials.length + gaps.length === 0 && <p className="ls-pad ls-ink-3">No new findings.</p>}
    </Card>
  );
}
