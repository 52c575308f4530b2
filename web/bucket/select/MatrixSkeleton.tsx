import grid from './MatrixGrid.module.css';
import classes from './SelectPage.module.css';

const ROWS = 14;
const COLUMNS = 12;

/** The shape of the matrix while it is on its way; like every skeleton it stays away for 150 ms. */
export function MatrixSkeleton() {
  return (
    <div role="status" className={`${grid.scroller} ${classes.waiting}`}>
      <span className="ls-hidden">Loading...</span>
      <div aria-hidden className={`ls-wide ${grid.grid}`}>
        <div className={grid.head}>
          <div className={grid.row}>
            <div className={grid.corner}>Class</div>
            {Array.from({ length: COLUMNS }, (_, column) => (
              <div key={column} className={grid.partner} />
            ))}
          </div>
        </div>
        <div className={grid.body}>
          {Array.from({ length: ROWS }, (_, row) => (
            <div key={row} className={grid.row}>
              {Array.from({ length: COLUMNS + 1 }, (__, column) => (
                <div key={column} className={grid.none}>
                  <div className={classes.bones} />
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
