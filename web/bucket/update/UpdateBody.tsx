import type { UpdateAnswer, UpdateAnswers } from '#domain/bucket/update.ts';
import { VALUES, type ValueKey } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { labelOfChange, valueText } from '#web/dimension/changeWords.ts';
import { DialDifference } from '#web/dimension/Difference.tsx';
import { UpdateQuestionRow } from './UpdateQuestionRow.tsx';
import type { Settled, UpdatePlan } from './updatePlan.ts';
import classes from './UpdateBody.module.css';

type UpdateBodyProps = Readonly<{
  plan: UpdatePlan;
  answers: UpdateAnswers;
  onAnswer: (value: ValueKey, answer: UpdateAnswer) => void;
}>;

/** First what has to be decided, then everything else that happens. */
export function UpdateBody({ plan, answers, onAnswer }: UpdateBodyProps) {
  const nameOption = useNameOption();
  const { questions, changes, settled } = plan;
  return (
    <>
      {questions.length > 0 && (
        <div className={classes.questions}>
          <p className={classes.ask}>
            {questions.length === 1
              ? 'This bucket sets a value of its own, and the dial has changed that value too.'
              : 'This bucket sets values of its own, and the dial has changed those values too.'}
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
        <ul className={classes.changes} aria-label="Changes">
          {changes.map((change) => (
            <li key={`${change.kind} ${labelOfChange(change)}`}>
              <DialDifference change={change} nameOption={nameOption} />
            </li>
          ))}
        </ul>
      ) : (
        questions.length === 0 && <p className={classes.nothing}>Nothing that holds in this bucket changes.</p>
      )}
      {settled.length > 0 && (
        <ul className={classes.settled} aria-label="Overrides of this bucket">
          {settled.map((one) => (
            <li key={one.value}>{settledWords(one)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function settledWords({ value, override, stays }: Settled): string {
  const set = `${VALUES[value].label} ${valueText(value, override)}`;
  return stays
    ? `${set} stays overridden: the dial has not changed it.`
    : `${set} is now what the dial says itself, so it is no override any more.`;
}
