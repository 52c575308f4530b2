import { UnstyledButton } from '@mantine/core';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import classes from './OrderingFoot.module.css';

type OrderingFootProps = Readonly<{
  id: string;
  /** "Removed Cyber base appetite", while that is what undo would take back. */
  removed: string | undefined;
  onUndo: () => void;
}>;

/** The keys, once; and after a removal the way back. */
export function OrderingFoot({ id, removed, onUndo }: OrderingFootProps) {
  return (
    <div className={classes.foot}>
      {removed !== undefined && (
        <p className={classes.removed}>
          {removed}.{' '}
          <UnstyledButton className={classes.undo} onClick={onUndo}>
            Undo
          </UnstyledButton>
        </p>
      )}
      <p id={id} className={classes.keys}>
        <span>
          <KeyHint>Space</KeyHint> lift,
        </span>
        <span>
          <KeyHint>↑↓</KeyHint> move,
        </span>
        <span>
          <KeyHint>Space</KeyHint> drop,
        </span>
        <span>
          <KeyHint>Esc</KeyHint> cancel
        </span>
        <span>
          <KeyHint>C</KeyHint> compare
        </span>
        <span>
          <KeyHint>Del</KeyHint> remove
        </span>
        <span>
          <KeyHint>Enter</KeyHint> actions
        </span>
      </p>
    </div>
  );
}
