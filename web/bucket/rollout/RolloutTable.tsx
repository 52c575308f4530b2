import { SegmentedControl } from '@mantine/core';
import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { Fragment, type KeyboardEvent } from 'react';
import type { RefusedBucket } from '#contract/problem.ts';
import { describeDeed } from '#domain/event/deed.ts';
import type { UpdateAnswer, UpdateQuestion } from '#domain/bucket/update.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import { bucketAddress, classLabel } from '#web/bucket/address.ts';
import { labelOfChange, valueText } from '#web/dimension/changeWords.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { right, Table } from '#web/kit/Table.tsx';
import type { Answers, Rollout, RolloutRow } from './rolloutPlan.ts';
import type { RolloutState } from './useRollout.ts';
import classes from './Rollout.module.css';

/** The version that is rolled out, and what was decided of overrides that it touches. */
export type Answering = Readonly<{
  newest: number;
  answers: Answers;
  answer: (key: string, value: ValueKey, given: UpdateAnswer) => void;
}>;

type RolloutTableProps = Readonly<{
  state: RolloutState;
  rollout: Exclude<Rollout, 'add'>;
  answering: Answering;
  rows: readonly RolloutRow[];
  /** Whether the rows are of several classes. */
  withClass: boolean;
  /** The risks that change in a bucket, where they are known. */
  impactOf: ((row: RolloutRow) => React.ReactNode) | undefined;
}>;

/** A row per bucket: whether it takes part, what it holds, what has to be decided. Arrows move, Space ticks. */
export function RolloutTable({ state, rollout, answering, rows, withClass, impactOf }: RolloutTableProps) {
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
    ...(impactOf ? ['Risks that change'] : []),
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
              {...{ row, rollout, answering, withClass, impactOf }}
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

type RowProps = Omit<RolloutTableProps, 'rows'> & Readonly<{ row: RolloutRow; refusal: RefusedBucket | undefined }>;

function Row({ row, rollout, state, answering, withClass, impactOf, refusal }: RowProps) {
  const { place, barred, conflict, key } = row;
  const { partner, cob, held } = place;
  const off = barred !== undefined || conflict !== undefined;
  // Of what a draft has taken already the version that is live is told.
  const shown = (barred === undefined ? undefined : place.live_version) ?? held?.version;
  const name = `${partner.number} ${partner.name}`;
  return (
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
          <Difference row={row} answering={answering} />
        </td>
      )}
      <td>
        <StateOf row={row} refusal={refusal} withBar={rollout !== 'update'} />
      </td>
      {impactOf && <td>{off ? null : impactOf(row)}</td>}
    </tr>
  );
}

type StateOfProps = Readonly<{
  row: RolloutRow;
  refusal: RefusedBucket | undefined;
  /** Whether it is said here why the bucket cannot take part. */
  withBar?: boolean;
}>;

/** Whether someone works on the bucket, and why the server refused it. */
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
          {refusal.changed ? describeDeed(refusal.changed, formatDayOrTime(refusal.changed.at)) : refusal.detail}
        </span>
      )}
    </div>
  );
}

/** What has to be decided, what is kept, what else comes with it; or why the bucket cannot take part. */
function Difference({ row, answering }: Readonly<{ row: RolloutRow; answering: Answering }>) {
  const { place, barred, plan, besides, conflict, key } = row;
  if (barred !== undefined) return <span className="ls-small ls-ink-3">{barred}</span>;
  if (plan === undefined) return null;
  const kept = plan.settled.filter(({ stays }) => stays);
  const notes = [
    ...(place.appetite === 0 ? ['Closed, appetite 0.00'] : []),
    ...plan.settled.filter(({ stays }) => !stays).map(({ value }) => `${VALUES[value].label} is no override any more`),
  ];
  if (plan.questions.length + kept.length + besides.length + notes.length === 0 && conflict === undefined)
    return <span className="ls-ink-3">·</span>;
  return (
    <div className="ls-grid ls-gap-4 ls-small">
      {plan.questions.map((question) => (
        <Question
          key={question.value}
          question={question}
          answer={answering.answers[key]?.[question.value]}
          onAnswer={(answer) => answering.answer(key, question.value, answer)}
        />
      ))}
      {kept.map(({ value, override }) => (
        <span key={value} className="ls-ink-2">
          <b className="ls-violet">{`${VALUES[value].label} ${valueText(value, override)}`}</b>
          {` kept, v${answering.newest} leaves it alone`}
        </span>
      ))}
      {besides.length > 0 && place.held && (
        <span className="ls-ink-2">
          {`From v${place.held.version}: `}
          {besides.map((change, index) => (
            <Fragment key={labelOfChange(change)}>
              {index > 0 && ', '}
              {labelOfChange(change)}
              {change.kind === 'value' &&
                ` ${change.before === null ? 'not set' : valueText(change.value, change.before)} → ${
                  change.after === null ? 'not set' : valueText(change.value, change.after)
                }`}
            </Fragment>
          ))}
          {' too'}
        </span>
      )}
      {notes.map((note) => (
        <span key={note} className="ls-ink-2">
          {note}
        </span>
      ))}
      {conflict !== undefined && (
        <span className="ls-red">
          {`${conflict} `}
          <PageLink
            to={`${bucketAddress({ partner: place.partner.number, cob: place.cob })}/edit`}
            className="ls-link ls-small"
          >
            Edit Bucket
          </PageLink>
        </span>
      )}
    </div>
  );
}

type QuestionProps = Readonly<{
  question: UpdateQuestion;
  answer: UpdateAnswer | undefined;
  onAnswer: (answer: UpdateAnswer) => void;
}>;

/** Nothing is chosen until someone does. */
function Question({ question: { value, override, next }, answer, onAnswer }: QuestionProps) {
  const text = (one: string | number | null) => (one === null ? 'not set' : valueText(value, one));
  return (
    <div className="ls-row ls-wrap">
      <span className="ls-ink-2">{VALUES[value].label}</span>
      <SegmentedControl
        size="xs"
        aria-label={`${VALUES[value].label}: keep the override, or take what the dial says`}
        value={answer ?? ''}
        onChange={(side) => onAnswer(side as UpdateAnswer)}
        data={[
          { value: 'override', label: `Keep ${text(override)}` },
          { value: 'dial', label: `Take ${text(next)}` },
        ]}
      />
    </div>
  );
}
