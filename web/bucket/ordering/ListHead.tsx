import type { Findings } from '#domain/evaluation/verify/verify.ts';
import { plural } from '#web/kit/plural.ts';
import classes from '#web/bucket/findings/Findings.module.css';

type ListHeadProps = Readonly<{
  dials: number;
  /** Undefined until findings are first computed. */
  findings: Findings | undefined;
  /** How many findings the rows show. */
  shownFindings: number;
  showsAll: boolean;
  onShowAll: (all: boolean) => void;
  /** Goes to the next row with a finding. */
  onStep: () => void;
  /** Whether the rows show how many risks each dial decides. */
  showsDecided: boolean;
}>;

/** Above the rows: their number and findings. */
export function ListHead({ dials, findings, shownFindings, showsAll, onShowAll, onStep, showsDecided }: ListHeadProps) {
  const hasMore = findings !== undefined && (findings.gaps.length > 0 || findings.dials.some(({ isNew }) => !isNew));
  return (
    <div className={`ls-row ls-wrap ls-sunken ls-rule-below ls-mid ls-ink-2 ${classes.head}`}>
      <span>{plural(dials, 'dial')}, read from the top</span>
      {shownFindings > 0 && (
        <button type="button" className="ls-link" title="Go to the next one" onClick={onStep}>
          {plural(shownFindings, 'finding')}
        </button>
      )}
      {hasMore && shownFindings === 0 && <span className="ls-ink-3">No new findings</span>}
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
