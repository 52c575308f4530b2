import { Button, UnstyledButton } from '@mantine/core';
import IconPrevious from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconNext from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useLocation } from 'react-router';
import type { DialPath } from '#domain/dial/merge.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useLink } from '#web/kit/link.tsx';
import { useDraft, useEditor } from './editor.ts';
import { addressOf, isComplete, leftToFix, stepOfAddress, stepState, STEPS, toFix, type Step } from './steps.ts';
import layout from './DialEditor.module.css';
import classes from './StepList.module.css';

export function StepList() {
  const { pathname } = useLocation();
  const current = stepOfAddress(pathname);
  return (
    <nav aria-label="Steps">
      <ol className={`ls-list ${classes.list}`}>
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
  const dialId = useDraft(({ base }) => base?.dial.id);
  const { search } = useLocation();
  const state = useDraft((snapshot) => stepState(step.key, snapshot));
  const wrong = useDraft((snapshot) => toFix(step.key, snapshot) > 0);
  const complete = useDraft((snapshot) => isComplete(step.key, snapshot));
  const waits = dialId === undefined && step.path !== '';
  const done = passed && complete;
  const content = (
    <>
      <span className={`ls-center ls-small ls-bold ${classes.mark}`} aria-hidden>
        {done ? <IconCheck size={14} stroke={2.5} /> : number}
      </span>
      <span className={`ls-medium ${classes.label}`}>{step.label}</span>
      <span className={`ls-small ${wrong ? 'ls-red' : 'ls-ink-3'}`}>{waits ? 'Once created' : state}</span>
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
          to={{ pathname: addressOf(dialId, step), search }}
          className={classes.step ?? ''}
          {...(current && { 'aria-current': 'step' as const })}
        >
          {content}
        </PageLink>
      )}
    </li>
  );
}

/** Back and Next. For a new dial, Next creates the draft. */
export function StepBar({ onCreate }: { onCreate: (next: Step) => void }) {
  const dialId = useDraft(({ base }) => base?.dial.id);
  const { pathname } = useLocation();
  const here = STEPS.indexOf(stepOfAddress(pathname));
  const [previous, next] = [STEPS[here - 1], STEPS[here + 1]];
  return (
    <>
      {previous && <StepLink step={previous} side="left" />}
      <div className="ls-grow" />
      {dialId && <LeftToFix />}
      {next && dialId && <StepLink step={next} side="right" />}
      {next && !dialId && (
        <Button variant="default" rightSection={<IconNext size={15} aria-hidden />} onClick={() => onCreate(next)}>
          {next.label}
        </Button>
      )}
    </>
  );
}

function StepLink({ step, side }: { step: Step; side: 'left' | 'right' }) {
  const dialId = useDraft(({ base }) => base?.dial.id);
  const { search } = useLocation();
  const Link = useLink();
  const icon = side === 'left' ? <IconPrevious size={15} aria-hidden /> : <IconNext size={15} aria-hidden />;
  return (
    <Button
      variant="default"
      component={Link}
      to={addressOf(dialId, step) + search}
      end
      {...(side === 'left' ? { leftSection: icon } : { rightSection: icon })}
    >
      {step.label}
    </Button>
  );
}

function LeftToFix() {
  const { store, reveal } = useEditor();
  const text = useDraft(leftToFix);
  const showFirst = () => {
    const [first] = store.get().errors;
    if (first) reveal(first.path as DialPath);
  };
  return (
    <span aria-live="polite">
      {text !== undefined && (
        <UnstyledButton className={`ls-link ls-small ls-normal ${layout.fix}`} onClick={showFirst}>
          {text}
        </UnstyledButton>
      )}
    </span>
  );
}
