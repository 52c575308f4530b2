import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import type { ClassRecord } from '#contract/authority.ts';
import { MAY_CHANGE_AUTHORITY } from '#domain/authority/proposal.ts';
import type { Authority } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { useApiQuery } from '#web/api/query.ts';
import { classLabel } from '#web/bucket/address.ts';
import { applyClassRecord, refreshClassRecords } from '#web/review/query.ts';
import { listItems, Loaded } from '#web/frame/Loaded.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { Card } from '#web/kit/Card.tsx';
import { DayField } from '#web/kit/DayField.tsx';
import { useFocusAtFirst, useReturnFocus } from '#web/kit/focus.ts';
import { formatDay } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { type Column, Table } from '#web/kit/Table.tsx';
import { Refusal } from '#web/kit/Dialog.tsx';
import { useMay } from '#web/session/session.tsx';
import classes from './Authority.module.css';

const COLUMNS: readonly (Column | string)[] = [
  'Class',
  { label: 'Owner', className: classes.owner },
  { label: 'Next review', className: classes.review },
  { label: 'Edit', hidden: true, width: 76 },
];

type ClassRecordsProps = Readonly<{ people: Authority['people'] }>;

/** The classes with buckets: who owns each, and when it is reviewed next. */
export function ClassRecords({ people }: ClassRecordsProps) {
  const records = useApiQuery('listClassRecords', {});
  const { data } = records;
  const overdue = data?.items.filter(({ is_overdue }) => is_overdue).length ?? 0;
  const bare = data?.items.filter(({ owner }) => owner === null).length ?? 0;
  const note = [overdue > 0 && `${overdue} overdue`, bare > 0 && `${bare} without an owner`].filter(Boolean).join(', ');
  return (
    <Card title="Classes" padded={false} {...(note !== '' && { note })}>
      <Loaded
        query={listItems(records)}
        title="Failed to load classes"
        skeleton={5}
        className="ls-pad"
        empty={<p className="ls-pad ls-ink-3">No class has buckets yet.</p>}
      >
        {(items) => (
          <Table label="Owners of classes" columns={COLUMNS} className="ls-table-fixed">
            <tbody>
              {items.map((record) => (
                <Row key={record.cob} record={record} people={people} />
              ))}
            </tbody>
          </Table>
        )}
      </Loaded>
    </Card>
  );
}

type RowProps = ClassRecordsProps & Readonly<{ record: ClassRecord }>;

function Row({ record, people }: RowProps) {
  const mayEdit = useMay()(MAY_CHANGE_AUTHORITY);
  const [isEditing, setIsEditing] = useState(false);
  const button = useReturnFocus<HTMLButtonElement>(isEditing);
  const { cob, owner, next_review, is_overdue, buckets } = record;
  if (isEditing) return <EditRow record={record} people={people} onClose={() => setIsEditing(false)} />;
  return (
    <tr>
      <th scope="row">
        <span className="ls-medium">{classLabel(cob)}</span>
        <span className="ls-small ls-block ls-ink-3">{plural(buckets, 'bucket')}</span>
      </th>
      <td>{owner?.name ?? <span className="ls-ink-3">No owner</span>}</td>
      <td className={is_overdue ? 'ls-amber' : undefined}>
        {next_review === null ? <span className="ls-ink-3">No day</span> : formatDay(next_review)}
        {is_overdue && <span className="ls-small ls-block">Overdue</span>}
      </td>
      <td className="ls-right">
        {mayEdit && (
          <Button
            ref={button}
            variant="default"
            size="xs"
            aria-label={`Edit ${classLabel(cob)}`}
            onClick={() => setIsEditing(true)}
          >
            Edit
          </Button>
        )}
      </td>
    </tr>
  );
}

function EditRow({ record, people, onClose }: RowProps & Readonly<{ onClose: () => void }>) {
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
    <tr>
      <td colSpan={COLUMNS.length}>
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
              maxDropdownHeight={280}
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
      </td>
    </tr>
  );
}
