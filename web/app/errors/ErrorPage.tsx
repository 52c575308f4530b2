import { Button } from '@mantine/core';
import { CenteredPage } from '#web/kit/CenteredPage.tsx';
import classes from '#web/kit/CenteredPage.module.css';

type ErrorPageProps = Readonly<{
  title: string;
  facts: readonly string[];
  action: Readonly<{ label: string; onClick: () => void }>;
}>;

/** What happened, in words, and one way on. No stack traces. */
export function ErrorPage({ title, facts, action }: ErrorPageProps) {
  return (
    <CenteredPage>
      <div role="alert" className={classes.text}>
        <h1 className={classes.title}>{title}</h1>
        {facts.map((fact) => (
          <p key={fact} className={`ls-break ls-ink-2 ${classes.facts}`}>
            {fact}
          </p>
        ))}
        <div className={classes.actions}>
          <Button onClick={action.onClick}>{action.label}</Button>
        </div>
      </div>
    </CenteredPage>
  );
}
