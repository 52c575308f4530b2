import { ActionIcon } from '@mantine/core';
import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type KeyboardEvent, useState } from 'react';
import type { RefusedBucket } from '#contract/problem.ts';
import { describeActionText } from '#domain/event/action-text.ts';
import { bucketAddress, classLabel } from '#web/bucket/address.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { right, Table } from '#web/kit/Table.tsx';
import { type RisksInEach, RisksThatChange } from './RisksThatChange.tsx';
import type { Rollout, RolloutRow } from './rolloutPlan.ts';
import { RowDetails } from './RowDetails.tsx';
import { type OverrideAnswers, RowDifference } from './RowDifference.tsx';
import type { RolloutState } from './useRollout.ts';
import classes from './Rollout.module.css';

type RolloutTableProps = Readonly<{
  state: RolloutState;
  rollout: Exclude<Rollout, 'add'>;
  answering: OverrideAnswers;
  rows: readonly RolloutRow[];
  /** Whether the rows span several classes. */
  withClass: boolean;
  /** The measured risks, if any can be measured. */
  risks: RisksInEach | undefined;
}>;

/** One row per bucket: its checkbox, current version and open questions. Arrow keys move, Space ticks. */
export function RolloutTable({ state, rollout, answering, rows, withClass, risks }: RolloutTableProps) {
  const { isChosen, pick, refused } = state;
  const tickable = rows.filter(({ barred, conflict }) => barred === undefined && conflict === undefined);
  const all = tickable.length > 0 && tickable.every(isChosen);
  const columns = [
    { label: 'Chosen', hidden: true, className: classes.tick },
    ...(withClass ? ['Class'] : []),
    'Partner',
    right('Position'),
    'Version',
    ...(rollout === 'update' ? ['Different in this bucket'] : []),
    'State',
    ...(risks ? [{ label: 'Risks that change', className: classes.risksColumn }] : []),
    { label: 'Details', hidden: true, className: classes.open },
  ];
  return (
    <div className="ls-scroll" onKeyDown={moveByArrow}>
      <div className={`ls-row ls-rule-below ${classes.all}`}>
        <label className="ls-row">
          <input
            type="checkbox"
            className={classes.box}
            checked={all}
            disabled={tickable.length === 0}
            onChange={(event) =>
              pick(
                tickable.map(({ key }) => key),
                event.currentTarget.checked,
              )
            }
          />
          {`All ${tickable.length}`}
        </label>
      </div>
      <Table columns={columns} label="Buckets">
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.key}
              {...{ row, rollout, answering, withClass, risks }}
              columns={columns.length}
              state={state}
              refusal={refused.get(row.key)}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'checkbox') return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:disabled)')];
  const next = boxes[boxes.indexOf(event.target) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

type RowProps = Omit<RolloutTableProps, 'rows'> &
  Readonly<{ row: RolloutRow; refusal: RefusedBucket | undefined; columns: number }>;

function Row({ row, rollout, state, answering, withClass, risks, refusal, columns }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { place, barred, conflict, key } = row;
  const { partner, cob, held } = place;
  const off = barred !== undefined || conflict !== undefined;
  // If the draft already has it, show the live version.
  const shown = (barred === undefined ? undefined : place.live_version) ?? held?.version;
  const name = `${partner.number} ${partner.name}`;
  return (
    <>
      <tr className={classes.row} data-off={off || undefined} data-refused={refusal !== undefined || undefined}>
        <td>
          <input
            type="checkbox"
            className={classes.box}
            aria-label={`${name}${withClass ? `, ${classLabel(cob)}` : ''}`}
            checked={state.isChosen(row)}
            disabled={off}
            onChange={(event) => state.pick([key], event.currentTarget.checked)}
          />
        </td>
        {withClass && <td>{classLabel(cob)}</td>}
        <td className="ls-nowrap">
          <PageLink to={bucketAddress({ partner: partner.number, cob })} className="ls-name">
            <span className="ls-num ls-ink-2">{partner.number}</span> {partner.name}
          </PageLink>
        </td>
        <td className="ls-right ls-num">{held?.position}</td>
        <td className="ls-nowrap">
          {shown !== undefined && <span className="ls-tag">v{shown}</span>}
          {rollout === 'update' && !off && (
            <>
              <IconTo size={13} aria-label="to" className={`ls-ink-4 ${classes.to}`} />
              <span className="ls-tag ls-blue">v{answering.newest}</span>
            </>
          )}
        </td>
        {rollout === 'update' && (
          <td>
            <RowDifference row={row} answering={answering} />
          </td>
        )}
        <td>
          <StateOf row={row} refusal={refusal} withBar={rollout !== 'update'} />
        </td>
        {risks && <td>{off ? null : <RisksThatChange row={row} risks={risks} />}</td>}
        <td className="ls-right">
          {!off && (
            <ActionIcon
              variant="subtle"
              size={28}
              aria-label={`Details of ${name}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconOpen size={16} stroke={2} aria-hidden className={`ls-ink-3 ${classes.chevron}`} />
            </ActionIcon>
          )}
        </td>
      </tr>
      {isOpen && !off && <RowDetails row={row} count={risks?.find(row)?.count} columns={columns} />}
    </>
  );
}

type StateOfProps = Readonly<{
  row: RolloutRow;
  refusal: RefusedBucket | undefined;
  /** Whether to show why the bucket cannot take the change. */
  withBar?: boolean;
}>;

/** Whether someone is working on the bucket, and why the server refused it. */
export function StateOf({ row: { place, barred }, refusal, withBar = false }: StateOfProps) {
  const { draft } = place;
  return (
    <div className="ls-grid ls-gap-4">
      <span className="ls-nowrap">
        {draft === null ? (
          <span className="ls-row ls-dot" data-tone="green">
            Free
          </span>
        ) : (
          <StatusChip status={draft.state} />
        )}
      </span>
      {withBar && barred !== undefined && <span className="ls-small ls-ink-3">{barred}</span>}
      {barred === undefined && draft !== null && (
        <span className="ls-small ls-ink-3">{`${draft.saved_by.name}’s draft`}</span>
      )}
      {refusal && (
        <span role="alert" className="ls-small ls-red">
          {refusal.changed ? describeActionText(refusal.changed, formatDayOrTime(refusal.changed.at)) : refusal.detail}
        </span>
      )}
    </div>
  );
}
