import { ACTIONS, holds } from '#domain/user/permission.ts';
import { ACTION_LABELS } from '#domain/user/permission-words.ts';
import classes from './ScopeMarks.module.css';

/** One scope at a glance: a square per action, filled where it is held. Words to hear, squares to see. */
export function ScopeMarks({ bits }: Readonly<{ bits: number }>) {
  const held = ACTIONS.filter((action) => holds(bits, action));
  return (
    <>
      <span className={classes.marks} aria-hidden>
        {ACTIONS.map((action) => (
          <span key={action} className={classes.mark} data-held={holds(bits, action) || undefined} />
        ))}
      </span>
      <span className="ls-hidden">
        {held.length === 0 ? 'None' : held.map((action) => ACTION_LABELS[action]).join(', ')}
      </span>
    </>
  );
}

/** What the squares stand for, said once below the table. */
export function MarksLegend() {
  return (
    <p className={`ls-row ls-small ls-wrap ls-ink-3 ${classes.legend}`} aria-hidden>
      {ACTIONS.map((action, index) => (
        <span key={action} className="ls-inline ls-gap-6">
          <span className={classes.marks}>
            {ACTIONS.map((other, at) => (
              <span key={other} className={classes.mark} data-held={at === index || undefined} />
            ))}
          </span>
          {ACTION_LABELS[action]}
        </span>
      ))}
    </p>
  );
}
