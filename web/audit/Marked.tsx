import { Highlight } from '@mantine/core';

/** A text with the searched words marked. */
export function Marked({ text, words }: Readonly<{ text: string; words: readonly string[] }>) {
  if (words.length === 0) return text;
  return (
    <Highlight component="span" inherit highlight={[...words]} highlightStyles={MARK}>
      {text}
    </Highlight>
  );
}

const MARK = {
  background: 'var(--ls-amber-soft)',
  color: 'inherit',
  boxShadow: 'inset 0 0 0 1px var(--ls-amber-line)',
};
