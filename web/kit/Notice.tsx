import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

type NoticeProps = Readonly<{
  icon: ReactNode;
  children: ReactNode;
  /** The action, at the right. */
  actions?: ReactNode;
  onClose?: () => void;
}>;

/** A quiet line above its subject. Screen readers announce it; it covers nothing. */
export function Notice({ icon, children, actions, onClose }: NoticeProps) {
  return (
    <div role="status" className={`ls-row ls-wrap ls-below-12 ${classes.notice}`}>
      <span className="ls-row ls-fixed ls-accent">{icon}</span>
      <div className={classes.text}>{children}</div>
      {actions !== undefined && <div className="ls-row ls-fixed">{actions}</div>}
      {onClose !== undefined && <CloseButton size="sm" aria-label="Close" onClick={onClose} />}
    </div>
  );
}
