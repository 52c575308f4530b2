import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

type NoticeProps = Readonly<{
  icon: ReactNode;
  children: ReactNode;
  /** What one can do about it, at the right. */
  actions?: ReactNode;
  onClose?: () => void;
}>;

/** A quiet line above the list. It is read out when it comes, and covers nothing. */
export function Notice({ icon, children, actions, onClose }: NoticeProps) {
  return (
    <div role="status" className={classes.notice}>
      <span className={classes.icon}>{icon}</span>
      <p className={classes.text}>{children}</p>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      {onClose !== undefined && <CloseButton size="sm" aria-label="Close" onClick={onClose} />}
    </div>
  );
}
