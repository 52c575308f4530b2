import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { BucketChange } from '#domain/bucket/summary.ts';
import { effectiveValues } from '#domain/bucket/entry.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { listSetDimensions } from '#domain/dimension/kind/kinds.ts';
import { parseIntervals } from '#domain/dimension/kind/intervals/interval.ts';
import type { NameOption } from '#domain/dial/sentence.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { summarise } from '#web/dial/show/summary.ts';
import { valueText } from '#web/dimension/changeWords.ts';
import { NumberLine } from '#web/dimension/NumberLine.tsx';
import { scaleFor } from '#web/dimension/numberScale.ts';
import classes from './ChangeSummary.module.css';

type WholeChange = Extract<BucketChange, { kind: 'added' | 'removed' }>;
type WholeDialProps = Readonly<{ change: WholeChange; nameOption: NameOption }>;

/** A dial that came or went: its name and place, when it applies, what it sets. */
export function WholeDial({ change, nameOption }: WholeDialProps) {
  const gone = change.kind === 'removed';
  const Mark = gone ? 'del' : 'span';
  return (
    <div className={`ls-row ls-wrap ls-spread ${classes.whole}`} data-gone={gone || undefined}>
      <p className={`ls-row ls-wrap ${classes.head}`}>
        <Mark className={`ls-break ls-semi ${classes.name}`}>{change.name}</Mark>
        <Mark className={`ls-tag ${classes.version}`}>v{change.version}</Mark>
        <span className={`ls-ink-3 ${classes.quiet}`}>
          {gone ? 'was' : ''} at {change.position}
        </span>
      </p>
      <div className={`ls-row ls-wrap ls-ink-3 ${classes.says}`}>
        <When data={change.data} nameOption={nameOption} gone={gone} />
        <IconTo size={14} stroke={1.75} aria-hidden className="ls-fixed ls-ink-4" />
        <span className="ls-hidden"> sets </span>
        <Sets change={change} />
      </div>
    </div>
  );
}

function When({ data, nameOption, gone }: Readonly<{ data: DialData; nameOption: NameOption; gone: boolean }>) {
  const line = firstLine(data);
  return (
    <span className={`ls-inline ls-wrap ${classes.when}`}>
      {line && (
        <NumberLine
          intervals={line.intervals}
          scale={scaleFor(line.dimension)}
          width={92}
          tone={gone ? 'grey' : 'accent'}
          label={`${line.dimension.label} ${line.notation}`}
        />
      )}
      <span className={`ls-break ${classes.text}`}>
        {summarise(data.dimensions, nameOption).map(({ text, notation }, index) => (
          <span key={index} className={notation && 'ls-mono'}>
            {text}
          </span>
        ))}
      </span>
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

function Sets({ change }: Readonly<{ change: WholeChange }>) {
  const values = effectiveValues(change.data.values, change.overrides);
  const keys = VALUE_KEYS.filter((key) => values[key] !== undefined);
  const Mark = change.kind === 'removed' ? 'del' : 'b';
  if (keys.length === 0) return <span className={`ls-ink-3 ${classes.quiet}`}>no value</span>;
  return (
    <span className={`ls-wrap ls-num ${classes.sets}`}>
      {keys.map((key) => (
        <span key={key}>
          {VALUES[key].label}{' '}
          <Mark data-overridden={change.overrides[key] !== undefined || undefined}>
            {valueText(key, values[key] ?? '')}
          </Mark>
        </span>
      ))}
    </span>
  );
}
