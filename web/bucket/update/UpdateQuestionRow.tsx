import { useId } from 'react';
import type { UpdateAnswer, UpdateQuestion } from '#domain/bucket/update.ts';
import { VALUES } from '#domain/value/registry.ts';
import { valueText } from '#web/dimension/changeWords.ts';
import classes from './UpdateBody.module.css';

type UpdateQuestionRowProps = Readonly<{
  question: UpdateQuestion;
  /** Nobody has chosen until someone does. */
  answer: UpdateAnswer | undefined;
  onAnswer: (answer: UpdateAnswer) => void;
}>;

/** One value of which three things are known, and two can hold. */
export function UpdateQuestionRow({ question, answer, onAnswer }: UpdateQuestionRowProps) {
  const name = useId();
  const { value, base, override, next } = question;
  const text = (one: string | number | null) => (one === null ? 'Not set' : valueText(value, one));
  const choices = [
    ['override', `Keep ${text(override)}`],
    ['dial', next === null ? 'Take not set' : `Take ${text(next)}`],
  ] as const;
  return (
    <fieldset className={classes.question}>
      <legend className={classes.value}>{VALUES[value].label}</legend>
      <dl className={classes.three}>
        <div>
          <dt>Dial was</dt>
          <dd>{text(base)}</dd>
        </div>
        <div data-override>
          <dt>This bucket sets</dt>
          <dd>{text(override)}</dd>
        </div>
        <div>
          <dt>Dial says now</dt>
          <dd>{text(next)}</dd>
        </div>
      </dl>
      <div className={classes.choices}>
        {choices.map(([side, label]) => (
          <label key={side} className={classes.choice}>
            <input type="radio" name={name} checked={answer === side} onChange={() => onAnswer(side)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
