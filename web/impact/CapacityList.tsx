import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import {
  announceUse,
  describeLeft,
  describeLimitDays,
  describeMoney,
  describeShares,
  type LimitStatus,
  type LimitUse,
  nearestUse,
  pickShown,
  shareAfter,
  shareBefore,
} from '#domain/capacity/capacity.ts';
import { isOldLimit, type Limit } from '#domain/capacity/limit.ts';
import { utcToday } from '#web/kit/format.ts';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import classes from './CapacityList.module.css';

const TONES: Readonly<Record<LimitStatus, string>> = { under: '', near: 'ls-amber', over: 'ls-red' };

/** "as of 31 Oct 2026", amber if that is more than 60 days ago. */
export function LimitDays({ limits }: Readonly<{ limits: readonly Limit[] }>) {
  const today = utcToday();
  const isOld = limits.some((limit) => isOldLimit(limit, today));
  return <span className={`ls-small ${isOld ? 'ls-amber' : 'ls-ink-3'}`}>{describeLimitDays(limits)}</span>;
}

type CapacityListProps = Readonly<{
  uses: readonly LimitUse[];
  /** Lists the risks that add to a limit, or take from it; undefined if they cannot be listed. */
  onOpen?: ((limit: Limit) => void) | undefined;
  /** On paper: all limits, and nothing to press. */
  whole?: boolean;
}>;

/** Limits with their share before and after, and what is left of the nearest. */
export function CapacityList({ uses, onOpen, whole = false }: CapacityListProps) {
  const list = useShowAll(uses, whole ? uses : pickShown(uses));
  const nearest = nearestUse(uses);
  const left = nearest && describeLeft(nearest);
  return (
    <div className={classes.list}>
      <ul className="ls-list">
        {list.shown.map((use) => (
          <li key={use.limit.name}>
            <LimitRow use={use} onOpen={use.risks > 0 ? onOpen : undefined} hasArrows={onOpen !== undefined} />
          </li>
        ))}
      </ul>
      <p className={`ls-row ls-gap-6 ls-small ${classes.foot}`}>
        {nearest && left && (
          <span className="ls-ink-3 ls-break">
            <b className={TONES[nearest.status] || 'ls-ink-2'}>{left.text}</b> {left.of}
          </span>
        )}
        <ShowAll list={list} of="limits" className="ls-fixed ls-push" />
      </p>
    </div>
  );
}

type LimitRowProps = Readonly<{ use: LimitUse; onOpen: CapacityListProps['onOpen']; hasArrows: boolean }>;

function LimitRow({ use, onOpen, hasArrows }: LimitRowProps) {
  const { limit, status } = use;
  const { before, after } = describeShares(use);
  const content = (
    <>
      <span className="ls-hidden">{announceUse(use)}</span>
      <span className={`ls-row ls-gap-6 ls-mid ${classes.texts}`} aria-hidden>
        <span className={`ls-grow ls-clip ${classes.name}`} title={limit.name}>
          {limit.name}
        </span>
        <span className="ls-num ls-nowrap ls-ink-3">
          {after === null ? (
            <span className={TONES[status]}>{before}</span>
          ) : (
            <>
              {before} → <b className={TONES[status] || 'ls-ink'}>{after}</b>
            </>
          )}
        </span>
        <span className={`ls-num ls-nowrap ls-right ls-ink-3 ${classes.of}`}>of {describeMoney(limit.limit)}</span>
        {hasArrows && (
          <IconOpen size={14} stroke={1.75} aria-hidden className={`ls-fixed ls-ink-4 ${onOpen ? '' : classes.none}`} />
        )}
      </span>
      <LimitBar use={use} />
    </>
  );
  if (onOpen === undefined) return <div className={classes.row}>{content}</div>;
  return (
    <button type="button" className={`ls-plain ls-wide ${classes.row}`} onClick={() => onOpen(limit)}>
      {content}
    </button>
  );
}

/** Grey is before, a colour what is added; what is taken away is hollow. The mark is the limit. */
function LimitBar({ use }: Readonly<{ use: LimitUse }>) {
  const [before, after] = [shareBefore(use), shareAfter(use)];
  const width = Math.max(1, before, after);
  const percent = (share: number) => `${(share / width) * 100}%`;
  return (
    <span aria-hidden className={classes.bar} data-tone={use.status}>
      <span className={classes.track} style={{ width: percent(1) }} />
      <span className={classes.before} style={{ width: percent(Math.min(before, after)) }} />
      {before !== after && (
        <span
          className={after > before ? classes.more : classes.less}
          style={{ left: percent(Math.min(before, after)), width: percent(Math.abs(after - before)) }}
        />
      )}
      <span className={classes.mark} style={{ left: percent(1) }} />
    </span>
  );
}
