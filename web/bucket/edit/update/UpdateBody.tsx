import type {
  SettledOverride,
  UpdateAnswer,
  UpdateAnswers,
  UpdatePlan,
  UpdateQuestion,
} from '#domain/bucket/update.ts';
import type { MeasuredGap } from '#domain/impact/impact.ts';
import type { DialData } from '#domain/dial/dial.ts';
import { sentence } from '#domain/dial/sentence.ts';
import { VALUE_KEYS, type ValueKey, VALUES } from '#domain/value/registry.ts';
import { GapLine } from '#web/change/GapLine.tsx';
import { useNameOption } from '#web/dial/query.ts';
import { valueText } from '#web/rule/changeWords.ts';
import { DialDifferences } from '#web/rule/Difference.tsx';
import classes from './UpdateBody.module.css';
import { useId } from 'react';
import { agree } from '#web/kit/plural.ts';
import { Fact, Facts } from '#web/kit/Facts.tsx';

type UpdateBodyProps = Readonly<{
  plan: UpdatePlan;
  /** Risks that lose a value because the new version is not in force. */
  gap: MeasuredGap | undefined;
  answers: UpdateAnswers;
  onAnswer: (value: ValueKey, answer: UpdateAnswer) => void;
}>;

/** Questions first, then everything else that changes. */
export function UpdateBody({ plan, gap, answers, onAnswer }: UpdateBodyProps) {
  const { questions, changes, settled } = plan;
  return (
    <>
      {gap && (
        <p role="alert" className={classes.gap}>
          <GapLine gap={gap} />
        </p>
      )}
      {questions.length > 0 && (
        <div className={classes.questions}>
          <p className="ls-ink-2 ls-below-12">
            {agree(
              questions.length,
              'This bucket sets a value of its own, and the dial has changed that value too.',
              'This bucket sets values of its own, and the dial has changed those values too.',
            )}
          </p>
          {questions.map((question) => (
            <UpdateQuestionRow
              key={question.value}
              question={question}
              answer={answers[question.value]}
              onAnswer={(answer) => onAnswer(question.value, answer)}
            />
          ))}
        </div>
      )}
      {changes.length > 0 ? (
        <DialDifferences changes={changes} className={classes.changes} label="Changes" />
      ) : (
        questions.length === 0 && (
          <p className={`ls-ink-2 ${classes.nothing}`}>No effective value in this bucket changes.</p>
        )
      )}
      {settled.length > 0 && (
        <ul className={`ls-list ls-rule ls-ink-2 ${classes.settled}`} aria-label="Overrides of this bucket">
          {settled.map((one) => (
            <li key={one.value}>{settledWords(one)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function settledWords({ value, override, stays }: SettledOverride): string {
  const set = `${VALUES[value].label} ${valueText(value, override)}`;
  return stays
    ? `${set} stays overridden: the dial has not changed it.`
    : `${set} is now what the dial says itself, so it is no override any more.`;
}

type UpdateQuestionRowProps = Readonly<{
  question: UpdateQuestion;
  /** Nothing is preselected. */
  answer: UpdateAnswer | undefined;
  onAnswer: (answer: UpdateAnswer) => void;
}>;

/** One value with three candidates, two of which can be chosen. */
function UpdateQuestionRow({ question, answer, onAnswer }: UpdateQuestionRowProps) {
  const name = useId();
  const { value, base, override, next } = question;
  const text = (one: string | number | null) => valueText(value, one, 'Not set');
  const facts = [
    ['Dial was', base],
    ['This bucket sets', override, 'ls-violet'],
    ['Dial says now', next],
  ] as const;
  const choices = [
    ['override', `Keep ${text(override)}`],
    ['dial', next === null ? 'Take not set' : `Take ${text(next)}`],
  ] as const;
  return (
    <fieldset className={classes.question}>
      <legend className={`ls-wide ls-bold ${classes.value}`}>{VALUES[value].label}</legend>
      <Facts className={`ls-num ls-gap-12 ${classes.three}`}>
        {facts.map(([label, fact, colour = '']) => (
          <Fact key={label} label={label} className={`ls-bold ${colour}`}>
            {text(fact)}
          </Fact>
        ))}
      </Facts>
      <div className={`ls-flex ls-wrap ls-sunken ls-rule ${classes.choices}`}>
        {choices.map(([side, label]) => (
          <label key={side} className="ls-inline ls-gap-8 ls-semi">
            <input
              type="radio"
              className="ls-radio"
              name={name}
              checked={answer === side}
              onChange={() => onAnswer(side)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The newest version: when it applies, and its values. */
export function LatestVersion({ data }: Readonly<{ data: DialData }>) {
  const nameOption = useNameOption();
  return (
    <section className={classes.says} aria-label="What the newest version says">
      {data.reason !== '' && <p className="ls-ink-2 ls-below-8">{data.reason}</p>}
      <p className={classes.sentence}>
        Applies when{' '}
        {sentence(data, nameOption).map(({ text, fact }, index) =>
          fact ? <strong key={index}>{text}</strong> : <span key={index}>{text}</span>,
        )}
      </p>
      <Facts className={classes.values}>
        {VALUE_KEYS.map((key) => {
          const value = data.values[key];
          return (
            <Fact key={key} label={VALUES[key].label} className={value === undefined ? 'ls-ink-3' : 'ls-num ls-bold'}>
              {value === undefined ? 'Not set' : valueText(key, value)}
            </Fact>
          );
        })}
      </Facts>
    </section>
  );
}
