import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { describeResultValue, listChanged } from '#domain/impact/words.ts';
import { briefLabelOf, type DialValues } from '#domain/value/registry.ts';
import { SetsLine } from '#web/bucket/show/SetsLine.tsx';

type ChangedValuesProps = Readonly<{ before: DialValues; after: DialValues; className?: string | undefined }>;

/** The values that change for a risk; if none do, its values. */
export function ChangedValues({ before, after, className = '' }: ChangedValuesProps) {
  const changed = listChanged({ before, after });
  if (changed.length === 0)
    return (
      <span className={`ls-small ${className}`}>
        <SetsLine own={after} overrides={{}} />
      </span>
    );
  return (
    <span className={`ls-small ls-num ${className}`}>
      {changed.map((one) => (
        <span key={one.value} className="ls-inline ls-nowrap">
          <span className="ls-ink-3">{briefLabelOf(one.value)}</span>
          <span className="ls-hidden">before</span>
          <del className="ls-ink-3">{describeResultValue(one.value, one.before)}</del>
          <IconTo size={12} stroke={1.75} aria-hidden className="ls-ink-4" />
          <span className="ls-hidden">after</span>
          <b>{describeResultValue(one.value, one.after)}</b>
        </span>
      ))}
    </span>
  );
}
