import type { Findings } from '#domain/evaluation/verify/verify.ts';
import { describeGap, describeGaps, groupGaps } from '#domain/evaluation/verify/words.ts';
import { type CountOf, countRisksInGap } from '#domain/impact/findings.ts';
import type { OnFigure } from '#web/impact/Figures.tsx';
import { agree } from '#web/kit/plural.ts';
import { ShowMe } from '#web/risk/ShowMe.tsx';
import { FindingGlyph, TouchedRisks } from './FindingLine.tsx';
import classes from './Findings.module.css';

type GapRowsProps = Readonly<{ gaps: Findings['gaps']; countOf: CountOf; onFigure: OnFigure | undefined }>;

/** One line for each value that some risks do not get, with sample risks and their number. */
export function GapRows({ gaps, countOf, onFigure }: GapRowsProps) {
  return groupGaps(gaps).map(({ value: key, isNew }) => {
    const those = gaps.filter(({ value }) => value === key);
    const text = describeGaps(key);
    const touched = countRisksInGap(key, countOf);
    return (
      <li key={key} className={`ls-row ls-wrap ls-gap-6 ls-mid ${isNew ? 'ls-red' : 'ls-ink-2'} ${classes.row}`}>
        <FindingGlyph kind="gap" />
        {touched && touched.risks !== 0 ? (
          <span>
            <TouchedRisks touched={touched} onFigure={onFigure} /> {describeGap(key, touched.risks ?? 0)}
          </span>
        ) : (
          <span>
            {text}
            {touched && ', none in the portfolio'}
          </span>
        )}
        {!isNew && <span className="ls-ink-3">as live</span>}
        {those.map(({ witness }, index) => (
          <ShowMe
            key={JSON.stringify(witness)}
            risk={witness}
            what={text}
            label={agree(those.length, 'Show me', index === 0 ? 'Show me 1' : String(index + 1))}
          />
        ))}
      </li>
    );
  });
}
