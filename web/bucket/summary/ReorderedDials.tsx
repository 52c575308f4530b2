import { type Move, SlopeGraph } from './SlopeGraph.tsx';
import classes from './ChangeSummary.module.css';

type ReorderedDialsProps = Readonly<{
  moves: readonly Move[];
  /** How many are written out; the picture shows all. */
  shown: number;
  before: readonly string[];
  after: readonly string[];
}>;

export function ReorderedDials({ moves, shown, before, after }: ReorderedDialsProps) {
  return (
    <div className={`ls-row ls-top ls-wrap ls-spread ${classes.reordered}`}>
      <ul className={`ls-list ls-grid ls-gap-16 ${classes.list}`}>
        {moves.slice(0, shown).map((move) => (
          <li key={move.dial_id} data-dial={move.dial_id}>
            <p className={`ls-row ls-wrap ${classes.head}`}>
              <span className={`ls-break ls-semi ${classes.name}`}>{move.name}</span>
              <span className={`ls-tag ${classes.version}`}>v{move.version}</span>
            </p>
            <p className={`ls-ink-3 ${classes.quiet}`}>{moveText(move)}</p>
          </li>
        ))}
      </ul>
      <SlopeGraph before={before} after={after} moves={moves} />
    </div>
  );
}

/** The first dial that sets a value decides it: what a move means is who is asked first now. */
function moveText({ from, to }: Move): string {
  if (from < to) return `From ${from} to ${to}: the dials it passed are now read before it.`;
  if (from > to) return `From ${from} to ${to}: it is now read before the dials it passed.`;
  return `Still ${to}, while the dials around it moved.`;
}
