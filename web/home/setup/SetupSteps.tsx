import { numberWord } from '#domain/review/number.ts';
import { Button } from '@mantine/core';
import IconDone from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconLoad from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { type ReactNode, useEffect } from 'react';
import {
  isSetupDone,
  isStepDone,
  setupPeople,
  SETUP_STEPS,
  type SetupFacts,
  type SetupStep,
} from '#domain/setup/setup.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useApiQuery } from '#web/base/api/query.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { useFocusAtFirst } from '#web/kit/focus.ts';
import { plural } from '#web/kit/plural.ts';
import { useMay } from '#web/base/session/session.tsx';
import { FitsTogether } from './FitsTogether.tsx';
import classes from './SetupSteps.module.css';

type StepText = Readonly<{
  title: string;
  text: string | ((facts: SetupFacts) => string);
  /** How far it is. */
  progress: (facts: SetupFacts) => string;
  /** Where it is done; the first is the button of the step. */
  actions: readonly Readonly<{ label: string; to: string; icon?: ReactNode }>[];
  /** Where the result is. */
  view: string;
}>;

const plus = <IconPlus size={15} aria-hidden />;

const STEPS = {
  partners: {
    title: 'Partners',
    text: 'Syndicates that follow. Each has a bucket for every class it writes.',
    progress: ({ partners }) => (partners === 0 ? '' : plural(partners, 'partner')),
    actions: [{ label: 'Add partners', to: '/admin?tab=partners', icon: plus }],
    view: '/admin?tab=partners',
  },
  classes: {
    title: 'Classes of business',
    text: 'A class and a partner make a bucket: the ordered list of dials for that business.',
    progress: ({ classes: count, buckets }) =>
      buckets === 0 ? '' : `${plural(count, 'class', 'classes')}, ${plural(buckets, 'bucket')}`,
    actions: [{ label: 'Add buckets for COB', to: '/admin', icon: plus }],
    view: '/syndicate',
  },
  people: {
    title: 'People',
    text: ({ required }) =>
      `Underwriters write, reviewers approve. ${numberWord(required)} people who did not write a draft make it live. Whom you add counts beside you once somebody else confirms who they are: a second administrator, on the page of the person, or npm run users -- confirm on the server.`,
    progress: ({ people, reviewers, unconfirmed, required }) => {
      const needed = setupPeople(required);
      if (unconfirmed > 0 && reviewers < needed.reviewers)
        return `${plural(unconfirmed, 'person waits', 'people wait')} for somebody else than who added them to confirm who they are`;
      if (people < needed.people) return `${people} of at least ${needed.people}`;
      const needsReviewers = reviewers < needed.reviewers;
      return needsReviewers
        ? `${people} people, ${reviewers} of ${needed.reviewers} who may approve`
        : `${people} people`;
    },
    actions: [{ label: 'Add people', to: '/users', icon: plus }],
    view: '/users',
  },
  dials: {
    title: 'Dials',
    text: 'A dial says when it applies, and up to five values such as Max line. Write the first, or import a file.',
    progress: ({ dials }) => (dials === 0 ? '' : plural(dials, 'published dial')),
    actions: [
      { label: 'Create Dial', to: '/dial', icon: plus },
      { label: 'Import', to: '/dials?import' },
    ],
    view: '/dials',
  },
  portfolio: {
    title: 'Portfolio',
    text: 'Risks of a past year, as CSV or Parquet. Every draft is then measured: how many risks change, and by how much.',
    progress: ({ portfolios }) => (portfolios === 0 ? '' : plural(portfolios, 'portfolio')),
    actions: [{ label: 'Load a portfolio', to: '/admin?tab=portfolio', icon: <IconLoad size={15} aria-hidden /> }],
    view: '/admin?tab=portfolio',
  },
} as const satisfies Record<SetupStep, StepText>;

/** The first steps in an empty system, for administrators. `onOver`: Home goes on as usual. */
export function SetupSteps({ onOver }: Readonly<{ onOver: () => void }>) {
  const api = useApi();
  const may = useMay();
  // Its facts are made on other pages.
  const query = useApiQuery('getSetup', {}, { staleTime: 0 });
  const facts = query.data;
  const isOver = facts !== undefined && isSetupDone(facts);
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  const dismissing = useChange({
    send: () => api.dismissSetup(),
    failed: 'Failed to dismiss the setup',
    onDone: onOver,
  });
  if (facts === undefined) return <Loaded query={query} skeleton={10} />;
  const done = SETUP_STEPS.filter((step) => isStepDone(step, facts));
  const next = SETUP_STEPS.find((step) => !isStepDone(step, facts));
  return (
    <div className={classes.layout}>
      <div className="ls-grid ls-gap-12">
        <section className={`ls-card ${classes.card}`} aria-labelledby="setup">
          <div className={`ls-row ls-gap-12 ls-rule-below ${classes.head}`}>
            <h2 id="setup" className="ls-title">
              Set up Lineslip
            </h2>
            <span className="ls-small ls-ink-3">
              {done.length} of {SETUP_STEPS.length} done
            </span>
            <span className={`ls-row ls-push ${classes.meter}`} aria-hidden>
              {SETUP_STEPS.map((step, index) => (
                <span key={step} data-done={index < done.length || undefined} />
              ))}
            </span>
          </div>
          <ol className="ls-list ls-ruled">
            {SETUP_STEPS.map((step, index) => (
              <Step key={step} number={index + 1} step={step} facts={facts} isNext={step === next} />
            ))}
          </ol>
        </section>
        <p className="ls-small ls-ink-3">
          In any order, and each can wait. After the fifth, Home shows what is waiting for you instead.{' '}
          {may({ scope: 'admin', action: 'edit' }) && (
            <button type="button" className="ls-link" disabled={dismissing.busy} onClick={() => void dismissing.run()}>
              Dismiss for everyone
            </button>
          )}
        </p>
      </div>
      <FitsTogether />
    </div>
  );
}

type StepProps = Readonly<{ number: number; step: SetupStep; facts: SetupFacts; isNext: boolean }>;

function Step({ number, step, facts, isNext }: StepProps) {
  const { title, text, progress, actions, view }: StepText = STEPS[step];
  const isDone = isStepDone(step, facts);
  return (
    <li className={`ls-row ls-gap-16 ls-wrap ${classes.step}`} data-next={isNext || undefined}>
      <span className={`ls-fixed ls-num ${classes.mark}`} data-done={isDone || undefined}>
        {isDone ? <IconDone size={16} stroke={2.5} aria-hidden /> : number}
        {isDone && <span className="ls-hidden">Done:</span>}
      </span>
      <div className={`ls-grow ${classes.text}`}>
        <h3 className="ls-row ls-base ls-wrap ls-gap-6">
          {title}
          <span className={`ls-small ls-normal ${isDone ? 'ls-green' : 'ls-ink-3'}`}>{progress(facts)}</span>
        </h3>
        <p className="ls-ink-2">{typeof text === 'string' ? text : text(facts)}</p>
      </div>
      <div className="ls-row ls-fixed">
        {isDone ? (
          <Button component={PageLink} to={view} variant="subtle">
            View<span className="ls-hidden"> {title}</span>
          </Button>
        ) : (
          actions
            .toReversed()
            .map((action, index) => (
              <StepAction key={action.label} {...action} isFirst={index === actions.length - 1 && isNext} />
            ))
        )}
      </div>
    </li>
  );
}

type StepActionProps = Readonly<{ label: string; to: string; icon?: ReactNode; isFirst: boolean }>;

/** The next step has the filled button, and the focus. */
function StepAction({ label, to, icon, isFirst }: StepActionProps) {
  const first = useFocusAtFirst<HTMLAnchorElement>();
  return (
    <Button
      component={PageLink}
      to={to}
      leftSection={icon}
      variant={isFirst ? 'filled' : 'default'}
      {...(isFirst && { ref: first })}
    >
      {label}
    </Button>
  );
}
