import type { BucketEntries } from '#domain/bucket/entry.ts';
import { describeUnusualGroup, groupUnusual, type UnusualGroup, type UnusualValue } from '#domain/bucket/unusual.ts';
import { nameDials } from '#web/impact/useDialNames.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { valueText } from '#web/rule/changeWords.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import classes from './UnusualSheet.module.css';

type UnusualSheetProps = Readonly<{
  unusual: readonly UnusualValue[];
  entries: BucketEntries;
  lookup: DialLookup;
  onClose: () => void;
}>;

/** Every unusual value, by value and reason. */
export function UnusualSheet({ unusual, entries, lookup, onClose }: UnusualSheetProps) {
  return (
    <DialogFrame
      onClose={onClose}
      title={
        <span className="ls-row">
          Unusual values <span className="ls-ink-3 ls-normal ls-num">{unusual.length}</span>
        </span>
      }
      size={760}
      isTall
    >
      <div className={`ls-scroll ${classes.body}`}>
        <UnusualRows unusual={unusual} entries={entries} lookup={lookup} />
      </div>
    </DialogFrame>
  );
}

type Row = UnusualValue & Readonly<{ group: UnusualGroup }>;

function UnusualRows({ unusual, entries, lookup }: Omit<UnusualSheetProps, 'onClose'>) {
  const rows = groupUnusual(unusual).flatMap((group) => group.values.map((value): Row => ({ ...value, group })));
  const { nameOf } = nameDials(entries, [], lookup);
  const columns: Columns<Row> = [
    { head: 'Dial', className: 'ls-right ls-num ls-ink-3', cell: ({ position }) => position },
    { head: 'Name', cell: ({ dial_id }) => nameOf(dial_id) },
    { head: 'Value', className: 'ls-right ls-num', cell: ({ key, value }) => <b>{valueText(key, value)}</b> },
    { head: 'Compared with', className: 'ls-right ls-num ls-ink-3', cell: ({ key, usual }) => valueText(key, usual) },
  ];
  return (
    <DataTable
      label="Unusual values"
      rows={rows}
      columns={columns}
      row={ROW}
      frame="none"
      className={`ls-table-sticky ${classes.table}`}
      virtual
    />
  );
}

const ROW: RowFacts<Row> = {
  key: ({ dial_id, key, group }) => `${describeUnusualGroup(group)} ${dial_id} ${key}`,
  group: ({ group }) => ({
    key: describeUnusualGroup(group),
    head: (
      <span className="ls-medium">
        <span className="ls-num">{group.values.length}</span> {describeUnusualGroup(group)}
      </span>
    ),
  }),
};
