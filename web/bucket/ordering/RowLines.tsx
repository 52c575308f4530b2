import type { KnownBucketDial } from '#contract/bucket.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import type { RowNote } from './rowNote.ts';
import { SetsLine } from '#web/bucket/show/SetsLine.tsx';
import classes from './OrderingRow.module.css';

type RowLinesProps = Readonly<{
  dial: KnownBucketDial | undefined;
  entry: BucketEntry;
  note: RowNote | undefined;
}>;

/** The second line of a row: what the dial sets here, and a note that stops nothing. */
export function RowLines({ dial, entry, note }: RowLinesProps) {
  if (dial === undefined)
    return (
      <div className={classes.second}>
        <span className={classes.waiting} aria-hidden />
      </div>
    );
  return (
    <div className={classes.second}>
      <SetsLine own={dial.data.values} overrides={entry.overrides} />
      {note?.stops === false && (
        <span className={classes.note} title={note.text}>
          {note.text}
        </span>
      )}
    </div>
  );
}
