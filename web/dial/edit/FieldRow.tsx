import type { ReactNode } from 'react';
import classes from './FieldRow.module.css';

type FieldRowProps = Readonly<{
  label: string;
  help: string;
  set: boolean;
  /** The input the label is for; a group of controls has its own name. */
  fieldId?: string;
  children: ReactNode;
}>;

/** A label with its field. The bar at the left marks a set field, in red an invalid one. */
export function FieldRow({ label, help, set, fieldId, children }: FieldRowProps) {
  return (
    <div className={classes.row} data-set={set || undefined}>
      <div className={`ls-stack ${classes.name}`}>
        {fieldId === undefined ? (
          <span className="ls-medium">{label}</span>
        ) : (
          <label className="ls-medium" htmlFor={fieldId}>
            {label}
          </label>
        )}
        <span className="ls-small ls-ink-3">{help}</span>
      </div>
      <div className="ls-grow">{children}</div>
    </div>
  );
}
