import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useId, useState } from 'react';
import type { UpdateAnswer, UpdateAnswers } from '#domain/bucket/update.ts';
import type { ValueKey } from '#domain/value/registry.ts';
import { UpdateBody } from './UpdateBody.tsx';
import type { Outdated, UpdatePlan } from './updatePlan.ts';
import classes from './UpdateOne.module.css';

type UpdateOneProps = Readonly<{
  outdated: Outdated;
  plan: UpdatePlan;
  included: boolean;
  /** What it would change is shown from the start. */
  unfolded: boolean;
  answers: UpdateAnswers;
  onInclude: (yes: boolean) => void;
  onAnswer: (value: ValueKey, answer: UpdateAnswer) => void;
}>;

/** One dial among several: what has to be decided is open from the start, among many the rest on request. */
export function UpdateOne({ outdated, plan, included, unfolded, answers, onInclude, onAnswer }: UpdateOneProps) {
  const { entry, position, dial, newer } = outdated;
  const [opened, open] = useState(unfolded || plan.questions.length > 0);
  const id = useId();
  return (
    <li className={classes.one} data-left={!included || undefined}>
      <div className={`ls-row ls-gap-12 ${classes.head}`}>
        <label className={`ls-row ls-gap-10 ls-grow ${classes.include}`}>
          <input type="checkbox" checked={included} onChange={(event) => onInclude(event.currentTarget.checked)} />
          <span className={`ls-fixed ls-right ls-num ls-ink-3 ${classes.position}`}>{position}</span>
          <span className={`ls-clip ls-semi ${classes.name}`}>{dial.data.name}</span>
        </label>
        <span className={`ls-fixed ls-blue ls-semi ${classes.versions}`}>
          v{entry.version} → v{newer.version}
        </span>
        <button
          type="button"
          className={`ls-inline ls-end ls-fixed ls-ink-2 ${classes.toggle}`}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => open(!opened)}
        >
          <span className="ls-hidden">{dial.data.name}: </span>
          {changeWords(plan)}
          <IconOpen size={14} aria-hidden />
        </button>
      </div>
      <div id={id} hidden={!opened} className={`ls-rule ${classes.body}`}>
        {opened && <UpdateBody plan={plan} answers={answers} onAnswer={onAnswer} />}
      </div>
    </li>
  );
}

function changeWords({ questions, changes }: UpdatePlan): string {
  const changed = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  if (questions.length === 0) return changed;
  return `${questions.length === 1 ? '1 to decide' : `${questions.length} to decide`}, ${changed}`;
}
