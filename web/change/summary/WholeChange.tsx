import type { ReactNode } from 'react';
import { type BucketChange } from '#domain/bucket/summary.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { summarise } from '#domain/dial/summary.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { DialDifference, DialDifferences } from '#web/rule/Difference.tsx';
import { NumberLine } from '#web/rule/NumberLine.tsx';
import { scaleFor } from '#web/rule/numberScale.ts';
import type { Move } from './SlopeGraph.tsx';
import classes from '#web/change/ChangeSummary.module.css';

/** A change with everything that differs. */
export function WholeChange({
  change,
  nameOption,
}: Readonly<{ change: BucketChange; nameOption: NameOption }>): ReactNode {
  switch (change.kind) {
    case 'added':
    case 'removed':
      return <When data={change.data} nameOption={nameOption} gone={change.kind === 'removed'} />;
    case 'updated':
      return <UpdatedParts change={change} />;
    case 'overridden':
      return <OverriddenParts change={change} />;
    case 'reordered':
      return <p className="ls-ink-3">{moveText(change)}</p>;
  }
}

type Of<Kind extends BucketChange['kind']> = Readonly<{ change: Extract<BucketChange, { kind: Kind }> }>;

/** Every field that the new version changes, and what the bucket's overrides keep. */
function UpdatedParts({ change }: Of<'updated'>) {
  return (
    <>
      {change.changes.length + change.kept.length + change.elsewhere.length === 0 && (
        <p className="ls-ink-3">Both versions are identical.</p>
      )}
      <DialDifferences changes={change.changes} />
      {change.kept.map(({ value, override, before, after }) => (
        <p key={value} className={`ls-small ls-ink-3 ${classes.own}`}>
          {VALUES[value].label} stays {valueText(value, override)} by its override
          {`; v${change.after} changes the dial’s own ${moveWords(value, before, after)}.`}
        </p>
      ))}
      {change.elsewhere.length > 0 && (
        <p className={`ls-small ls-ink-3 ${classes.own}`}>
          {change.elsewhere.map((value) => VALUES[value].label).join(', ')}: see Overridden.
        </p>
      )}
    </>
  );
}

function OverriddenParts({ change }: Of<'overridden'>) {
  return (
    <>
      {change.values.map(({ value, before, after, overridden, own }) => (
        <div key={value}>
          <DialDifference change={{ kind: 'value', value, before, after }} isOverride={overridden} />
          {(!overridden || own !== null) && (
            <p className={`ls-small ls-ink-3 ${classes.own}`}>
              {overridden ? 'Overridden, and updated: ' : 'No longer overridden: the dial’s own value'}
              {!overridden && (own === null ? '.' : ', and updated: ')}
              {own !== null && `v${change.version} changes the dial’s own ${moveWords(value, own.before, own.after)}.`}
            </p>
          )}
        </div>
      ))}
    </>
  );
}

/** "from 100 to 200" */
const moveWords = (value: ValueKey, before: string | number | null, after: string | number | null): string =>
  `from ${valueText(value, before)} to ${valueText(value, after)}`;

/** The first dial that sets a value decides it: a move changes the evaluation order. */
function moveText({ from, to }: Move): string {
  if (from < to) return `From ${from} to ${to}: the dials it passed are now read before it.`;
  if (from > to) return `From ${from} to ${to}: it is now read before the dials it passed.`;
  return `Still ${to}, while the dials around it moved.`;
}

function When({ data, nameOption, gone }: Readonly<{ data: DialData; nameOption: NameOption; gone: boolean }>) {
  const line = firstLine(data);
  const Mark = gone ? 'del' : 'span';
  return (
    <span className={`ls-inline ls-wrap ${classes.says}`}>
      {line && (
        <NumberLine
          intervals={line.intervals}
          scale={scaleFor(line.dimension)}
          width={92}
          tone={gone ? 'grey' : 'accent'}
          label={`${line.dimension.label} ${line.notation}`}
        />
      )}
      <Mark className="ls-break">
        {summarise(data, nameOption).map(({ text, notation }, index) => (
          <span key={index} title={notation}>
            {text}
          </span>
        ))}
      </Mark>
    </span>
  );
}

/** The first interval that can be drawn. */
function firstLine({ dimensions }: DialData) {
  for (const { dimension, value } of listSetDimensions(dimensions)) {
    if (dimension.kind !== 'intervals') continue;
    const parsed = parseIntervals(String(value), { negative: true });
    if (parsed.ok) return { dimension, notation: String(value), intervals: parsed.asWritten };
  }
  return undefined;
}
