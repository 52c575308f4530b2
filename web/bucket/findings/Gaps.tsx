import { VALUE_KEYS } from '#domain/value/registry.ts';
import type { Findings } from '#domain/evaluation/verify/verify.ts';
import { describeGaps } from '#domain/evaluation/verify/words.ts';
import { FindingGlyph, ShowMe } from './FindingLine.tsx';
import classes from './Findings.module.css';

/** One line for each value that some risks do not get, with the risks that show it. */
export function GapRows({ gaps }: Readonly<{ gaps: Findings['gaps'] }>) {
  return VALUE_KEYS.map((key) => {
    const those = gaps.filter(({ value }) => value === key);
    const text = describeGaps(key);
    if (those.length === 0) return null;
    return (
      <li key={key} className={`ls-row ls-wrap ls-gap-6 ls-mid ls-ink-2 ${classes.row}`}>
        <FindingGlyph kind="gap" />
        <span>{text}</span>
        {those.map(({ witness }, index) => (
          <ShowMe
            key={JSON.stringify(witness)}
            risk={witness}
            what={text}
            label={those.length === 1 ? 'Show me' : index === 0 ? 'Show me 1' : String(index + 1)}
          />
        ))}
      </li>
    );
  });
}
