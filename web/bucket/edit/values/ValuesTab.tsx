import { useId } from 'react';
import { useEditor } from '#web/bucket/editor.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { type KeyLine, useKeys } from '#web/kit/keys.ts';
import { CellLine, Legend } from './CellLine.tsx';
import { useGrid } from './gridActions.ts';
import { ValueGrid } from './ValueGrid.tsx';
import classes from './ValuesTab.module.css';

/** The values each dial sets in the bucket, as a grid edited like a spreadsheet. */
export function ValuesTab() {
  const { entries, search } = useEditor();
  const grid = useGrid();
  const keysId = useId();
  const keys = grid.state.editing === undefined ? KEYS : EDITING_KEYS;
  useKeys('Dial Values', grid.rows.length === 0 ? NO_KEYS : keys);
  if (entries.length === 0)
    return (
      <EmptyState
        title="No dials in this bucket"
        text="Add Dials brings in published ones. What they set can then be overridden here, for this bucket only."
      />
    );
  if (grid.rows.length === 0)
    return (
      <p className="ls-card ls-pad">
        No dials in this bucket match <b>“{search}”</b>.
      </p>
    );
  return (
    <div className={classes.panel}>
      <CellLine grid={grid} />
      <ValueGrid grid={grid} describedBy={keysId} />
      <div className={`ls-flex ls-wrap ls-ink-3 ${classes.foot}`}>
        <p id={keysId} className={`ls-flex ls-wrap ls-small ${classes.keys}`}>
          {keys.map((key) => (
            <span key={key.keys}>
              <KeyHint>{key.keys}</KeyHint> {key.does}
            </span>
          ))}
        </p>
        <Legend at="foot" />
      </div>
    </div>
  );
}

const NO_KEYS: readonly KeyLine[] = [];

/** Handled by the grid, in `gridKeys`. */
const EDITING_KEYS: readonly KeyLine[] = [
  { keys: 'Enter', does: 'keep and go down' },
  { keys: 'Tab', does: 'keep and go on' },
  { keys: 'Esc', does: 'drop what was typed' },
];

const KEYS: readonly KeyLine[] = [
  { keys: '↑↓←→', does: 'move' },
  { keys: 'Enter', does: 'edit' },
  { keys: 'Delete', does: 'use the dial’s own' },
  { keys: 'mod+V', does: 'paste a range from a sheet' },
];
