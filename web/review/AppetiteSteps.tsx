import type { Partner } from '#contract/bucket.ts';
import { appetiteWord, printAppetite } from '#domain/appetite/appetite.ts';
import { classLabel, partnerText } from '#web/bucket/address.ts';
import classes from './AppetiteSteps.module.css';

/** The appetite of a bucket before and after. */
export type AppetiteStep = Readonly<{ partner: Partner; cob: string; was: number; becomes: number }>;

/** One row per bucket. `showsWait`: says which wait for a second person. */
export function AppetiteSteps({
  steps,
  showsWait = false,
}: Readonly<{ steps: readonly AppetiteStep[]; showsWait?: boolean }>) {
  return (
    <ul className={`ls-list ls-scroll ls-above-8 ${classes.steps}`} tabIndex={-1}>
      {steps.map((step) => (
        <li key={`${step.partner.number} ${step.cob}`} className="ls-row ls-top ls-spread ls-gap-12 ls-rule">
          <span>
            {partnerText(step.partner)}
            <span className="ls-small ls-block ls-ink-3">{classLabel(step.cob)}</span>
          </span>
          <span className={`ls-fixed ls-num ls-right ${classes.step}`}>
            <BeforeAfter {...step} />
            {showsWait && step.becomes > step.was && <span className="ls-small ls-block ls-amber">waits</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** "1.20 → 1.50", and the words if they differ. */
export function BeforeAfter({ was, becomes }: Pick<AppetiteStep, 'was' | 'becomes'>) {
  return (
    <span className={classes.step}>
      <b className="ls-ink ls-nowrap">
        <del>
          <span className="ls-hidden">was </span>
          {printAppetite(was)}
        </del>
        {' → '}
        <ins>{printAppetite(becomes)}</ins>
      </b>
      {appetiteWord(was) !== appetiteWord(becomes) && (
        <span className="ls-small ls-block ls-ink-3">
          {appetiteWord(was)} → {appetiteWord(becomes)}
        </span>
      )}
    </span>
  );
}
