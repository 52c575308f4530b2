import { JOURNEYS } from '#domain/dial/dial.ts';
import { formatDay } from '#web/kit/format.ts';
import { windowText } from '#web/dial/show/activeWindow.ts';
import { Pills } from '#web/dimension/kind/shows.tsx';
import { CompareRow, CompareSection } from './CompareRow.tsx';
import type { Compared, Sides } from './compareRows.ts';

/** When and for whom: only where one of the two says something about it. */
export function WhenRows({ sides }: Readonly<{ sides: Sides }>) {
  const windows = sides.map((side) => side && windowOf(side));
  const ways = sides.map((side) => side && journeysOf(side));
  const hasWindow = windows.some((text) => text !== undefined && text !== 'Always');
  const hasWays = ways.some((names) => names !== undefined && names.length > 0);
  if (!hasWindow && !hasWays) return null;
  const both = sides[0] !== undefined && sides[1] !== undefined;
  return (
    <tbody>
      <CompareSection title="When it takes part" />
      {hasWindow && <CompareRow label="Active window" differs={both && windows[0] !== windows[1]} cells={windows} />}
      {hasWays && (
        <CompareRow
          label="Journeys"
          differs={both && ways[0]?.join() !== ways[1]?.join()}
          cells={ways.map((names, index) => names && <Ways key={index} names={names} />)}
        />
      )}
    </tbody>
  );
}

const windowOf = ({ data: { active_from: from, active_until: until } }: Compared): string =>
  windowText({
    from: from === null ? undefined : formatDay(from),
    until: until === null ? undefined : formatDay(until),
  });

const journeysOf = ({ data }: Compared): string[] =>
  JOURNEYS.filter(({ value }) => data.journeys.includes(value)).map(({ label }) => label);

function Ways({ names }: Readonly<{ names: readonly string[] }>) {
  return names.length === 0 ? <span className="ls-ink-3">Any</span> : <Pills names={names} />;
}
