import { useId } from 'react';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { CellLine } from './CellLine.tsx';
import { Legend } from './Legend.tsx';
import { useGrid } from './useGrid.ts';
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
      <p className={classes.none}>
        No dial in this bucket matches <b>“{search}”</b>.
      </p>
    );
  return (
    <div className={classes.panel}>
      <CellLine grid={grid} />
      <ValueGrid grid={grid} describedBy={keysId} />
      <div className={`ls-wrap ls-ink-3 ${classes.foot}`}>
        <p id={keysId} className={`ls-wrap ls-small ${classes.keys}`}>
          <span>
            <KeyHint>↑↓←→</KeyHint> move
          </span>
          <span>
            <KeyHint>Enter</KeyHint> edit
          </span>
          <span>
            <KeyHint>Delete</KeyHint> use the dial’s own
          </span>
          <span>
            <KeyHint>Ctrl V</KeyHint> paste a range from a sheet
          </span>
        </p>
        <Legend at="foot" />
      </div>
    </div>
  );
}
