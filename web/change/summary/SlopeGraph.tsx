import type { BucketChange } from '#domain/bucket/summary.ts';

export type Move = Extract<BucketChange, { kind: 'reordered' }>;

type SlopeGraphProps = Readonly<{
  before: readonly string[];
  after: readonly string[];
  moves: readonly Move[];
}>;

const WIDTH = 236;
const LEFT = 28;
const RIGHT = WIDTH - 28;
const EDGE = 8;
const MAX_HEIGHT = 300;
/** The minimum distance between labels. */
const LABEL_GAP = 12;

/** The order before and after: every dial a grey line, moved ones dark, added ones a green dot, removed ones red. */
export function SlopeGraph({ before, after, moves }: SlopeGraphProps) {
  const most = Math.max(before.length, after.length);
  const step = Math.min(9, MAX_HEIGHT / Math.max(1, most - 1));
  const y = (index: number) => EDGE + index * step;
  const positions = new Map(after.map((id, index) => [id, index]));
  const old = new Set(before);
  const moved = new Set(moves.map(({ dial_id }) => dial_id));
  const remaining = before.flatMap((id, from) => {
    const to = positions.get(id);
    return to === undefined ? [] : [{ id, from, to }];
  });
  // Moved ones on top.
  const drawn = remaining.toSorted((a, b) => Number(moved.has(a.id)) - Number(moved.has(b.id)));
  const dot = step < 5 ? 1.3 : 2;
  return (
    <svg
      role="img"
      aria-label={labelOf(before, after, moves)}
      width={WIDTH}
      height={2 * EDGE + (most - 1) * step}
      className="ls-fixed"
      overflow="visible"
    >
      {drawn.map(({ id, from, to }) => (
        <g key={id} color={moved.has(id) ? 'var(--ls-ink)' : 'var(--ls-line-2)'} fill="currentColor">
          <path d={curve(y(from), y(to))} fill="none" stroke="currentColor" strokeWidth={moved.has(id) ? 1.75 : 1.25} />
          <circle cx={LEFT} cy={y(from)} r={moved.has(id) ? dot + 1 : dot} />
          <circle cx={RIGHT} cy={y(to)} r={moved.has(id) ? dot + 1 : dot} />
        </g>
      ))}
      {before.map((id, index) =>
        positions.has(id) ? null : <circle key={id} fill="var(--ls-red-text)" cx={LEFT} cy={y(index)} r={dot + 1} />,
      )}
      {after.map((id, index) =>
        old.has(id) ? null : <circle key={id} fill="var(--ls-green-text)" cx={RIGHT} cy={y(index)} r={dot + 1} />,
      )}
      <Numbers numbers={moves.map(({ from }) => from)} x={LEFT - 9} anchor="end" y={y} />
      <Numbers numbers={moves.map(({ to }) => to)} x={RIGHT + 9} anchor="start" y={y} />
    </svg>
  );
}

function curve(from: number, to: number): string {
  const middle = (LEFT + RIGHT) / 2;
  return `M${LEFT} ${from}C${middle} ${from} ${middle} ${to} ${RIGHT} ${to}`;
}

type NumbersProps = Readonly<{
  numbers: readonly number[];
  x: number;
  anchor: 'start' | 'end';
  y: (index: number) => number;
}>;

function Numbers({ numbers, x, anchor, y }: NumbersProps) {
  let last = -Infinity;
  const fitting = numbers
    .toSorted((a, b) => a - b)
    .filter((number) => {
      if (y(number - 1) - last < LABEL_GAP) return false;
      last = y(number - 1);
      return true;
    });
  return fitting.map((number) => (
    <text
      key={number}
      x={x}
      y={y(number - 1) + 4}
      textAnchor={anchor}
      className="ls-tiny ls-num ls-bold"
      fill="currentColor"
      aria-hidden
    >
      {number}
    </text>
  ));
}

const MAX_NAMED = 10;

function labelOf(before: readonly string[], after: readonly string[], moves: readonly Move[]): string {
  const named = moves.slice(0, MAX_NAMED).map(({ name, from, to }) => `${name} from ${from} to ${to}`);
  const rest = moves.length > MAX_NAMED ? [`${moves.length - MAX_NAMED} more`] : [];
  return `Order of ${before.length} dials before and ${after.length} after: ${[...named, ...rest].join('; ')}`;
}
