import IconAsExpected from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconDiffers from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { type ReactNode, useId, useState } from 'react';
import type { Outcome } from '#contract/outcome.ts';
import { describePercent } from '#domain/impact/percent.ts';
import {
  type Band,
  BEFORE_DAYS,
  comparedUntil,
  describeCompared,
  describeExpectation,
  type Verdict,
  VERDICT_TEXT,
} from '#domain/practice/expected.ts';
import { describeGap, findLargestGap } from '#domain/practice/value-outcome.ts';
import { formatDay, formatShortDay, utcDay } from '#web/kit/format.ts';
import { useNow } from '#web/kit/useNow.ts';
import { OutcomeValues } from '#web/impact/outcome/OutcomeValues.tsx';
import classes from './ExpectedSoFar.module.css';

type ExpectedSoFarProps = Readonly<{
  outcome: Outcome;
  /** When the first engine began to count; null: none has. */
  since: string | null;
  /** On paper: shows everything, with nothing to expand. */
  whole?: boolean;
}>;

/** What the review of a version expected, what engines decided with it, and whether both agree. */
export function ExpectedSoFar({ outcome, since, whole = false }: ExpectedSoFarProps) {
  const { version, live_at, superseded_at, expected, compared, differs, verdict, band, values } = outcome;
  const [isOpen, setIsOpen] = useState(whole);
  const id = useId();
  const now = useNow();
  const day = utcDay(new Date(live_at));
  const superseded = superseded_at === null ? undefined : Date.parse(superseded_at);
  const span = { live: Date.parse(live_at), superseded };
  const isSettled = comparedUntil(span) <= now.getTime();
  const shortDay = day.slice(0, 4) === utcDay(now).slice(0, 4) ? formatShortDay(day) : formatDay(day);
  const gap = verdict === 'more' || verdict === 'fewer' ? findLargestGap(values) : undefined;
  return (
    <div className={classes.outcome} role="group" aria-label={`Version ${version}, expected and so far`}>
      <p className="ls-row ls-spread ls-gap-12">
        <b className="ls-semi">
          v{version}, since {shortDay}
        </b>
        <VerdictMark verdict={verdict} />
      </p>
      <Row
        label="expected"
        part={expected === null || expected.changed === null ? undefined : expected.changed / Math.max(1, expected.all)}
      >
        {expected === null ? VERDICT_TEXT['not-measured'] : describeExpectation(expected)}
      </Row>
      <Row
        label={isSettled ? `first ${BEFORE_DAYS} days` : 'so far'}
        part={compared === 0 ? undefined : differs / compared}
        isAccent
        band={verdict === 'too-few' ? null : band}
      >
        <span className={compared === 0 ? undefined : 'ls-semi ls-ink'}>
          {describeCompared(outcome, span, { since, now: now.getTime() })}
        </span>
        {!whole && values.length > 0 && (
          <button
            type="button"
            className={`ls-link ls-small ls-push ${classes.more}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            Values
          </button>
        )}
      </Row>
      {gap && <p className="ls-small ls-amber">{describeGap(gap)}</p>}
      <div id={id} hidden={!isOpen}>
        {isOpen && <OutcomeValues values={values} before={version - 1} />}
      </div>
    </div>
  );
}

function VerdictMark({ verdict }: Readonly<{ verdict: Verdict }>) {
  // The row of what was expected says it.
  if (verdict === 'not-measured') return null;
  const text = VERDICT_TEXT[verdict];
  if (verdict === 'too-few') return <span className="ls-small ls-ink-3">{text}</span>;
  const isExpected = verdict === 'as-expected';
  return (
    <b className={`ls-inline ls-gap-4 ls-small ls-semi ${isExpected ? 'ls-green' : 'ls-amber'}`}>
      {isExpected ? <IconAsExpected size={15} aria-hidden /> : <IconDiffers size={15} aria-hidden />} {text}
    </b>
  );
}

type RowProps = Readonly<{
  label: string;
  /** From 0 to 1; without one there is no bar. */
  part: number | undefined;
  isAccent?: boolean;
  band?: Band | null;
  children: ReactNode;
}>;

function Row({ label, part, isAccent = false, band = null, children }: RowProps) {
  return (
    <div className={classes.row}>
      <span className="ls-small ls-ink-3">{label}</span>
      {part !== undefined && (
        <span className={classes.track} aria-hidden>
          <span className={classes.part} data-accent={isAccent || undefined} style={{ width: `${part * 100}%` }} />
          {band !== null &&
            [band.low, band.high].map((share) => (
              <span key={share} className={classes.mark} style={{ insetInlineStart: `${share * 100}%` }} />
            ))}
        </span>
      )}
      <span className={`ls-row ls-gap-8 ls-small ls-ink-2 ${classes.figure}`}>
        {children}
        {band !== null && (
          <span className="ls-hidden">
            95 of 100 such samples lie between {describePercent(band.low, 1)} and {describePercent(band.high, 1)}.
          </span>
        )}
      </span>
    </div>
  );
}
