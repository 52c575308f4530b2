import { type ReactNode, useMemo } from 'react';
import type { AuditGroup, AuditRow } from '#contract/audit.ts';
import { searchWords } from '#domain/dial/search.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import type { ListQuery } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import type { PagesQuery } from '#web/base/page/ShowMore.tsx';
import { plural } from '#web/kit/plural.ts';
import { Time } from '#web/kit/Time.tsx';
import { useNow } from '#web/kit/useNow.ts';
import { useMay } from '#web/base/session/session.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { Marked } from './Marked.tsx';
import { AboutSet, SetSteps } from './SetRows.tsx';
import { auditAddress, describeAction, describeStep, hiddenText, objectTypeLabel } from './words.ts';
import classes from './Audit.module.css';

type AuditTableProps = Readonly<{
  records: ListQuery<AuditGroup> | (ListQuery<AuditGroup> & PagesQuery);
  /** The searched text, marked where it occurs. */
  q: string;
  empty: ReactNode;
}>;

/** Records, and sets of records as one row each. */
export function AuditTable({ records, q, empty }: AuditTableProps) {
  const now = useNow();
  const columns = useMemo(() => listColumns(now, searchWords(q)), [now, q]);
  const row = useMemo(() => describeRow(now, searchWords(q)), [now, q]);
  return (
    <div className="ls-fixed ls-above-16">
      <DataTable
        label="Records"
        rows={records}
        columns={columns}
        row={row}
        failed="Failed to load records"
        empty={empty}
        className="ls-table-fixed"
      />
    </div>
  );
}

const describeRow = (now: Date, words: readonly string[]): RowFacts<AuditGroup> => ({
  key: ({ seq }) => seq,
  expand: {
    label: (row) =>
      row.set === null
        ? `Detail of record ${row.seq}: ${describeAction(row)}`
        : `Records of ${row.set.title}: ${describeStep(row, row.set.buckets)}`,
    content: (row) =>
      row.set === null ? <AuditDetail row={row} /> : <SetSteps set={row.set} now={now} words={words} />,
    hasRows: ({ set }) => set !== null,
  },
});

const listColumns = (now: Date, words: readonly string[]): Columns<AuditGroup> => [
  { head: 'When', width: 158, className: 'ls-nowrap', cell: ({ at }) => <Time moment={at} now={now} /> },
  { head: 'Who', className: classes.who, cell: describePeople },
  { head: 'What', className: `ls-medium ${classes.what}`, cell: (row) => <What row={row} /> },
  {
    head: 'About',
    className: 'ls-break',
    cell: (row) =>
      row.set === null ? (
        <>
          <About row={row} words={words} />
          <span className="ls-small ls-block ls-ink-3">{objectTypeLabel(row.object.type)}</span>
        </>
      ) : (
        <AboutSet set={row.set} now={now} words={words} />
      ),
  },
];

function describePeople({ by, set }: AuditGroup): string {
  if (set !== null && (set.people !== 1 || by === null)) return plural(set.people, 'person', 'people');
  return by?.name ?? 'The system';
}

function What({ row }: Readonly<{ row: AuditGroup }>) {
  if (row.set !== null) return describeStep(row, row.set.buckets);
  return <span className={row.refused ? 'ls-red' : undefined}>{describeAction(row)}</span>;
}

function About({ row, words }: Readonly<{ row: AuditRow; words: readonly string[] }>) {
  const may = useMay();
  const address = auditAddress(row);
  const about = <Marked text={row.about || row.object.id} words={words} />;
  if (row.hidden) return <span className="ls-ink-3">{hiddenText(row)}</span>;
  if (address === undefined || !may(address.needs)) return <span>{about}</span>;
  return (
    <PageLink to={address.to} className="ls-name ls-normal">
      {about}
    </PageLink>
  );
}
