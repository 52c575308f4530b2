import type { Findings } from '#domain/evaluation/verify/verify.ts';
import { plural } from '#web/kit/plural.ts';
import classes from '#web/bucket/findings/Findings.module.css';

type ListHeadProps = Readonly<{
  dials: number;
  /** Nothing until the first search for findings is through. */
  findings: Findings | undefined;
  /** How many are told in the rows. */
  told: number;
  showsAll: boolean;
  onShowAll: (all: boolean) => void;
  /** Goes to the next row with a finding. */
  onStep: () => void;
  /** Whether the rows say how many risks each dial decides. */
  showsDecided: boolean;
}>;

/** Above the rows: how many there are, and what was found. */
export function ListHead({ dials, findings, told, showsAll, onShowAll, onStep, showsDecided }: ListHeadProps) {
  const hasMore = findings !== undefined && (findings.gaps.length > 0 || findings.dials.some(({ isNew }) => !isNew));
  return (
    <div className={`ls-row ls-wrap ls-sunken ls-rule-below ls-mid ls-ink-2 ${classes.head}`}>
      <span>{plural(dials, 'dial')}, read from the top</span>
      {told > 0 && (
        <button type="button" className="ls-link" title="Go to the next one" onClick={onStep}>
          {plural(told, 'finding')}
        </button>
      )}
      {hasMore && told === 0 && <span className="ls-ink-3">No new findings</span>}
      {hasMore && (
        <button type="button" className="ls-link" aria-pressed={showsAll} onClick={() => onShowAll(!showsAll)}>
          Show all
        </button>
      )}
      {findings?.isComplete === false && <span className="ls-ink-3">Not fully checked</span>}
      {showsDecided && <span className={`ls-push ls-nowrap ${classes.decided}`}>Risks decided</span>}
    </div>
  );
}
