import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UpdateAnswer, UpdateAnswers, UpdateQuestion } from '#domain/bucket/update.ts';
import type { DialChange } from '#domain/dial/diff.ts';
import { type ValueKey, VALUES } from '#domain/value/registry.ts';
import { bucketAddress } from '#web/bucket/address.ts';
import { labelOfChange, valueText } from '#web/rule/changeWords.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import type { RolloutBucket } from './rolloutPlan.ts';
import classes from '#web/batch/plan/Plan.module.css';

type RowDifferenceProps = Readonly<{
  bucket: RolloutBucket;
  newest: number;
  answers: UpdateAnswers;
  onAnswer: (value: ValueKey, answer: UpdateAnswer) => void;
}>;

/** The open questions, what stays, what else changes; or why the bucket is excluded. */
export function RowDifference({ bucket, newest, answers, onAnswer }: RowDifferenceProps) {
  const { blockReason, update, besides, conflict, held, appetite, partner, cob } = bucket;
  if (blockReason !== undefined) return <span className="ls-small ls-ink-3">{blockReason}</span>;
  if (update === undefined) return null;
  const kept = update.settled.filter(({ stays }) => stays);
  const notes = [
    ...(appetite === 0 ? ['Closed, appetite 0.00'] : []),
    ...update.settled
      .filter(({ stays }) => !stays)
      .map(({ value }) => `${VALUES[value].label} is no override any more`),
  ];
  if (update.questions.length + kept.length + besides.length + notes.length === 0 && conflict === undefined)
    return <span className="ls-ink-3">·</span>;
  return (
    <div className="ls-grid ls-gap-4 ls-small">
      {update.questions.map((question) => (
        <Question
          key={question.value}
          question={question}
          answer={answers[question.value]}
          onAnswer={(answer) => onAnswer(question.value, answer)}
        />
      ))}
      {kept.map(({ value, override }) => (
        <span key={value} className="ls-ink-2">
          <b className="ls-violet">{`${VALUES[value].label} ${valueText(value, override)}`}</b>
          {` kept, v${newest} leaves it alone`}
        </span>
      ))}
      {besides.length > 0 && held && (
        <span className="ls-ink-2">{`From v${held.version}: ${besides.map(describeChange).join(', ')} too`}</span>
      )}
      {notes.map((note) => (
        <span key={note} className="ls-ink-2">
          {note}
        </span>
      ))}
      {conflict !== undefined && (
        <span className="ls-red">
          {`${conflict} `}
          <PageLink to={bucketAddress({ partner: partner.number, cob }, 'edit')} className="ls-link ls-small">
            Edit Bucket
          </PageLink>
        </span>
      )}
    </div>
  );
}

function describeChange(change: DialChange): string {
  const label = labelOfChange(change);
  if (change.kind !== 'value') return label;
  return `${label} ${valueText(change.value, change.before)} → ${valueText(change.value, change.after)}`;
}

type QuestionProps = Readonly<{
  question: UpdateQuestion;
  answer: UpdateAnswer | undefined;
  onAnswer: (answer: UpdateAnswer) => void;
}>;

/** Nothing is preselected. In a narrow column the answers stand below each other: they would cover the next column. */
function Question({ question: { value, override, next }, answer, onAnswer }: QuestionProps) {
  const isNarrow = useMediaQuery('(max-width: 1199.98px)', false, { getInitialValueInEffect: false });
  return (
    <div className="ls-row ls-wrap">
      <span className="ls-ink-2">{VALUES[value].label}</span>
      <SegmentedControl
        size="xs"
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        className={classes.question}
        aria-label={`${VALUES[value].label}: keep the override, or take what the dial says`}
        value={answer ?? ''}
        onChange={(side) => onAnswer(side as UpdateAnswer)}
        data={[
          { value: 'override', label: `Keep ${valueText(value, override)}` },
          { value: 'dial', label: `Take ${valueText(value, next)}` },
        ]}
      />
    </div>
  );
}
