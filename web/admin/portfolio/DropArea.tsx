import { Button } from '@mantine/core';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import { describeBytes } from '#domain/portfolio/file.ts';
import { grouped } from '#domain/dimension/format.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import classes from './Portfolio.module.css';

type DropAreaProps = Readonly<{ isOver: boolean; maxBytes: number; onChoose: () => void }>;

/** Replaces the list while there is no portfolio. */
export function DropArea({ isOver, maxBytes, onChoose }: DropAreaProps) {
  return (
    <div className="ls-fixed">
      <div className={`ls-stack ls-gap-10 ls-sunken ${classes.drop}`} data-over={isOver || undefined}>
        <IconUpload size={26} stroke={1.5} className="ls-accent" aria-hidden />
        <h2 className="ls-title">Drop a .csv or .parquet file here</h2>
        <Button variant="default" onClick={onChoose}>
          Choose a file
        </Button>
      </div>
      <ul className="ls-ink-2 ls-help">
        <li>One risk per row: a reference, its class of business, and any other known values.</li>
        <li>Columns are recognised by their names and values. Map the rest by hand; your choices are remembered.</li>
        <li>
          Up to {describeBytes(maxBytes)} and {grouped(PORTFOLIO_LIMITS.risks)} rows.
        </li>
        <li>Nothing is kept until the last row is read.</li>
      </ul>
    </div>
  );
}
