import { Button } from '@mantine/core';
import classes from './ReviewForm.module.css';

/** The draft is another one now. What was typed stays, and votes wait until it was read. */
export function ChangedNotice({ onRead }: Readonly<{ onRead: () => void }>) {
  return (
    <div role="alert" className={classes.changed}>
      <p className={classes.changedTitle}>The draft changed while you were reading.</p>
      <p>Your comment is still here. Please read the draft again before you vote.</p>
      <Button variant="default" size="xs" data-track="Read again" onClick={onRead}>
        Read again
      </Button>
    </div>
  );
}
