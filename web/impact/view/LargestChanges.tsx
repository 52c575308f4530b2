import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { Link } from 'react-router';
import type { MeasuredRisk } from '#contract/impact.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeRisk } from '#domain/example/words.ts';
import { describeApart } from '#domain/impact/apart.ts';
import type { Impact } from '#domain/impact/impact.ts';
import { type ChangedValue, describeResultValue, listChanged, SINGLE_RISKS_NOTE } from '#domain/impact/words.ts';
import { briefLabelOf } from '#domain/value/registry.ts';
import type { OnFigure } from '#web/impact/Figures.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { Heading } from './RankedBars.tsx';
import classes from '#web/impact/ImpactView.module.css';

export type LargestChangesProps = Readonly<{
  impact: Impact;
  /** The sample risks, if the person may see single risks. */
  largest: readonly MeasuredRisk[];
  few: number;
  onFigure: OnFigure | undefined;
  isPaper: boolean;
  /** The link to Try a risk, on pages that can be left for it. */
  tryRisk?: ((risk: MeasuredRisk) => string) | undefined;
}>;

/** One risk stands for all with the same before and after. */
export function LargestChanges({ impact, few, largest, onFigure, isPaper, tryRisk }: LargestChangesProps) {
  const nameOption = useNameOption();
  const risks = new Map(largest.map((one) => [one.row, one]));
  const listed = impact.largest.slice(0, few);
  const shown = listed.flatMap(({ row }) => risks.get(row) ?? []);
  const texts = describeApart(
    shown.map(({ risk }) => risk.dimensions),
    nameOption,
  );
  const textOf = new Map(shown.map(({ row }, index) => [row, texts[index]]));
  return (
    <section aria-label="Largest changes" className={classes.list}>
      <div className="ls-row">
        <Heading isPaper={isPaper}>Largest changes</Heading>
        <span className="ls-small ls-ink-3">of max line, USD</span>
        {onFigure && !impact.coarse && (
          <button type="button" className="ls-link ls-small ls-push" onClick={() => onFigure({ of: 'changed' })}>
            All risks
          </button>
        )}
      </div>
      {impact.coarse && <p className="ls-small ls-ink-3">{SINGLE_RISKS_NOTE}</p>}
      {listed.map(({ row, before, after, alike }) => {
        const one = risks.get(row);
        const [changed] = listChanged({ before, after });
        return (
          <div key={row} className={`ls-mid ls-num ${classes.largest}`}>
            {one && tryRisk && (
              <Link to={tryRisk(one)} className="ls-link" data-track="Try a risk of the portfolio">
                {one.reference}
              </Link>
            )}
            {one && !tryRisk && <span>{one.reference}</span>}
            {!one && <span />}
            <span className="ls-clip ls-ink-2" title={textOf.get(row)}>
              {one && (textOf.get(row) || describeRisk(one.risk, nameOption))}
            </span>
            {changed && <MovedValue moved={changed} isNamed={changed.value !== 'max_line'} />}
            <Alike count={alike} onOpen={onFigure && (() => onFigure({ of: 'alike', before, after }))} />
          </div>
        );
      })}
    </section>
  );
}

type MovedValueProps = Readonly<{ moved: ChangedValue; isNamed?: boolean }>;

/** What a risk gets before and after. */
export function MovedValue({ moved: { value, before, after }, isNamed = true }: MovedValueProps) {
  return (
    <span className="ls-inline ls-nowrap">
      {isNamed && <span className="ls-ink-3">{briefLabelOf(value)}</span>}
      <span className="ls-hidden">before</span>
      <del className="ls-ink-3">{describeResultValue(value, before)}</del>
      <IconTo size={12} stroke={1.75} aria-hidden className="ls-ink-4" />
      <span className="ls-hidden">after</span>
      <b>{describeResultValue(value, after)}</b>
    </span>
  );
}

/** "571 alike": those with the same before and after. */
function Alike({ count, onOpen }: Readonly<{ count: number; onOpen: (() => void) | undefined }>) {
  if (count < 2) return <span />;
  const words = `${grouped(count)} alike`;
  if (onOpen === undefined) return <span className="ls-right ls-ink-3">{words}</span>;
  return (
    <button type="button" className="ls-plain ls-right ls-ink-3" onClick={onOpen}>
      {words}
    </button>
  );
}
