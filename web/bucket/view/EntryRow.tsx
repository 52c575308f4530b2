import { memo, type Ref } from 'react';
import type { KnownBucketDial } from '#contract/bucket.ts';
import { ENTRY_NOTES, type EntryNoteKind } from '#domain/bucket/check.ts';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { SetsLine } from '#web/bucket/show/SetsLine.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import classes from './Entries.module.css';

type EntryRowProps = Readonly<{
  entry: BucketEntry;
  position: number;
  index: number;
  /** What the pinned version says. */
  dial: KnownBucketDial | undefined;
  /** It is on its way: until then only the place is shown. */
  waiting: boolean;
  note: EntryNoteKind | undefined;
  /** The person may open the dial's own page. */
  linked: boolean;
  ref: Ref<HTMLTableRowElement>;
}>;

export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, position, index, dial, waiting, note, linked, ref } = props;
  return (
    <tr ref={ref} data-index={index} data-dial={entry.dial_id} aria-rowindex={index + 2} className={classes.row}>
      <td className={classes.position}>
        <span className={`ls-row ls-gap-12 ls-end ls-ink-3 ${classes.place}`}>
          {position}
          <span className={classes.glyph}>{dial && <StatusChip status={dial.status} glyphOnly />}</span>
        </span>
      </td>
      <th scope="row" className={classes.what}>
        <span className={`ls-row ${classes.title}`}>
          <Name entry={entry} dial={dial} waiting={waiting} linked={linked} />
          <span className={classes.version}>v{entry.version}</span>
          {dial?.newer && <span className="ls-fixed ls-small ls-amber ls-medium">v{dial.newer.version} available</span>}
        </span>
        <span className={`ls-block ${classes.sets}`}>
          {dial && <SetsLine own={dial.data.values} overrides={entry.overrides} />}
        </span>
        {note && (
          <span
            className={`ls-block ls-small ls-blue ls-above-4 ${classes.note}`}
            data-stops={ENTRY_NOTES[note].stops || undefined}
          >
            {ENTRY_NOTES[note].text}
          </span>
        )}
      </th>
      <td className={classes.status}>{dial && dial.status !== 'active' && <StatusChip status={dial.status} />}</td>
    </tr>
  );
});

function Name({ entry, dial, waiting, linked }: Pick<EntryRowProps, 'entry' | 'dial' | 'waiting' | 'linked'>) {
  if (dial === undefined && waiting) return <span className={classes.bone} />;
  if (dial === undefined)
    return <span className={`ls-clip ls-ink ls-semi ${classes.name}`}>A dial that cannot be read</span>;
  const { name } = dial.data;
  if (!linked || dial.deleted) return <span className={`ls-clip ls-ink ls-semi ${classes.name}`}>{name}</span>;
  return (
    <PageLink
      to={`/dials/${entry.dial_id}?version=${entry.version}`}
      className={`ls-clip ls-ink ls-semi ${classes.name}`}
      title={name}
    >
      {name}
    </PageLink>
  );
}
