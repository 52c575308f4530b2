import { type ReactNode, useState } from 'react';
import type { ChangeKind } from '#domain/bucket/diff.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { useNameOption } from '#web/dial/query.ts';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import { ReorderedDials } from './ReorderedDials.tsx';
import { WholeDial } from './WholeDial.tsx';
import classes from './ChangeSummary.module.css';
import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { NameOption } from '#domain/dial/sentence.ts';
import { labelOfChange } from '#web/dimension/changeWords.ts';
import { DialDifference } from '#web/dimension/Difference.tsx';

type ChangeSectionProps = Readonly<{
  kind: ChangeKind;
  changes: readonly BucketChange[];
  before: readonly string[];
  after: readonly string[];
  /** All of it from the start, as on paper. */
  whole?: boolean;
}>;

/** Hundreds of drawings at once help nobody. */
const AT_FIRST = 20;

export function ChangeSection({ kind, changes, before, after, whole = false }: ChangeSectionProps) {
  const [all, setAll] = useState(whole);
  const shown = all ? changes : changes.slice(0, AT_FIRST);
  const moves = changes.filter((change) => change.kind === 'reordered');
  return (
    <section className={classes.section} data-kind={kind} aria-label={`${LABELS[kind]} ${changes.length}`}>
      <h3 className={classes.kind}>
        <ChangeCounter kind={kind} count={changes.length} withLabel />
      </h3>
      <div className={classes.content}>
        {kind === 'reordered' ? (
          <ReorderedDials moves={moves} shown={shown.length} before={before} after={after} />
        ) : (
          <ul className={`ls-list ls-grid ls-gap-16 ${classes.list}`}>
            {shown.map((change) => (
              <li key={change.dial_id} data-dial={change.dial_id}>
                <Change change={change} />
              </li>
            ))}
          </ul>
        )}
        {shown.length < changes.length && (
          <button type="button" className={`ls-link ${classes.more}`} onClick={() => setAll(true)}>
            Show all {changes.length}
          </button>
        )}
      </div>
    </section>
  );
}

const LABELS: Readonly<Record<ChangeKind, string>> = {
  added: 'Added',
  removed: 'Removed',
  updated: 'Updated',
  overridden: 'Overridden',
  reordered: 'Reordered',
};

function Change({ change }: Readonly<{ change: BucketChange }>): ReactNode {
  const nameOption = useNameOption();
  switch (change.kind) {
    case 'added':
    case 'removed':
      return <WholeDial change={change} nameOption={nameOption} />;
    case 'updated':
      return <UpdatedDial change={change} nameOption={nameOption} />;
    case 'overridden':
      return <OverriddenDial change={change} nameOption={nameOption} />;
    case 'reordered':
      return null;
  }
}

type Of<Kind extends BucketChange['kind']> = Readonly<{
  change: Extract<BucketChange, { kind: Kind }>;
  nameOption: NameOption;
}>;

function UpdatedDial({ change, nameOption }: Of<'updated'>) {
  return (
    <>
      <p className={`ls-row ls-wrap ${classes.head}`}>
        <span className={`ls-break ls-semi ${classes.name}`}>{change.name}</span>
        <span className={`ls-tag ${classes.version}`}>v{change.before}</span>
        <IconTo size={14} stroke={1.75} aria-hidden className="ls-fixed ls-ink-4" />
        <span className="ls-hidden"> to </span>
        <span className={`ls-tag ${classes.version}`} data-new>
          v{change.after}
        </span>
      </p>
      {change.changes.length === 0 && <p className={`ls-ink-3 ${classes.quiet}`}>Both versions say the same.</p>}
      {change.changes.map((each) => (
        <DialDifference key={`${each.kind} ${labelOfChange(each)}`} change={each} nameOption={nameOption} />
      ))}
    </>
  );
}

function OverriddenDial({ change, nameOption }: Of<'overridden'>) {
  return (
    <>
      <p className={`ls-row ls-wrap ${classes.head}`}>
        <span className={`ls-break ls-semi ${classes.name}`}>{change.name}</span>
        <span className={`ls-tag ${classes.version}`}>v{change.version}</span>
      </p>
      {change.values.map(({ value, before, after, overridden }) => (
        <div key={value} data-overridden={overridden || undefined} className={classes.move}>
          <DialDifference change={{ kind: 'value', value, before, after }} nameOption={nameOption} />
          {!overridden && <p className={`ls-ink-3 ${classes.quiet}`}>No longer overridden: the dial’s own value.</p>}
        </div>
      ))}
    </>
  );
}
