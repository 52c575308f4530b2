import { memo, useId, useMemo, useState } from 'react';
import type { AuditGroup, AuditRow } from '#contract/audit.ts';
import { searchWords } from '#domain/dial/search.ts';
import { Table } from '#web/kit/Table.tsx';
import { ActionIcon } from '@mantine/core';
import IconDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useMay } from '#web/session/session.tsx';
import { Time } from '#web/kit/Time.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { Marked } from './Marked.tsx';
import { SetRows } from './SetRows.tsx';
import { auditAddress, describeAction, hiddenText, objectTypeLabel } from './show/words.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './Audit.module.css';

type AuditTableProps = Readonly<{
  rows: readonly AuditGroup[];
  /** The searched text, marked where it occurs. */
  q: string;
}>;

/** Records, and sets of records as one row each. */
export function AuditTable({ rows, q }: AuditTableProps) {
  const now = useNow();
  const words = useMemo(() => searchWords(q), [q]);
  return (
    <div className="ls-card ls-fixed ls-above-16">
      <Table
        className={`ls-table-fixed ls-table-sticky ${classes.table}`}
        columns={[
          { label: 'When', width: 158 },
          { label: 'Who', className: classes.who },
          { label: 'What', className: classes.what },
          'About',
          { label: 'Detail', hidden: true, width: 64 },
        ]}
      >
        {rows.map((row) => (
          <tbody key={row.seq}>
            {row.set === null ? (
              <AuditTableRow row={row} now={now} words={words} />
            ) : (
              <SetRows row={row} set={row.set} now={now} words={words} />
            )}
          </tbody>
        ))}
      </Table>
    </div>
  );
}

type AuditTableRowProps = Readonly<{ row: AuditRow; now: Date; words: readonly string[] }>;

export const AuditTableRow = memo(function AuditTableRow({ row, now, words }: AuditTableRowProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const what = describeAction(row);
  return (
    <>
      <tr data-opened={opened || undefined} className={classes.row} onClick={() => setOpened(!opened)}>
        <td className="ls-nowrap">
          <Time moment={row.at} now={now} />
        </td>
        <td>{row.by?.name ?? 'The system'}</td>
        <td className={row.refused ? 'ls-medium ls-red' : 'ls-medium'}>{what}</td>
        <td className="ls-break">
          <About row={row} words={words} />
          <span className="ls-small ls-block ls-ink-3">{objectTypeLabel(row.object.type)}</span>
        </td>
        <td className="ls-right">
          <ActionIcon
            variant="subtle"
            color="slate"
            aria-label={`Detail of record ${row.seq}: ${what}`}
            aria-expanded={opened}
            aria-controls={id}
            onClick={(event) => {
              event.stopPropagation();
              setOpened(!opened);
            }}
          >
            <IconDown size={16} aria-hidden className={classes.turn} />
          </ActionIcon>
        </td>
      </tr>
      {opened && (
        <tr id={id} className={classes.opened}>
          <td colSpan={5}>
            <AuditDetail row={row} />
          </td>
        </tr>
      )}
    </>
  );
});

function About({ row, words }: Readonly<{ row: AuditRow; words: readonly string[] }>) {
  const may = useMay();
  const address = auditAddress(row);
  const about = <Marked text={row.about || row.object.id} words={words} />;
  if (row.hidden) return <span className="ls-ink-3">{hiddenText(row)}</span>;
  if (address === undefined || !may(address.needs)) return <span>{about}</span>;
  return (
    <PageLink to={address.to} className="ls-name ls-normal" onClick={(event) => event.stopPropagation()}>
      {about}
    </PageLink>
  );
}
