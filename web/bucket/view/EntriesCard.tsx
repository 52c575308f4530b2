import { useDeferredValue, useMemo, useState } from 'react';
import type { EntryNote } from '#domain/bucket/check.ts';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { useBucketDials } from '#web/bucket/query.ts';
import { createSearch } from '#web/bucket/show/searchEntries.ts';
import { FetchError } from '#web/frame/FetchError.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { Card } from '#web/kit/Card.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { EntriesTable } from './EntriesTable.tsx';

type EntriesCardProps = Readonly<{
  entries: BucketEntries;
  notes: readonly EntryNote[];
  /** Said where there is no dial in it. */
  empty: string;
}>;

/** The dials in the order they are read, with what they set here. It fails by itself: the frame of the page stays. */
export function EntriesCard({ entries, notes, empty }: EntriesCardProps) {
  const query = useBucketDials(entries);
  const { data, error, lookup } = query;
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
  if (error !== null && data === undefined) return <FetchError title="Failed to fetch dial metadata" query={query} />;
  if (data === undefined)
    return (
      <Card title="Dials" note={entries.length}>
        <Skeleton lines={Math.min(12, entries.length * 2)} />
      </Card>
    );
  return (
    <Card
      title="Dials"
      note={search === '' ? entries.length : `${shown.length} of ${entries.length}`}
      padded={false}
      aside={<SearchField label="Search dials of this bucket" value={text} onChange={setText} width={220} />}
    >
      {shown.length === 0 ? (
        <p role="status" className="ls-pad ls-ink-2">
          No dial of this bucket matches <b>“{search}”</b>.{' '}
          <button type="button" className="ls-link" onClick={() => setText('')}>
            Show all {entries.length}
          </button>
        </p>
      ) : (
        <EntriesTable shown={shown} lookup={lookup} waiting={query.isPlaceholderData} notes={notes} />
      )}
    </Card>
  );
}
