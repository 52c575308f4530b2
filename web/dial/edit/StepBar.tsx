import { Button, UnstyledButton } from '@mantine/core';
import IconNext from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconPrevious from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useLocation } from 'react-router';
import type { DialPath } from '#domain/dial/merge.ts';
import { useLink } from '#web/kit/link.tsx';
import { useDraft, useEditor } from './editor.ts';
import { addressOf, leftToFix, stepOfAddress, STEPS, type Step } from './steps.ts';
import classes from './DialEditor.module.css';

/** Back and on. Of a new dial the draft is created on the way on. */
export function StepBar({ onCreate }: { onCreate: (next: Step) => void }) {
  const { dial } = useEditor();
  const { pathname } = useLocation();
  const here = STEPS.indexOf(stepOfAddress(pathname));
  const [previous, next] = [STEPS[here - 1], STEPS[here + 1]];
  return (
    <>
      {previous && <StepLink step={previous} side="left" />}
      <div className={classes.barSpace} />
      {dial && <LeftToFix />}
      {next && dial && <StepLink step={next} side="right" />}
      {next && !dial && (
        <Button variant="default" rightSection={<IconNext size={15} aria-hidden />} onClick={() => onCreate(next)}>
          {next.label}
        </Button>
      )}
    </>
  );
}

function StepLink({ step, side }: { step: Step; side: 'left' | 'right' }) {
  const { dial } = useEditor();
  const { search } = useLocation();
  const Link = useLink();
  const icon = side === 'left' ? <IconPrevious size={15} aria-hidden /> : <IconNext size={15} aria-hidden />;
  return (
    <Button
      variant="default"
      component={Link}
      to={addressOf(dial?.id, step) + search}
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
        <UnstyledButton className={classes.fix} onClick={showFirst}>
          {text}
        </UnstyledButton>
      )}
    </span>
  );
}
