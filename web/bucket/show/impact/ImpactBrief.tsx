import { grouped } from '#domain/dimension/format.ts';
import { DIRECTIONS, type Impact, type ValueImpact } from '#domain/impact/impact.ts';
import {
  DIRECTION_TEXT,
  describeMeasuredDay,
  describeNoChange,
  describePercent,
  describeShare,
  IMPACT_VALUES,
} from '#domain/impact/words.ts';
import { unitLabelOf, VALUES } from '#domain/value/registry.ts';
import { DirectionGlyph } from '#web/bucket/impact/Figures.tsx';
import { BeforeAfter } from './BeforeAfter.tsx';
import { Legend, resultsOfLargest } from './ImpactBody.tsx';
import classes from './ImpactBody.module.css';

/** The chart takes the width of a phone less its margins. */
const WIDTH = 336;

type ImpactBriefProps = Readonly<{ impact: Impact; day: string | null }>;

/** The impact on a phone: the share of risks that change, and the value that most of them change. */
export function ImpactBrief({ impact, day }: ImpactBriefProps) {
  const { changed, all } = impact;
  const value = findMostMoved(impact);
  if (changed.risks === 0 || value === undefined)
    return <p className="ls-ink-2">{`${describeNoChange(changed)} ${describeMeasuredDay(day)}.`}</p>;
  const none = value.moves.reduce((sum, { after, risks }) => sum + (after === null ? risks : 0), 0);
  return (
    <>
      <p className={`ls-row ls-wrap ls-spread ${classes.brief}`}>
        <span>
          <b className={`ls-num ${classes.share}`}>{describePercent(changed.risks, all.risks)}</b>{' '}
          <span className="ls-title ls-normal">of risks change</span>
        </span>
        <span className="ls-small ls-num ls-ink-3">
          {grouped(changed.risks)} of {grouped(all.risks)} {describeMeasuredDay(day)}
        </span>
      </p>
      <p className="ls-row ls-small ls-ink-2 ls-gap-10 ls-above-8">
        <span className="ls-grow">
          {[VALUES[value.value].label, unitLabelOf(value.value)].filter((part) => part !== '').join(', ')}
        </span>
        <Legend />
      </p>
      <BeforeAfter impact={value} counted="risks" largest={resultsOfLargest(impact, value.value)} width={WIDTH} />
      <p className="ls-row ls-wrap ls-small ls-ink-2 ls-gap-10">
        {DIRECTIONS.filter((direction) => value[direction].risks > 0).map((direction) => (
          <span key={direction} className="ls-inline ls-nowrap">
            <DirectionGlyph direction={direction} />{' '}
            <b className="ls-num">{describeShare(value[direction], 'risks')}</b> {DIRECTION_TEXT[direction]}
          </span>
        ))}
        {none > 0 && <span className="ls-push ls-nowrap ls-ink-3">{grouped(none)} have none</span>}
      </p>
    </>
  );
}

/** The value that most risks change; of several, the most important one. */
function findMostMoved({ values }: Impact): ValueImpact | undefined {
  const moved = (value: ValueImpact) => DIRECTIONS.reduce((sum, direction) => sum + value[direction].risks, 0);
  return IMPACT_VALUES.flatMap((key) => values.find(({ value }) => value === key) ?? [])
    .toSorted((a, b) => moved(b) - moved(a))
    .find((value) => moved(value) > 0);
}
