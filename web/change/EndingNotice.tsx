import { Button } from '@mantine/core';
import { describeEnding, type SharedEnding } from '#domain/bucket/ending.ts';
import { utcToday } from '#web/kit/format.ts';
import { agree } from '#web/kit/plural.ts';
import { FindingGlyph } from './FindingLine.tsx';
import classes from './GapLine.module.css';

type EndingNoticeProps<Bucket> = Readonly<{
  endings: readonly SharedEnding<Bucket>[];
  /** Whether the drafts lose the dial when they are saved. */
  isRemoved?: (ending: SharedEnding<Bucket>) => boolean;
  /** Removes the dial from the drafts, or keeps it after all. */
  onRemove?: (ending: SharedEnding<Bucket>, yes: boolean) => void;
}>;

/** Dials that have ended when the drafts go live: they ride along, and decide nothing. */
export function EndingNotice<Bucket>({ endings, isRemoved, onRemove }: EndingNoticeProps<Bucket>) {
  if (endings.length === 0) return null;
  return (
    <ul aria-label="Dials that end" className={`ls-list ls-grid ls-gap-6 ${classes.notice}`} data-tone="red">
      {endings.map((ending) => {
        const removed = isRemoved?.(ending) ?? false;
        const { length } = ending.buckets;
        const drafts = agree(length, 'this draft', `these ${length} drafts`);
        return (
          <li key={`${ending.dial_id} ${ending.day}`} className="ls-row ls-wrap ls-spread">
            <span className="ls-row ls-red">
              <FindingGlyph kind="gap" />
              <span>
                <b className="ls-break">
                  {ending.name} {describeEnding(ending, utcToday())}
                </b>
                {removed && `. Removed from ${drafts}.`}
              </span>
            </span>
            {onRemove && (
              <Button variant="default" size="xs" onClick={() => onRemove(ending, !removed)}>
                {removed ? 'Keep it' : `Remove it from ${drafts}`}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
