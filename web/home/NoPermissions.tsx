import { Logo } from '#web/kit/Logo.tsx';
import classes from './NoPermissions.module.css';

/** One sentence, set on two lines. */
export function NoPermissions() {
  return (
    <div className={`ls-grid ls-gap-12 ${classes.card}`}>
      <Logo size={34} />
      <p className={`ls-ink-3 ${classes.text}`}>
        <strong>Nothing to see here.</strong> <span>Please request permissions to get started.</span>
      </p>
    </div>
  );
}
