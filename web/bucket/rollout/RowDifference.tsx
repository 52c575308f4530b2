import { SegmentedControl } from '@mantine/core';
import { Fragment } from 'react';
import type { UpdateAnswer, UpdateQuestion } from '#domain/bucket/update.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import { bucketAddress } from '#web/bucket/address.ts';
import { labelOfChange, valueText } from '#web/dimension/changeWords.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import type { Answers, RolloutRow } from './rolloutPlan.ts';

/** The version being rolled out, and the decisions about overrides it touches. */
export type OverrideAnswers = Readonly<{
  newest: number;
  answers: Answers;
  answer: (key: string, value: ValueKey, given: UpdateAnswer) => void;
}>;

/** The open questions, what stays, what else changes; or why the bucket is excluded. */
export function RowDifference({ row, answering }: Readonly<{ row: RolloutRow; answering: OverrideAnswers }>) {
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

/** Nothing is preselected. */
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
