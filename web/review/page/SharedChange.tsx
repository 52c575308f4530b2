import type { SetBucket } from '#contract/review.ts';
import { CHANGE_KINDS } from '#domain/bucket/change-kind.ts';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { ChangeRows } from '#web/change/ChangeRows.tsx';
import { DialDifferences } from '#web/rule/Difference.tsx';
import { VersionTags } from '#web/rule/Replaced.tsx';
import { Card } from '#web/kit/Card.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { usePhone } from '#web/kit/usePhone.ts';
import { PartLine } from './PartLine.tsx';
import type { SetView } from './setView.ts';
import classes from './ReviewSet.module.css';

/** More are only counted. */
const MAX_TAGS = 12;

/** The change that all of these buckets get. */
export function SharedChange({ view }: Readonly<{ view: SetView }>) {
  const { groups, nameOf } = view;
  const { same } = groups;
  // Beside the title there is no room for them.
  const isPhone = usePhone();
  const [first] = same;
  if (first?.difference == null) return null;
  const { changes } = first.difference;
  // A set that only restarts buckets.
  if (changes.length === 0) return null;
  const tags = same.length > 1 && <BucketTags buckets={same} view={view} />;
  const [only] = changes;
  const update = changes.length === 1 && only?.kind === 'updated' ? only : undefined;
  return (
    <Card
      title={agree(
        same.length,
        `The change in ${nameOf(first)}`,
        `The same change in ${plural(same.length, 'bucket')}`,
      )}
      note={update && <VersionTags {...update} />}
      aside={isPhone ? undefined : tags}
      padded={false}
    >
      {isPhone && tags && <div className={classes.tags}>{tags}</div>}
      {update ? <UpdateBody change={update} /> : <Sections buckets={same} changes={changes} />}
    </Card>
  );
}

type BucketTagsProps = Readonly<{ buckets: readonly SetBucket[]; view: Pick<SetView, 'nameOf' | 'tagOf'> }>;

function BucketTags({ buckets, view: { nameOf, tagOf } }: BucketTagsProps) {
  const rest = buckets.length - MAX_TAGS;
  return (
    <ul className="ls-list ls-row ls-wrap ls-end ls-gap-6" aria-label="Buckets with this change">
      {buckets.slice(0, MAX_TAGS).map((bucket) => (
        <li key={nameOf(bucket)} className="ls-tag ls-num" title={nameOf(bucket)}>
          {tagOf(bucket)}
        </li>
      ))}
      {rest > 0 && <li className="ls-small ls-ink-3">+{rest}</li>}
    </ul>
  );
}

function UpdateBody({ change }: Readonly<{ change: Extract<BucketChange, { kind: 'updated' }> }>) {
  const { dial_id, name, changes, kept } = change;
  return (
    <div className="ls-pad ls-grid ls-gap-6">
      {changes.length + kept.length === 0 && <p className="ls-ink-3">Both versions are identical.</p>}
      <DialDifferences changes={changes} />
      {kept.map((each) => (
        <PartLine key={each.value} part={{ kind: 'kept', dial_id, name, kept: each }} />
      ))}
    </div>
  );
}

type SectionsProps = Readonly<{ buckets: readonly SetBucket[]; changes: readonly BucketChange[] }>;

function Sections({ buckets, changes }: SectionsProps) {
  const moves = changes.filter((change) => change.kind === 'reordered');
  return (
    <>
      {CHANGE_KINDS.filter((kind) => kind !== 'reordered')
        .map((kind) => ({ kind, own: changes.filter((change) => change.kind === kind) }))
        .filter(({ own }) => own.length > 0)
        .map(({ kind, own }) => (
          <ChangeRows
            key={kind}
            kind={kind}
            changes={own}
            before={[]}
            after={[]}
            isPlaced={haveSamePosition(buckets)}
          />
        ))}
      {moves.length > 0 && (
        <ul className={`ls-list ls-pad ls-grid ls-gap-6 ${classes.moves}`}>
          {moves.map(({ dial_id, name, from, to }) => (
            <li key={dial_id}>
              <PartLine part={{ kind: 'moved', dial_id, name, up: to < from }} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Whether dials are added and removed at the same position in all of them. */
function haveSamePosition(buckets: readonly SetBucket[]): boolean {
  const places = buckets.map(({ difference }) =>
    (difference?.changes ?? [])
      .flatMap((change) => ('position' in change ? [`${change.kind} ${change.dial_id} ${change.position}`] : []))
      .join(),
  );
  return new Set(places).size === 1;
}
