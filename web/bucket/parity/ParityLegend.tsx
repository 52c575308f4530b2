import IconMoved from '@tabler/icons-react/dist/esm/icons/IconArrowsUpDown.mjs';
import type { ReactNode } from 'react';
import classes from './ParityGrid.module.css';

/** The legend of the cells. */
export function ParityLegend({ children }: Readonly<{ children?: ReactNode }>) {
  return (
    <div className={`ls-row ls-wrap ls-small ls-ink-3 ${classes.legend}`}>
      <Sign label="position, as in most">
        <span className={`ls-sunken ${classes.tile}`} data-plain>
          7
        </span>
      </Sign>
      <Sign label="differs">
        <b className={`ls-ink ${classes.tile}`}>7</b>
      </Sign>
      <Sign label="other version">
        <span className={classes.version}>v4</span>
      </Sign>
      <Sign label="override">
        <b className={`ls-violet ${classes.tile}`} data-override>
          3%
        </b>
      </Sign>
      <Sign label="moved">
        <span className={`ls-ink ${classes.tile}`}>
          <IconMoved size={11} stroke={2.25} aria-hidden />
        </span>
      </Sign>
      <Sign label="only here">
        <b className={`ls-green ${classes.tile}`}>+</b>
      </Sign>
      <Sign label="missing">
        <span className={`ls-red ${classes.missing}`}>−</span>
      </Sign>
      <Sign label="no bucket">
        <span className={classes.none} />
      </Sign>
      {children}
    </div>
  );
}

const Sign = ({ label, children }: Readonly<{ label: string; children: ReactNode }>) => (
  <span className="ls-inline ls-gap-6">
    <span aria-hidden className="ls-inline">
      {children}
    </span>
    {label}
  </span>
);
