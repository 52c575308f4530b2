import IconComment from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { createContext, use } from 'react';
import type { ReviewComment } from '#contract/review.ts';
import { plural } from '#web/kit/plural.ts';

/** The review's unresolved comments, by dial. */
export const UnresolvedComments = createContext<ReadonlyMap<string, readonly ReviewComment[]>>(new Map());

/** The number of unresolved comments on a dial, beside its name. */
export function CommentBadge({ dialId }: Readonly<{ dialId: string }>) {
  const comments = use(UnresolvedComments).get(dialId) ?? [];
  if (comments.length === 0) return null;
  return (
    <span
      className="ls-inline ls-fixed ls-small ls-num ls-amber"
      title={comments.map(({ by, text }) => `${by.name}: ${text}`).join('\n')}
    >
      <IconComment size={14} stroke={1.75} aria-hidden />
      {comments.length}
      <span className="ls-hidden"> {plural(comments.length, 'unresolved comment').replace(/^\d+ /, '')}</span>
    </span>
  );
}
