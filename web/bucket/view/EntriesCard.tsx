import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { type EntryNote, ENTRY_NOTES, type EntryNoteKind } from '#domain/bucket/check.ts';
import type { BucketEntries, BucketEntry } from '#domain/bucket/entry.ts';
import { useBucketDials, type DialLookup } from '#web/bucket/query.ts';
import { ScopeSwitch, useShowsScope } from '#web/bucket/ScopeSwitch.tsx';
import { createSearch, type ShownEntry } from '#web/bucket/searchEntries.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable, type TableHandle } from '#web/base/page/DataTable.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { ScopeLine } from '#web/dial/ScopeLine.tsx';
import { Card } from '#web/kit/Card.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { useMay } from '#web/base/session/session.tsx';
import classes from './Entries.module.css';
import type { KnownBucketDial } from '#contract/bucket.ts';
import { DialBars, DialCount, type DialPractice, isUnused, UnusedLine } from '#web/impact/DialDecisions.tsx';
import { SetsLine } from '#web/bucket/SetsLine.tsx';
import { markRow, useDialRows } from '#web/bucket/dialRows.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
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
  const handle = useRef<TableHandle>(null);
  useDialRows('list', {
    reveal: (dialId) => {
      const index = shown.findIndex(({ entry }) => entry.dial_id === dialId);
      if (index >= 0) handle.current?.reveal(index, markRow);
      return index >= 0;
    },
  });
  const linked = useMay()({ scope: 'dials', action: 'view' });
  const [showsScope] = useShowsScope();
  const nameOption = useNameOption();
  const columns = useMemo(() => {
    const kinds = new Map(notes.map(({ dial_id, kind }) => [dial_id, kind]));
    const list = { entries, lookup };
    /** A dial that takes part later, or no longer, has its status instead of figures. */
    const practiceOf = ({ entry }: ShownEntry) =>
      lookup(entry)?.status === 'active' ? practice?.dials?.get(entry.dial_id) : undefined;
    const status = ({ entry }: ShownEntry) => {
      const dial = lookup(entry);
      return dial && dial.status !== 'active' && <StatusChip status={dial.status} />;
    };
    const columns: Columns<ShownEntry> = [
      {
        head: practice ? 'Read from the top' : 'Position',
        isHeadHidden: practice === undefined,
        className: practice ? classes.first : classes.position,
        cell: ({ entry, position }) => <Place position={position} status={lookup(entry)?.status} />,
      },
      {
        head: 'Dial, and what it sets here',
        isHeadHidden: true,
        isRowHead: true,
        cell: (row) => {
          const dial = lookup(row.entry);
          const decided = practiceOf(row);
          return (
            <>
              <Title entry={row.entry} dial={dial} waiting={waiting} linked={linked} />
              {showsScope && dial && <ScopeLine scope={dial.data} nameOption={nameOption} maxParts={Infinity} />}
              <Note note={kinds.get(row.entry.dial_id)} />
              {decided && isUnused(decided) && <UnusedLine practice={decided} {...list} />}
            </>
          );
        },
      },
    ];
    if (practice === undefined)
      return [...columns, { head: 'Status', isHeadHidden: true, className: classes.status, cell: status }];
    const decisions: Columns<ShownEntry> = [
      {
        head: 'By day',
        className: classes.days,
        span: (row) => (practiceOf(row) ? 1 : 2),
        cell: (row) => {
          const decided = practiceOf(row);
          return decided ? <DialBars practice={decided} name={lookup(row.entry)?.data.name ?? ''} /> : status(row);
        },
      },
      {
        head: 'Decisions',
        className: `ls-right ${classes.decisions}`,
        cell: (row) => {
          const decided = practiceOf(row);
          return decided && <DialCount practice={decided} />;
        },
      },
    ];
    return [...columns, ...decisions];
  }, [entries, lookup, waiting, linked, notes, practice, showsScope, nameOption]);
  return (
    <DataTable
      label="Dials in order"
      rows={shown}
      columns={columns}
      row={ROW}
      frame="none"
      className={`ls-table-fixed ls-table-hover ${practice ? '' : classes.headless}`}
      virtual={{ ref: handle }}
    />
  );
}

const ROW: RowFacts<ShownEntry> = {
  key: ({ entry }) => entry.dial_id,
  attributes: ({ entry }) => ({ className: classes.row, 'data-dial': entry.dial_id }),
};

type PlaceProps = Readonly<{ position: number; status: KnownBucketDial['status'] | undefined }>;

function Place({ position, status }: PlaceProps) {
  return (
    <span className={`ls-row ls-gap-12 ls-end ls-ink-3 ${classes.place}`}>
      {position}
      <span className={`ls-relative ls-center ${classes.glyph}`}>
        {status && <StatusChip status={status} glyphOnly />}
      </span>
    </span>
  );
}

type TitleProps = Readonly<{
  entry: BucketEntry;
  /** The pinned version's data. */
  dial: KnownBucketDial | undefined;
  /** Loading: only the position is shown. */
  waiting: boolean;
  /** The person may open the dial's own page. */
  linked: boolean;
}>;

/** The name and the version of a dial, and what it sets here. */
function Title(props: TitleProps) {
  const { entry, dial } = props;
  return (
    <>
      <span className={`ls-row ${classes.title}`}>
        <Name {...props} />
        <span className="ls-tag">v{entry.version}</span>
        {dial?.newer && <span className="ls-fixed ls-small ls-amber ls-medium">v{dial.newer.version} available</span>}
      </span>
      <span className={`ls-block ls-mid ${classes.sets}`}>
        {dial && <SetsLine own={dial.data.values} overrides={entry.overrides} />}
      </span>
    </>
  );
}

function Note({ note }: Readonly<{ note: EntryNoteKind | undefined }>) {
  if (note === undefined) return null;
  return (
    <span
      className={`ls-notice ls-block ls-small ls-above-4 ${classes.note}`}
      data-tone={ENTRY_NOTES[note].stops ? 'red' : 'blue'}
    >
      {ENTRY_NOTES[note].text}
    </span>
  );
}

function Name({ entry, dial, waiting, linked }: TitleProps) {
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
