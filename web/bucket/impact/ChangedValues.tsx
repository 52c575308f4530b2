import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { describeGiven, listChanged } from '#domain/impact/words.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { SetsLine, SHORT_VALUES } from '#web/bucket/show/SetsLine.tsx';

type ChangedValuesProps = Readonly<{ before: DialValues; after: DialValues; className?: string | undefined }>;

/** What a risk gets otherwise than before; where nothing does, what it gets. */
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
          <span className="ls-ink-3">{SHORT_VALUES[one.value]}</span>
          <span className="ls-hidden">before</span>
          <del className="ls-ink-3">{describeGiven(one.value, one.before)}</del>
          <IconTo size={12} stroke={1.75} aria-hidden className="ls-ink-4" />
          <span className="ls-hidden">after</span>
          <b>{describeGiven(one.value, one.after)}</b>
        </span>
      ))}
    </span>
  );
}
