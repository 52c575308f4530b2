import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { PortfolioLoad } from '#contract/portfolio-load.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeShare } from '#web/admin/portfolio/portfolioText.ts';
import { agree } from '#web/kit/plural.ts';
import { useSettledAnnouncement } from '#web/kit/useAnnouncer.ts';
import { type LoadCounts, MIN_SHARE } from './causes.ts';
import classes from './Load.module.css';

type LoadMeterProps = Readonly<{ load: PortfolioLoad; counts: LoadCounts }>;

/** How many rows will load: as they are, by fixes, without some values. */
export function LoadMeter({ load, counts }: LoadMeterProps) {
  const { plain, fixed, incomplete, leftOut, willLoad, all } = counts;
  const isChecked = load.phase === 'checked';
  const isLow = isChecked && willLoad < MIN_SHARE * all;
  const rows = agree(all, 'row', 'rows');
  const announced = isChecked ? `${grouped(willLoad)} of ${grouped(all)} ${rows} will load` : '';
  const region = useSettledAnnouncement(announced);
  const width = (part: number) => ({ width: `${(part / Math.max(1, all)) * 100}%` });
  return (
    <div className={`ls-rule-below ${classes.meterPart}`}>
      <p className="ls-row ls-base ls-wrap">
        {willLoad === all && isChecked ? (
          <span className={classes.willLoad}>
            All {grouped(all)} {rows} will load
          </span>
        ) : (
          <>
            {fixed > 0 && <span className={`ls-ink-3 ls-num ${classes.before}`}>{grouped(plain)} →</span>}
            <span className={`ls-num ${classes.willLoad}`}>{grouped(willLoad)}</span>
            <span className="ls-ink-2">
              of {grouped(all)} {rows} will load
            </span>
          </>
        )}
        <b className={`ls-push ls-num ${isLow ? 'ls-amber' : ''}`}>{describeShare(willLoad, all)}</b>
      </p>
      <div className={classes.meter} aria-hidden>
        <span data-part="plain" style={width(plain)} />
        <span data-part="fixed" style={width(fixed)} />
        <span data-part="incomplete" style={width(incomplete)} />
        <span data-part="out" style={width(leftOut)} />
        <i style={{ insetInlineStart: `${MIN_SHARE * 100}%` }} />
      </div>
      <p className={`ls-row ls-small ls-ink-3 ${classes.legend}`}>
        <span className="ls-num">
          {grouped(plain)} as {agree(plain, 'it is', 'they are')}
          {fixed > 0 && (
            <>
              , <b className="ls-accent">{grouped(fixed)} fixed</b>
            </>
          )}
          {incomplete > 0 && `, ${grouped(incomplete)} without a value`}
        </span>
        <span aria-hidden className={classes.least} style={{ insetInlineStart: `${MIN_SHARE * 100}%` }}>
          80%
        </span>
        {leftOut > 0 && <span className="ls-push ls-num">{grouped(leftOut)} left out</span>}
      </p>
      {isLow && (
        <p data-tone="amber" className={`ls-row ls-top ls-notice ${classes.low}`}>
          <IconWarning size={16} aria-hidden />
          {willLoad === 0 ? 'None' : `Only ${describeShare(willLoad, all)}`} of the rows will load. Under 80%, Impact
          says little about the others.
        </p>
      )}
      <div ref={region} role="status" className="ls-hidden" />
    </div>
  );
}
