import { useId } from 'react';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { CellLine, Legend } from './CellLine.tsx';
import { useGrid } from './gridActions.ts';
import { ValueGrid } from './ValueGrid.tsx';
import classes from './ValuesTab.module.css';

/** What each dial of the bucket sets, as a grid that is written in like a sheet. */
export function ValuesTab() {
  const { entries, search } = useEditor();
  const grid = useGrid();
  const keysId = useId();
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
          {(grid.state.editing === undefined ? KEYS : EDITING_KEYS).map(([key, does]) => (
            <span key={key}>
              <KeyHint>{key}</KeyHint> {does}
            </span>
          ))}
        </p>
        <Legend at="foot" />
      </div>
    </div>
  );
}

const EDITING_KEYS = [
  ['Enter', 'keep and go down'],
  ['Tab', 'keep and go on'],
  ['Esc', 'drop what was typed'],
] as const;

const KEYS = [
  ['↑↓←→', 'move'],
  ['Enter', 'edit'],
  ['Delete', 'use the dial’s own'],
  ['Ctrl V', 'paste a range from a sheet'],
] as const;
