import IconComment from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { createContext, use } from 'react';
import type { ReviewComment } from '#contract/review.ts';
import { plural } from '#web/kit/plural.ts';

/** Unresolved comments of the review, by the dial that they are at. */
export const UnresolvedComments = createContext<ReadonlyMap<string, readonly ReviewComment[]>>(new Map());

/** Beside the name of a dial: that something was said of it which is unresolved. */
export function CommentBadge({ dialId }: Readonly<{ dialId: string }>) {
  const said = use(UnresolvedComments).get(dialId) ?? [];
  if (said.length === 0) return null;
  return (
    <span
      className="ls-inline ls-fixed ls-small ls-num ls-amber"
      title={said.map(({ by, text }) => `${by.name}: ${text}`).join('\n')}
    >
      <IconComment size={14} stroke={1.75} aria-hidden />
      {said.length}
      <span className="ls-hidden"> {plural(said.length, 'unresolved comment').replace(/^\d+ /, '')}</span>
    </span>
  );
}
