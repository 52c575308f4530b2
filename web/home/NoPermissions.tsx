import { Logo } from '#web/kit/Logo.tsx';
import classes from './NoPermissions.module.css';

/** One sentence, set on two lines. */
export function NoPermissions() {
  return (
    <div className={classes.card}>
      <Logo size={34} />
      <p className={classes.text}>
        <strong>Nothing to see here.</strong> <span>Please request permissions to get started.</span>
      </p>
    </div>
  );
}
