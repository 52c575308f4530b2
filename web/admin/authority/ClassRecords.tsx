import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import type { ClassRecord } from '#contract/authority.ts';
import { MAY_CHANGE_AUTHORITY } from '#domain/authority/proposal.ts';
import type { Authority } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useApiQuery } from '#web/base/api/query.ts';
import { classLabel } from '#web/bucket/address.ts';
import { applyClassRecord, refreshClassRecords } from '#web/review/query.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { type RowEdit, useRowEdit } from '#web/base/page/useRowEdit.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { Card } from '#web/kit/Card.tsx';
import { DayField } from '#web/kit/DayField.tsx';
import { useFocusAtFirst } from '#web/kit/focus.ts';
import { formatDay } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { Refusal } from '#web/kit/Dialog.tsx';
import { useMay } from '#web/base/session/session.tsx';
import classes from './Authority.module.css';

type ClassRecordsProps = Readonly<{ people: Authority['people'] }>;

/** The classes with buckets: who owns each, and when it is reviewed next. */
export function ClassRecords({ people }: ClassRecordsProps) {
  const records = useApiQuery('listClassRecords', {});
  const mayEdit = useMay()(MAY_CHANGE_AUTHORITY);
  const rowEdit = useRowEdit();
  const { data } = records;
  const overdue = data?.items.filter(({ is_overdue }) => is_overdue).length ?? 0;
  const bare = data?.items.filter(({ owner }) => owner === null).length ?? 0;
  const note = [overdue > 0 && `${overdue} overdue`, bare > 0 && `${bare} without an owner`].filter(Boolean).join(', ');
  return (
    <Card title="Classes" padded={false} {...(note !== '' && { note })}>
      <DataTable
        label="Owners of classes"
        rows={records}
        columns={listColumns(people, mayEdit, rowEdit)}
        row={ROW}
        failed="Failed to load classes"
        empty={<p className="ls-pad ls-ink-3">No class has buckets yet.</p>}
        frame="none"
        className="ls-table-fixed"
      />
    </Card>
  );
}

const ROW: RowFacts<ClassRecord> = { key: ({ cob }) => cob };

const listColumns = (people: Authority['people'], mayEdit: boolean, rowEdit: RowEdit): Columns<ClassRecord> => [
  {
    head: 'Class',
    isRowHead: true,
    span: ({ cob }) => (rowEdit.isEdited(cob) ? Infinity : 1),
    cell: (record) =>
      rowEdit.isEdited(record.cob) ? (
        <EditForm record={record} people={people} onClose={() => rowEdit.end(record.cob)} />
      ) : (
        <>
          <span className="ls-medium">{classLabel(record.cob)}</span>
          <span className="ls-small ls-block ls-ink-3">{plural(record.buckets, 'bucket')}</span>
        </>
      ),
  },
  {
    head: 'Owner',
    className: classes.owner,
    cell: ({ owner }) => owner?.name ?? <span className="ls-ink-3">No owner</span>,
  },
  { head: 'Next review', className: classes.review, cell: (record) => <NextReview record={record} /> },
  {
    head: 'Edit',
    isHeadHidden: true,
    width: 76,
    align: 'end',
    cell: ({ cob }) =>
      mayEdit && (
        <Button
          ref={rowEdit.buttonRef(cob)}
          variant="default"
          size="xs"
          aria-label={`Edit ${classLabel(cob)}`}
          onClick={() => rowEdit.edit(cob)}
        >
          Edit
        </Button>
      ),
  },
];

function NextReview({ record: { next_review, is_overdue } }: Readonly<{ record: ClassRecord }>) {
  if (next_review === null) return <span className="ls-ink-3">No day</span>;
  return (
    <span className={is_overdue ? 'ls-amber' : undefined}>
      {formatDay(next_review)}
      {is_overdue && <span className="ls-small ls-block">Overdue</span>}
    </span>
  );
}

type EditFormProps = ClassRecordsProps & Readonly<{ record: ClassRecord; onClose: () => void }>;

function EditForm({ record, people, onClose }: EditFormProps) {
  const { cob, revision } = record;
  const api = useApi();
  const first = useFocusAtFirst<HTMLInputElement>();
  const [owner, setOwner] = useState(record.owner?.id ?? null);
  const [day, setDay] = useState(record.next_review);
  const { run, busy, failure } = useChange({
    send: () => api.changeClassRecord({ params: { cob }, body: { owner, next_review: day } }, { ifMatch: revision }),
    done: `${classLabel(cob)} updated`,
    failed: 'Failed to update the class',
    apply: applyClassRecord,
    onDone: onClose,
    onFailed: refreshClassRecords,
  });
  const known = people.map(({ id, name }) => ({ value: id, label: name }));
  // An owner who left is still shown.
  const missing = record.owner !== null && !people.some(({ id }) => id === record.owner?.id);
  return (
    <div role="group" aria-label={`Edit ${classLabel(cob)}`} className={`ls-grid ls-gap-10 ${classes.record}`}>
      <b>{classLabel(cob)}</b>
      <div className={classes.days}>
        <Select
          label="Owner"
          data={missing && record.owner ? [{ value: record.owner.id, label: record.owner.name }, ...known] : known}
          value={owner}
          onChange={setOwner}
          placeholder="No owner"
          searchable
          clearable
          nothingFoundMessage="Nobody of that name"
          error={failure?.field('owner')}
          ref={first}
          openOnFocus={false}
        />
        <DayField label="Next review" value={day} onChange={setDay} error={failure?.field('next_review')} />
      </div>
      <Refusal failure={failure} />
      <div className="ls-row">
        <Button size="xs" loading={busy} onClick={() => void run()}>
          Save
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
