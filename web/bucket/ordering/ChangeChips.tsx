import IconMoved from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconUpdated from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconAdded from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import type { RowChange } from './rowChanges.ts';
import classes from './ChangeChips.module.css';

const icon = { size: 12, stroke: 2.25, 'aria-hidden': true } as const;

/** What is different from the live version, beside the name. */
export function ChangeChips({ added, updated, moved }: RowChange) {
  return (
    <>
      {added && (
        <span className={classes.chip} data-color="green">
          <IconAdded {...icon} />
          Added
        </span>
      )}
      {updated !== undefined && (
        <span className={classes.chip} data-color="blue">
          <IconUpdated {...icon} />
          <span className="ls-hidden">Updated </span>
          {updated}
        </span>
      )}
      {moved !== undefined && (
        <span className={classes.chip} data-color="grey">
          <IconMoved {...icon} />
          <span className="ls-hidden">Reordered </span>
          {moved}
        </span>
      )}
    </>
  );
}
