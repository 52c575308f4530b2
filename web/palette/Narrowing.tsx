import { MAX_COUNTED } from '#domain/dial/list.ts';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { GROUP_KEYS, type GroupKey, GROUPS } from './item.ts';
import classes from './Palette.module.css';

type NarrowingProps = Readonly<{
  /** Id of the hint that Tab narrows. */
  describedBy: string;
  /** The number of items per group; empty groups are left out. */
  counts: ReadonlyMap<GroupKey, number>;
  /** Before anything is typed there is nothing to count. */
  isCounted: boolean;
  narrowed: GroupKey | undefined;
  onNarrow: (group: GroupKey | undefined) => void;
}>;

/** Dial counts are capped. */
export const countText = (count: number): string => (count > MAX_COUNTED ? `${MAX_COUNTED}+` : String(count));

/** All groups, or one of them. The focus stays in the field, where Tab cycles through them. */
export function Narrowing({ describedBy, counts, isCounted, narrowed, onNarrow }: NarrowingProps) {
  const there = GROUP_KEYS.filter((key) => (counts.get(key) ?? 0) > 0);
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const ways = [
    { key: undefined, label: 'All', count: all },
    ...there.map((key) => ({ key, label: GROUPS[key], count: counts.get(key) ?? 0 })),
  ];
  return (
    <div className={`ls-row ls-wrap ${classes.narrowing}`}>
      <div role="group" aria-label="Narrow to" className="ls-row ls-wrap ls-gap-4">
        {ways.map(({ key, label, count }) => (
          <button
            key={label}
            type="button"
            tabIndex={-1}
            className={`ls-plain ls-ink-2 ${classes.way}`}
            aria-pressed={key === narrowed}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onNarrow(key)}
          >
            <b>{label}</b> {isCounted && <span className="ls-num">{countText(count)}</span>}
          </button>
        ))}
      </div>
      <span id={describedBy} className={`ls-inline ls-push ls-small ls-ink-3 ${classes.narrows}`}>
        <KeyHint>Tab</KeyHint> narrows
      </span>
    </div>
  );
}
