import { Fragment } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { describeUnusualGroup, groupUnusual, type UnusualGroup, type UnusualValue } from '#domain/bucket/unusual.ts';
import { nameDials } from '#web/bucket/impact/useDialNames.ts';
import type { DialLookup } from '#web/bucket/query.ts';
import { valueText } from '#web/dimension/changeWords.ts';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { Gap, right, Table } from '#web/kit/Table.tsx';
import { useTableRows } from '#web/kit/useVirtualRows.ts';
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

type Row = UnusualGroup | UnusualValue;

function UnusualRows({ unusual, entries, lookup }: Omit<UnusualSheetProps, 'onClose'>) {
  const rows: readonly Row[] = groupUnusual(unusual).flatMap((group) => [group, ...group.values]);
  const { nameOf } = nameDials(entries, [], lookup);
  const { body, rows: shown, gapAfter, measure, onFocus, onBlur } = useTableRows(rows.length);
  return (
    <Table
      label="Unusual values"
      columns={[right('Dial'), 'Name', right('Value'), right('Compared with')]}
      className={`ls-table-sticky ${classes.table}`}
      rowCount={rows.length + 1}
    >
      <tbody ref={body} onFocus={onFocus} onBlur={onBlur}>
        {shown.map(({ index, gapBefore }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <Fragment key={index}>
              {gapBefore > 0 && <Gap height={gapBefore} />}
              <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
                {'values' in row ? (
                  <th scope="rowgroup" colSpan={4} className={`ls-sunken ${classes.group}`}>
                    <span className="ls-num">{row.values.length}</span> {describeUnusualGroup(row)}
                  </th>
                ) : (
                  <>
                    <td className="ls-right ls-num ls-ink-3">{row.position}</td>
                    <td>{nameOf(row.dial_id)}</td>
                    <td className="ls-right ls-num ls-bold">{valueText(row.key, row.value)}</td>
                    <td className="ls-right ls-num ls-ink-3">{valueText(row.key, row.usual)}</td>
                  </>
                )}
              </tr>
            </Fragment>
          );
        })}
        {gapAfter > 0 && <Gap height={gapAfter} />}
      </tbody>
    </Table>
  );
}
