import type { DialScope } from '#domain/dial/sentence.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { Marked } from './Marked.tsx';
import { summarise } from '#domain/dial/summary.ts';

type ScopeLineProps = Readonly<{
  scope: DialScope;
  nameOption: NameOption;
  /** Further dimensions are only counted. */
  maxParts?: number;
  id?: string;
  className?: string | undefined;
}>;

/** When a dial applies, on one line, truncated with the full text as a tooltip. */
export function ScopeLine({ scope, nameOption, maxParts, id, className = '' }: ScopeLineProps) {
  const pieces = summarise(scope, nameOption, maxParts);
  return (
    <span
      id={id}
      className={`ls-block ls-clip ls-small ls-ink-3 ${className}`}
      title={pieces.map(({ text }) => text).join('')}
    >
      {pieces.map(({ text, notation }, index) => (
        <span key={index} title={notation}>
          <Marked text={text} />
        </span>
      ))}
    </span>
  );
}
