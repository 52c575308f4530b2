import IconComment from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { createContext, type ReactNode, useContext } from 'react';
import type { CommentCount } from '#domain/review/thread.ts';
import { plural } from '#web/kit/plural.ts';
import classes from './ChangeSummary.module.css';

type NamedDial = Readonly<{ id: string; name: string }>;

/** Comments on the rows of a change summary, where they can be discussed. */
export type RowComments = Readonly<{
  countOf: (dialId: string) => CommentCount | undefined;
  mayComment: boolean;
  /** Opens the comments on a dial, to read or add to them. */
  onOpen: (dial: NamedDial) => void;
}>;

export const RowCommentsContext = createContext<RowComments | undefined>(undefined);

type ChangeWithCommentsProps = Readonly<{
  change: Readonly<{ dial_id: string; name: string }>;
  children: ReactNode;
}>;

/** A change with the number of its comments. */
export function ChangeWithComments({ change: { dial_id: id, name }, children }: ChangeWithCommentsProps) {
  const comments = useContext(RowCommentsContext);
  const { all, unresolved } = comments?.countOf(id) ?? { all: 0, unresolved: 0 };
  if (comments === undefined || (all === 0 && !comments.mayComment)) return children;
  const count = `${plural(all, 'comment')} on ${name}${unresolved > 0 ? `, ${unresolved} unresolved` : ''}`;
  return (
    <div className="ls-flex ls-gap-10">
      <div className="ls-grow">{children}</div>
      <button
        type="button"
        className={`ls-plain ls-row ls-fixed ls-gap-4 ls-small ls-num ${classes.comment}`}
        data-tone={unresolved > 0 ? 'amber' : undefined}
        aria-label={all === 0 ? `Comment on ${name}` : count}
        onClick={() => comments.onOpen({ id, name })}
      >
        <IconComment size={15} stroke={1.75} aria-hidden />
        {all > 0 && all}
      </button>
    </div>
  );
}
