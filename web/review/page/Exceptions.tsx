import type { SetBucket } from '#contract/review.ts';
import { describeExceptions, type SetException } from '#domain/review/set-change.ts';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { missingText, PartLine } from './PartLine.tsx';
import { VersionTags } from './SharedChange.tsx';
import { keyOf } from '#web/review/panel/reviewView.ts';
import type { SetView } from './setView.ts';
import classes from './ReviewSet.module.css';

/** The buckets whose change differs from the shared one, each with its differences only. */
export function Exceptions({ view: { groups, nameOf } }: Readonly<{ view: SetView }>) {
  const { exceptions, same } = groups;
  if (exceptions.length === 0) return null;
  const isShared = same.length > 0;
  return (
    <Card
      title={
        isShared
          ? plural(exceptions.length, 'exception')
          : `A change of its own in ${plural(exceptions.length, 'bucket')}`
      }
      note={isShared ? describeExceptions(exceptions) : 'no two are the same'}
      padded={false}
    >
      <ul className="ls-list ls-ruled">
        {exceptions.map((exception) => (
          <li key={keyOf(exception.bucket)} className={classes.exception}>
            <Exception exception={exception} name={nameOf(exception.bucket)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Exception({ exception, name }: Readonly<{ exception: SetException<SetBucket>; name: string }>) {
  const { versions, own, missing, sharesRest } = exception;
  const several = new Set(versions.map(({ dial_id }) => dial_id)).size > 1;
  const isSilent = own.length + missing.length === 0;
  return (
    <>
      <BucketName name={name} />
      <div className="ls-grid ls-gap-4">
        {versions.map((step) => (
          <span key={step.dial_id} className="ls-row ls-wrap ls-gap-6">
            {several && <span className="ls-small ls-ink-3 ls-break">{step.name}</span>}
            <VersionTags {...step} />
          </span>
        ))}
      </div>
      <div className={`ls-grid ls-gap-4 ${classes.own}`}>
        {own.map(({ part, instead }, index) => (
          <PartLine key={index} part={part} instead={instead} />
        ))}
        {missing.map((part, index) => (
          <p key={index} className="ls-ink-2">
            {missingText(part)}
          </p>
        ))}
        {isSilent && <p className="ls-ink-2">Comes to the same</p>}
      </div>
      {sharesRest && <p className={`ls-small ls-ink-3 ls-nowrap ${classes.rest}`}>the rest as above</p>}
    </>
  );
}

/** "9158 Fulmar": the number is muted, the name is prominent. */
export function BucketName({ name, gone = false }: Readonly<{ name: string; gone?: boolean }>) {
  const [number, ...rest] = name.split(' ');
  const Mark = gone ? 's' : 'span';
  return (
    <Mark className={`ls-break ${gone ? 'ls-ink-3' : ''}`}>
      <span className="ls-num ls-ink-3">{number}</span> <span className="ls-semi">{rest.join(' ')}</span>
    </Mark>
  );
}
