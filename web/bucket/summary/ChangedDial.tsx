import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { BucketChange } from '#domain/bucket/summary.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import { labelOfChange } from '#web/dimension/changeWords.ts';
import { DialDifference } from '#web/dimension/Difference.tsx';
import classes from './ChangeSummary.module.css';

type Of<Kind extends BucketChange['kind']> = Readonly<{
  change: Extract<BucketChange, { kind: Kind }>;
  nameOption: NameOption;
}>;

export function UpdatedDial({ change, nameOption }: Of<'updated'>) {
  return (
    <>
      <p className={classes.head}>
        <span className={classes.name}>{change.name}</span>
        <span className={classes.version}>v{change.before}</span>
        <IconTo size={14} stroke={1.75} aria-hidden className={classes.arrow} />
        <span className="ls-hidden"> to </span>
        <span className={classes.version} data-new>
          v{change.after}
        </span>
      </p>
      {change.changes.length === 0 && <p className={classes.quiet}>Both versions say the same.</p>}
      {change.changes.map((each) => (
        <DialDifference key={`${each.kind} ${labelOfChange(each)}`} change={each} nameOption={nameOption} />
      ))}
    </>
  );
}

export function OverriddenDial({ change, nameOption }: Of<'overridden'>) {
  return (
    <>
      <p className={classes.head}>
        <span className={classes.name}>{change.name}</span>
        <span className={classes.version}>v{change.version}</span>
      </p>
      {change.values.map(({ value, before, after, overridden }) => (
        <div key={value} data-overridden={overridden || undefined} className={classes.move}>
          <DialDifference change={{ kind: 'value', value, before, after }} nameOption={nameOption} />
          {!overridden && <p className={classes.quiet}>No longer overridden: the dial’s own value.</p>}
        </div>
      ))}
    </>
  );
}
