import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { writeCsv } from '#domain/csv/write.ts';
import { ACTIONS, holds, parsePermissions } from '#domain/user/permission.ts';
import { ACTION_LABELS, SCOPE_LABELS, SCOPES_TO_READ } from '#domain/user/permission-words.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useApiQuery } from '#web/base/api/query.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { download } from '#web/kit/download.ts';
import { formatDay, formatMoment, inSentence, utcToday } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { ReasonField } from '#web/kit/ReasonField.tsx';
import { DialogFrame, Refusal } from '#web/kit/Dialog.tsx';
import { type Access, refreshAccess } from '#web/user/query.ts';
import classes from './AccessReview.module.css';

type Row = Access['people'][number];

const permissionsOf = ({ permission_sets }: Access, { permissions }: Row): readonly string[] =>
  permission_sets[permissions] ?? [];

/** Who may do what: exported, and confirmed every quarter. */
export function AccessReviewDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const query = useApiQuery('getAccess', {});
  return (
    <DialogFrame title="Access review" size={940} onClose={onClose} isTall>
      <Loaded query={query} title="Failed to load who may do what" skeleton={8} className="ls-pad">
        {(access) => <Confirming access={access} onClose={onClose} />}
      </Loaded>
    </DialogFrame>
  );
}

function Confirming({ access, onClose }: Readonly<{ access: Access; onClose: () => void }>) {
  const api = useApi();
  const [note, setNote] = useState('');
  const { people, reviews, hash } = access;
  const { run, busy, failure } = useChange({
    send: () => api.confirmAccess({ body: { hash, note: note.trim() } }),
    done: 'Access review recorded',
    failed: 'Failed to record the access review',
    apply: refreshAccess,
    onDone: onClose,
    onFailed: refreshAccess,
  });
  return (
    <>
      <div className={`ls-scroll ls-ring-in ${classes.list}`} tabIndex={0} role="group" aria-label="Who may do what">
        <p className={`ls-ink-2 ${classes.line}`}>
          <DueText access={access} />
        </p>
        <PeopleTable access={access} />
        {reviews.length > 0 && (
          <section aria-label="Confirmations" className={classes.line}>
            <h3 className="ls-title ls-below-8">Confirmations</h3>
            <ul className="ls-list ls-grid ls-gap-4">
              {reviews.map(({ at, by, people: count, note: said }) => (
                <li key={at} className="ls-small ls-ink-2">
                  {formatMoment(at)}, {by.name}, {plural(count, 'person', 'people')}
                  {said !== '' && `: “${said}”`}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <div className={`ls-grid ls-gap-10 ls-rule ls-fixed ${classes.foot}`}>
        <ReasonField label="Note (optional)" required={false} maxLength={500} value={note} onChange={setNote} />
        <Refusal failure={failure} />
        <div className="ls-row ls-end">
          <Button variant="default" className={classes.export ?? ''} onClick={() => exportAccess(access)}>
            Export
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void run()}>
            Confirm {plural(people.length, 'person', 'people')}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Rows in sight only: a company has thousands of people. */
function PeopleTable({ access }: Readonly<{ access: Access }>) {
  const columns = useMemo(() => listColumns(access), [access]);
  return (
    <DataTable
      label="Who may do what"
      rows={access.people}
      columns={columns}
      row={ROW}
      frame="none"
      className={`ls-table-fixed ${classes.table}`}
      virtual
    />
  );
}

const ROW: RowFacts<Row> = { key: ({ person }) => person.id };

const listColumns = (access: Access): Columns<Row> => [
  {
    head: 'Person',
    isRowHead: true,
    className: `ls-break ${classes.person}`,
    cell: ({ person, email, is_active, is_verified }) => (
      <>
        <span className="ls-medium">{person.name}</span>
        <span className="ls-small ls-block ls-ink-3">{email}</span>
        {!is_active && <span className="ls-small ls-block ls-ink-3">Deactivated</span>}
        {is_active && !is_verified && <span className="ls-small ls-block ls-amber">Not verified</span>}
      </>
    ),
  },
  { head: 'May', className: classes.may, cell: (row) => <May permissions={permissionsOf(access, row)} /> },
  {
    head: 'Authority',
    className: 'ls-break',
    cell: ({ authority }) =>
      authority.map((line) => (
        <span key={line} className="ls-small ls-block ls-ink-2">
          {line}
        </span>
      )),
  },
];

function May({ permissions }: Readonly<{ permissions: readonly string[] }>) {
  if (permissions.length === 0) return <span className="ls-ink-3">Nothing</span>;
  return describeAccess(permissions).map((line) => (
    <span key={line} className="ls-small ls-block">
      {line}
    </span>
  ));
}

function DueText({ access: { reviews, next } }: Readonly<{ access: Access }>) {
  const [last] = reviews;
  if (last === undefined || next === null) return 'Nobody has confirmed this list yet. It is confirmed every quarter.';
  const isOverdue = next < utcToday();
  return (
    <>
      Last confirmed {inSentence(formatMoment(last.at))} by {last.by.name}.{' '}
      <span className={isOverdue ? 'ls-amber ls-semi' : undefined}>
        {isOverdue ? `Was due ${formatDay(next)}.` : `Due again ${formatDay(next)}.`}
      </span>
    </>
  );
}

/** "Dials: view, edit, create" per scope. */
function describeAccess(entries: readonly string[]): string[] {
  const permissions = parsePermissions(entries);
  return SCOPES_TO_READ.flatMap((scope) => {
    const granted = ACTIONS.filter((action) => holds(permissions[scope], action));
    const actions = granted.map((action) => ACTION_LABELS[action].toLowerCase()).join(', ');
    return granted.length === 0 ? [] : [`${SCOPE_LABELS[scope]}: ${actions}`];
  });
}

const FIELDS = ['Name', 'E-mail', 'Active', 'Verified', 'Permissions', 'Authority'] as const;

function exportAccess(access: Access): void {
  const lines = access.people.map((row) => [
    row.person.name,
    row.email,
    row.is_active ? 'yes' : 'no',
    row.is_verified ? 'yes' : 'no',
    permissionsOf(access, row).join(' '),
    row.authority.join(' '),
  ]);
  download(`lineslip-access-${utcToday()}.csv`, writeCsv(FIELDS, lines), 'text/csv');
}
