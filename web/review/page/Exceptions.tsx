import type { SetBucket } from '#contract/review.ts';
import { describeExceptions, type DialException, type SetException, splitByDial } from '#domain/review/set-change.ts';
import { Card } from '#web/kit/Card.tsx';
import { plural } from '#web/kit/plural.ts';
import { VersionTags } from '#web/rule/Replaced.tsx';
import { missingText, PartLine } from './PartLine.tsx';
import { keyOf } from '#web/review/panel/reviewView.ts';
import type { SetView } from './setView.ts';
import classes from './ReviewSet.module.css';

/** The buckets whose change differs from the shared one, each with its differences only. */
export function Exceptions({ view: { groups, nameOf } }: Readonly<{ view: SetView }>) {
  const { exceptions, same } = groups;
  if (exceptions.length === 0) return null;
  const isShared = same.length > 0;
  const shared = new Set(same[0]?.difference?.changes.map(({ dial_id }) => dial_id));
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
            <Exception exception={exception} name={nameOf(exception.bucket)} shared={shared} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type ExceptionProps = Readonly<{
  exception: SetException<SetBucket>;
  name: string;
  /** The dials of the shared change. */
  shared: ReadonlySet<string>;
}>;

function Exception({ exception, name, shared }: ExceptionProps) {
  const { versions, own, missing, sharesRest } = exception;
  const dials = splitByDial(exception);
  const rest = sharesRest && <p className={`ls-small ls-ink-3 ls-nowrap ${classes.rest}`}>the rest as above</p>;
  // Of one dial, which the shared change names, only the difference.
  if (dials.length > 1 || shared.size > 1 || !dials.every(({ dial_id }) => shared.has(dial_id)))
    return (
      <>
        <BucketName name={name} />
        <ul className={`ls-list ls-grid ls-gap-10 ${classes.dials}`}>
          {dials.map((dial) => (
            <li key={dial.dial_id} className="ls-grid ls-gap-2">
              {!dial.own.some(({ part }) => part.kind === 'whole' || part.kind === 'moved') && (
                <p className="ls-row ls-wrap ls-gap-6">
                  <span className="ls-semi ls-break">{dial.name}</span>
                  {dial.version && <VersionTags {...dial.version} />}
                </p>
              )}
              <Parts {...dial} />
            </li>
          ))}
        </ul>
        {rest}
      </>
    );
  return (
    <>
      <BucketName name={name} />
      <div>
        {versions.map((version) => (
          <VersionTags key={version.dial_id} {...version} />
        ))}
      </div>
      <div className={`ls-grid ls-gap-4 ${classes.own}`}>
        <Parts own={own} missing={missing} />
      </div>
      {rest}
    </>
  );
}

function Parts({ own, missing }: Pick<DialException, 'own' | 'missing'>) {
  if (own.length + missing.length === 0) return <p className="ls-ink-2">Comes to the same</p>;
  return (
    <>
      {own.map(({ part, instead }, index) => (
        <PartLine key={index} part={part} instead={instead} />
      ))}
      {missing.map((part, index) => (
        <p key={index} className="ls-ink-2">
          {missingText(part)}
        </p>
      ))}
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
