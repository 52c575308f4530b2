import { DialsTableHead } from './DialsTable.tsx';
import classes from './DialsTable.module.css';

const WIDTHS = ['62%', '78%', '55%', '70%', '48%', '66%'];

export function SkeletonRow({ at = 0 }: Readonly<{ at?: number }>) {
  return (
    <tr aria-hidden className={classes.waiting}>
      <td className={classes.name}>
        <span style={{ width: WIDTHS[at % WIDTHS.length] }} />
        <span style={{ width: WIDTHS[(at + 2) % WIDTHS.length] }} />
      </td>
      <td className={classes.tags}>
        <span />
      </td>
      <td className={classes.status}>
        <span />
      </td>
      <td className={classes.window}>
        <span />
      </td>
      <td className={classes.use}>
        <span />
      </td>
      <td className={classes.version}>
        <span />
      </td>
      <td className={classes.actions} />
    </tr>
  );
}

/** The table before its first answer. Like every skeleton it stays away for 150 ms. */
export function SkeletonRows({ rows = 12 }: Readonly<{ rows?: number }>) {
  return (
    <div role="status" className={classes.skeleton}>
      <span className="ls-hidden">Loading...</span>
      <div className={classes.card} aria-hidden>
        <table className={classes.table}>
          <DialsTableHead />
          <tbody>
            {Array.from({ length: rows }, (_, index) => (
              <SkeletonRow key={index} at={index} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
