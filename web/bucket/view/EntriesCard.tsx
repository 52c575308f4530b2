import { useDeferredValue, useMemo, useState, Fragment, memo, type Ref } from 'react';
import { type EntryNote, ENTRY_NOTES, type EntryNoteKind } from '#domain/bucket/check.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { useBucketDials, type DialLookup } from '#web/bucket/query.ts';
import { ScopeSwitch, useShowsScope } from '#web/bucket/show/ScopeSwitch.tsx';
import { createSearch, type ShownEntry } from '#web/bucket/show/searchEntries.ts';
import { Loaded } from '#web/frame/Loaded.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { ScopeLine } from '#web/dial/show/ScopeLine.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Gap, Table } from '#web/kit/Table.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { useTableRows } from '#web/kit/useVirtualRows.ts';
import { useMay } from '#web/session/session.tsx';
import classes from './Entries.module.css';
import type { KnownBucketDial } from '#contract/bucket.ts';
import { DialBars, DialCount, type DialPractice, isUnused, UnusedLine } from '#web/bucket/practice/DialDecisions.tsx';
import { SetsLine } from '#web/bucket/show/SetsLine.tsx';
import { markRow, useDialRows } from '#web/bucket/show/dialRows.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { MiddleClip } from '#web/kit/MiddleClip.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';

type EntriesCardProps = Readonly<{
  entries: BucketEntries;
  /** The page's dial query, which includes these entries. */
  read?: BucketEntries;
  notes: readonly EntryNote[];
  /** Shown when it has no dials. */
  empty: string;
  /** What each dial decided; undefined where nothing is shown of it. */
  practice?: EntriesPractice | undefined;
}>;

type EntriesPractice = Readonly<{
  /** May be without data: loading, or failed. */
  dials: ReadonlyMap<string, DialPractice> | undefined;
}>;

/** The dials in evaluation order with their values here. Errors stay local: the frame of the page stays. */
export function EntriesCard({ entries, read = entries, notes, empty, practice }: EntriesCardProps) {
  const query = useBucketDials(read);
  const { lookup } = query;
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const nameOption = useNameOption();
  const find = useMemo(() => createSearch(nameOption), [nameOption]);
  const shown = useMemo(() => find(entries, lookup, search), [find, entries, lookup, search]);

  if (entries.length === 0)
    return (
      <Card title="Dials">
        <p className="ls-ink-3">{empty}</p>
      </Card>
    );
  const skeleton = <Card title="Dials" note={entries.length} waiting={Math.min(12, entries.length * 2)} />;
  if (query.data === undefined)
    return <Loaded query={query} title="Failed to fetch dial metadata" skeleton={skeleton} />;
  return (
    <Card
      title="Dials"
      note={search === '' ? entries.length : `${shown.length} of ${entries.length}`}
      padded={false}
      aside={
        <div className="ls-row ls-wrap ls-gap-12">
          <ScopeSwitch />
          <SearchField label="Search dials of this bucket" value={text} onChange={setText} width={220} />
        </div>
      }
    >
      {shown.length === 0 ? (
        <p role="status" className="ls-pad ls-ink-2">
          No dials in this bucket match <b>“{search}”</b>.{' '}
          <button type="button" className="ls-link" onClick={() => setText('')}>
            Show all {entries.length}
          </button>
        </p>
      ) : (
        <EntriesTable
          entries={entries}
          shown={shown}
          lookup={lookup}
          waiting={query.isPlaceholderData}
          notes={notes}
          practice={practice}
        />
      )}
    </Card>
  );
}

type EntriesTableProps = Pick<EntriesCardProps, 'entries' | 'notes' | 'practice'> &
  Readonly<{
    shown: readonly ShownEntry[];
    lookup: DialLookup;
    /** Some of the dials are loading. */
    waiting: boolean;
  }>;

function EntriesTable({ entries, shown, lookup, waiting, notes, practice }: EntriesTableProps) {
  const { body, rows, gapAfter, measure, onFocus, onBlur, reveal } = useTableRows(shown.length);
  useDialRows('list', {
    reveal: (dialId) => {
      const index = shown.findIndex(({ entry }) => entry.dial_id === dialId);
      if (index >= 0) reveal(index, markRow);
      return index >= 0;
    },
  });
  const mayView = useMay()({ scope: 'dials', action: 'view' });
  const [showsScope] = useShowsScope();
  const nameOption = useNameOption();
  const list = useMemo(() => ({ entries, lookup }), [entries, lookup]);
  const kinds = useMemo(() => new Map(notes.map(({ dial_id, kind }) => [dial_id, kind])), [notes]);
  return (
    <Table
      label="Dials in order"
      columns={practice ? PRACTICE_COLUMNS : COLUMNS}
      className={`ls-table-fixed ls-table-hover ${practice ? '' : classes.headless}`}
      rowCount={shown.length + 1}
    >
      <tbody ref={body} onFocus={onFocus} onBlur={onBlur}>
        {rows.map(({ index, gapBefore }) => {
          const row = shown[index];
          return row === undefined ? null : (
            <Fragment key={row.entry.dial_id}>
              {gapBefore > 0 && <Gap height={gapBefore} />}
              <EntryRow
                ref={measure}
                index={index}
                entry={row.entry}
                position={row.position}
                dial={lookup(row.entry)}
                waiting={waiting}
                note={kinds.get(row.entry.dial_id)}
                linked={mayView}
                nameOption={showsScope ? nameOption : undefined}
                hasPractice={practice !== undefined}
                practice={practice?.dials?.get(row.entry.dial_id)}
                list={list}
              />
            </Fragment>
          );
        })}
        {gapAfter > 0 && <Gap height={gapAfter} />}
      </tbody>
    </Table>
  );
}

const COLUMNS = [
  { label: 'Position', className: classes.position, hidden: true },
  { label: 'Dial, and what it sets here', hidden: true },
  { label: 'Status', className: classes.statusHead, hidden: true },
];

const PRACTICE_COLUMNS = [
  { label: 'Read from the top', className: classes.first },
  { label: 'Dial, and what it sets here', hidden: true },
  { label: 'By day', className: classes.days },
  { label: 'Decisions', className: `ls-right ${classes.decisions}` },
];

type EntryRowProps = Readonly<{
  entry: BucketEntry;
  position: number;
  index: number;
  /** The pinned version's data. */
  dial: KnownBucketDial | undefined;
  /** Loading: only the position is shown. */
  waiting: boolean;
  note: EntryNoteKind | undefined;
  /** The person may open the dial's own page. */
  linked: boolean;
  /** Set if the row shows when its dial applies. */
  nameOption: NameOption | undefined;
  /** The table has columns for what dials decided. */
  hasPractice: boolean;
  practice: DialPractice | undefined;
  /** For what explains a dial that decided nothing. */
  list: Readonly<{ entries: BucketEntries; lookup: DialLookup }>;
  ref: Ref<HTMLTableRowElement>;
}>;

const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, position, index, dial, waiting, note, linked, nameOption, ref } = props;
  // A dial that takes part later, or no longer, has its status instead of figures.
  const practice = dial?.status === 'active' ? props.practice : undefined;
  return (
    <tr ref={ref} data-index={index} data-dial={entry.dial_id} aria-rowindex={index + 2} className={classes.row}>
      <td>
        <span className={`ls-row ls-gap-12 ls-end ls-ink-3 ${classes.place}`}>
          {position}
          <span className={`ls-relative ls-center ${classes.glyph}`}>
            {dial && <StatusChip status={dial.status} glyphOnly />}
          </span>
        </span>
      </td>
      <th scope="row">
        <span className={`ls-row ${classes.title}`}>
          <Name entry={entry} dial={dial} waiting={waiting} linked={linked} />
          <span className="ls-tag">v{entry.version}</span>
          {dial?.newer && <span className="ls-fixed ls-small ls-amber ls-medium">v{dial.newer.version} available</span>}
        </span>
        <span className={`ls-block ls-mid ${classes.sets}`}>
          {dial && <SetsLine own={dial.data.values} overrides={entry.overrides} />}
        </span>
        {nameOption && dial && <ScopeLine scope={dial.data} nameOption={nameOption} maxParts={Infinity} />}
        {note && (
          <span
            className={`ls-notice ls-block ls-small ls-above-4 ${classes.note}`}
            data-tone={ENTRY_NOTES[note].stops ? 'red' : 'blue'}
          >
            {ENTRY_NOTES[note].text}
          </span>
        )}
        {practice && isUnused(practice) && <UnusedLine practice={practice} {...props.list} />}
      </th>
      {practice ? (
        <>
          <td className={classes.bars}>
            <DialBars practice={practice} name={dial?.data.name ?? ''} />
          </td>
          <td className={`ls-right ${classes.status}`}>
            <DialCount practice={practice} />
          </td>
        </>
      ) : (
        <td className={`ls-right ${classes.status}`} colSpan={props.hasPractice ? 2 : 1}>
          {dial && dial.status !== 'active' && <StatusChip status={dial.status} />}
        </td>
      )}
    </tr>
  );
});

function Name({ entry, dial, waiting, linked }: Pick<EntryRowProps, 'entry' | 'dial' | 'waiting' | 'linked'>) {
  if (dial === undefined && waiting) return <span className="ls-bone" style={{ width: 180 }} />;
  const name = dial?.data.name ?? 'A dial that cannot be read';
  if (!linked || dial === undefined || dial.deleted)
    return <MiddleClip text={name} className="ls-subject ls-ink ls-semi" />;
  return (
    <PageLink to={`/dials/${entry.dial_id}?version=${entry.version}`} className="ls-name ls-clip ls-subject ls-semi">
      <MiddleClip text={name} />
    </PageLink>
  );
}
