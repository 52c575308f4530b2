import { useState, memo, useId } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import { Table } from '#web/kit/Table.tsx';
import { ActionIcon } from '@mantine/core';
import IconDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useMay } from '#web/session/session.tsx';
import { Time } from '#web/kit/Time.tsx';
import { auditAddress, auditWords, objectTypeLabel, auditTold } from './show/words.ts';
import { detailLines, type DetailLine } from './auditDetail.ts';
import classes from './Audit.module.css';

export function AuditTable({ rows }: Readonly<{ rows: readonly AuditRow[] }>) {
  const [now] = useState(() => new Date());
  return (
    <div className="ls-card ls-fixed ls-above-16">
      <Table
        look="fixed sticky"
        className={classes.table}
        columns={[
          { label: 'When', width: 158 },
          { label: 'Who', className: classes.who },
          { label: 'What', className: classes.what },
          'About',
          { label: 'Detail', hidden: true, width: 64 },
        ]}
      >
        <tbody>
          {rows.map((row) => (
            <AuditTableRow key={row.seq} row={row} now={now} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const HIDDEN_TEXT = 'Hidden: you lack permission to view it';

type AuditTableRowProps = Readonly<{ row: AuditRow; now: Date }>;

const AuditTableRow = memo(function AuditTableRow({ row, now }: AuditTableRowProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const what = auditWords(row);
  return (
    <>
      <tr data-opened={opened || undefined} className={classes.row} onClick={() => setOpened(!opened)}>
        <td className="ls-nowrap">
          <Time moment={row.at} now={now} />
        </td>
        <td>{row.by?.name ?? 'The system'}</td>
        <td className={row.refused ? 'ls-medium ls-red' : 'ls-medium'}>{what}</td>
        <td className="ls-break">
          <About row={row} />
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

function About({ row }: Readonly<{ row: AuditRow }>) {
  const may = useMay();
  const address = auditAddress(row);
  const about = row.about || row.object.id;
  if (row.hidden) return <span>{HIDDEN_TEXT}</span>;
  if (address === undefined || !may(address.needs)) return <span>{about}</span>;
  return (
    <PageLink to={address.to} className="ls-name ls-normal" onClick={(event) => event.stopPropagation()}>
      {about}
    </PageLink>
  );
}

const MAX_LINES = 40;

/** What a record keeps, to be read: what was struck, what became beside it. */
function AuditDetail({ row }: Readonly<{ row: AuditRow }>) {
  const [all, setAll] = useState(false);
  const lines = detailLines(row.detail);
  const told = auditTold(row);
  const more = lines.length - MAX_LINES;
  return (
    <dl className={`ls-facts ls-gap-4 ${classes.detail}`}>
      <Line label="Record" text={`${row.seq}, ${row.at}`} />
      <Line label="Object" text={`${row.object.type} ${row.object.id}`} />
      {told !== undefined && <Line label="Told" text={told} />}
      {(all ? lines : lines.slice(0, MAX_LINES)).map((line) => (
        <Line key={line.label} {...line} />
      ))}
      {more > 0 && !all && (
        <div>
          <dt />
          <dd>
            <button type="button" className="ls-link" onClick={() => setAll(true)}>
              and {more} more
            </button>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Line({ label, was, became, text }: DetailLine) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {text}
        {was !== undefined && <del className="ls-ink-3">{was}</del>}
        {was !== undefined && became !== undefined && ' → '}
        {became !== undefined && <ins className={`ls-bold ${classes.became}`}>{became}</ins>}
      </dd>
    </div>
  );
}
