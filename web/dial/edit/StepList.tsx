import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useLocation } from 'react-router';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useDraft, useEditor } from './editor.ts';
import { addressOf, isComplete, stepOfAddress, stepState, STEPS, toFix, type Step } from './steps.ts';
import classes from './StepList.module.css';

export function StepList() {
  const { pathname } = useLocation();
  const current = stepOfAddress(pathname);
  return (
    <nav aria-label="Steps" className={classes.steps}>
      <ol className={classes.list}>
        {STEPS.map((step, index) => (
          <StepItem
            key={step.key}
            step={step}
            number={index + 1}
            current={step === current}
            passed={index < STEPS.indexOf(current)}
          />
        ))}
      </ol>
    </nav>
  );
}

type StepItemProps = Readonly<{ step: Step; number: number; current: boolean; passed: boolean }>;

function StepItem({ step, number, current, passed }: StepItemProps) {
  const { dial } = useEditor();
  const { search } = useLocation();
  const state = useDraft((snapshot) => stepState(step.key, snapshot));
  const wrong = useDraft((snapshot) => toFix(step.key, snapshot) > 0);
  const complete = useDraft((snapshot) => isComplete(step.key, snapshot));
  const waits = dial === undefined && step.path !== '';
  const done = passed && complete;
  const content = (
    <>
      <span className={classes.mark} aria-hidden>
        {done ? <IconCheck size={14} stroke={2.5} /> : number}
      </span>
      <span className={classes.label}>{step.label}</span>
      <span className={classes.state} data-wrong={wrong || undefined}>
        {waits ? 'Once created' : state}
      </span>
    </>
  );
  return (
    <li className={classes.item} data-current={current || undefined} data-done={done || undefined}>
      {waits ? (
        <span className={classes.step} aria-disabled>
          {content}
        </span>
      ) : (
        <PageLink
          to={{ pathname: addressOf(dial?.id, step), search }}
          className={classes.step ?? ''}
          {...(current && { 'aria-current': 'step' as const })}
        >
          {content}
        </PageLink>
      )}
    </li>
  );
}
