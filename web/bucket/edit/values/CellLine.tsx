import IconBack from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import type { ReactNode } from 'react';
import { VALUES, type ValueKey } from '#domain/value/registry.ts';
import { useEditor } from '#web/bucket/editor.ts';
import { VersionNotice } from '#web/bucket/edit/update/VersionNotice.tsx';
import { describeValueChange, valueText } from '#web/rule/changeWords.ts';
import { cellText, columnOf, keyOf, rangeOf, sizeOf } from './cells.ts';
import { entryErrors, readCell, rowErrors, wholeOption, type CellValue } from '#web/bucket/cells.ts';
import { agree } from '#web/kit/plural.ts';
import type { Grid } from './gridActions.ts';
import classes from './CellLine.module.css';

/** The active cell: its name, value and possible values; and the legend of the grid. */
export function CellLine({ grid }: Readonly<{ grid: Grid }>) {
  return (
    <div ref={tellHeight} className={`ls-row ls-wrap ls-spread ls-sunken ls-ink-3 ${classes.line}`}>
      <div className={`ls-row ls-wrap ls-num ${classes.text}`}>
        {grid.state.refusal === undefined ? (
          <>
            <OtherErrors grid={grid} />
            <CellText grid={grid} />
          </>
        ) : (
          <span role="alert" className="ls-red ls-semi">
            {grid.state.refusal}
          </span>
        )}
      </div>
      {grid.state.refusal === undefined && <Legend at="line" />}
    </div>
  );
}

/** The first wrong cell, unless it is the active one: Enter has moved on from it. */
function OtherErrors({ grid: { rows, active, state, actions } }: Readonly<{ grid: Grid }>) {
  const { entries, lookup, pending } = useEditor();
  const errors = entryErrors(entries, lookup, pending);
  const [first] = errors;
  const row = rows.findIndex(({ entry }) => entry.dial_id === first?.dial_id);
  const shown = rows[row];
  if (first === undefined || shown === undefined || state.editing !== undefined) return null;
  const column = columnOf(first.key);
  if (row === active.row && column === active.column) return null;
  return (
    <span role="alert">
      <button type="button" className="ls-link ls-red ls-semi" onClick={() => actions.select({ row, column })}>
        {`${shown.position} · ${VALUES[first.key].label}: ${first.message}.`}
        {errors.length > 1 && ` ${errors.length - 1} more.`}
      </button>
    </span>
  );
}

/** Keeps the grid's head right below, however many lines this takes. */
function tellHeight(line: HTMLDivElement | null) {
  if (line === null) return undefined;
  const seen = new ResizeObserver(() => line.parentElement?.style.setProperty('--line', `${line.offsetHeight}px`));
  seen.observe(line);
  return () => seen.disconnect();
}

function CellText({ grid }: Readonly<{ grid: Grid }>) {
  const { pending, lookup } = useEditor();
  const { rows, active, corner, state, actions } = grid;
  const row = rows[active.row];
  if (row === undefined) return null;
  const { entry, position } = row;
  const range = rangeOf(active, corner);
  if (sizeOf(range) > 1) return <RangeText grid={grid} />;

  const dial = lookup(entry);
  const key = keyOf(active.column);
  if (key === undefined)
    return (
      <>
        <Where>{`${position} · Dial`}</Where>
        {dial !== undefined && dial.newer !== null ? (
          <VersionNotice dialId={entry.dial_id} bare onTaken={() => actions.select(active)} />
        ) : (
          <span>{dial?.data.name}</span>
        )}
      </>
    );
  const unread = pending.get(entry.dial_id)?.[key];
  const typed = state.editing ?? unread;
  const override = typed === undefined ? entry.overrides[key] : valueTyped(key, typed, dial?.data.values[key]);
  const error =
    state.editing === undefined ? rowErrors(entry, dial?.data.values, pending.get(entry.dial_id))[key] : undefined;
  const falls = state.editing === undefined && (entry.overrides[key] !== undefined || unread !== undefined);
  return (
    <>
      <Where>{`${position} · ${VALUES[key].label}`}</Where>
      {error !== undefined && <span className="ls-red ls-semi">{error}.</span>}
      <Value name={key} own={dial?.data.values[key]} override={override} short={error !== undefined} />
      {falls && <OwnButton onClick={() => fallBack(grid)}>Use the dial’s own</OwnButton>}
    </>
  );
}

function fallBack({ actions, active, corner }: Grid) {
  actions.clear();
  actions.select(active, corner);
}

/** While typing: the value it would become, if valid and not the dial's own. */
function valueTyped(key: ValueKey, typed: string, own: CellValue): CellValue {
  const reading = readCell(key, VALUES[key].kind === 'option' ? wholeOption(typed) : typed);
  return reading.readable && reading.value !== own ? reading.value : undefined;
}

const Where = ({ children }: Readonly<{ children: string }>) => <span className="ls-tag ls-surface">{children}</span>;

type ValueProps = Readonly<{ name: ValueKey; own: CellValue; override: CellValue; short: boolean }>;

function Value({ name, own, override, short }: ValueProps) {
  const itself =
    own === undefined ? (
      <span>The dial itself does not set it{override === undefined ? ', so a later dial decides.' : '.'}</span>
    ) : (
      <span>
        The dial’s own value is <b className="ls-ink">{cellWithUnit(name, own)}</b>
      </span>
    );
  if (override === undefined || short) return itself;
  const change = describeValueChange(name, own, override);
  return (
    <>
      <span>
        Override <b className="ls-violet">{cellWithUnit(name, override)}</b> in this bucket only.
      </span>
      {itself}
      {change && <span>({change.text})</span>}
    </>
  );
}

/** There is no column head here, so a share shows its unit. */
const cellWithUnit = (key: ValueKey, value: NonNullable<CellValue>): string =>
  VALUES[key].unit === 'percent' ? valueText(key, value) : cellText(key, value);

function RangeText({ grid }: Readonly<{ grid: Grid }>) {
  const { rows, active, corner } = grid;
  const { pending } = useEditor();
  const range = rangeOf(active, corner);
  const chosen = rows.slice(range.top, range.bottom + 1);
  const keys = Array.from({ length: range.right - range.left + 1 }, (_, index) => keyOf(range.left + index));
  const set = chosen.flatMap(({ entry }) =>
    keys.filter(
      (key) => key && (entry.overrides[key] !== undefined || pending.get(entry.dial_id)?.[key] !== undefined),
    ),
  ).length;
  const [first, last] = [chosen[0]?.position, chosen.at(-1)?.position];
  const labels = [keys[0], keys.at(-1)].flatMap((key) => (key === undefined ? [] : [VALUES[key].label]));
  return (
    <>
      <Where>
        {`${first === last ? first : `${first} to ${last}`} · ${agree(keys.length, `${labels[0]}`, labels.join(' to '))}`}
      </Where>
      <span>
        {sizeOf(range)} cells, {set === 0 ? 'none overridden' : `${set} overridden`}
      </span>
      {set > 0 && <OwnButton onClick={() => fallBack(grid)}>Use the dials’ own</OwnButton>}
    </>
  );
}

function OwnButton({ onClick, children }: Readonly<{ onClick: () => void; children: ReactNode }>) {
  return (
    <button type="button" className="ls-link ls-inline" onClick={onClick}>
      <IconBack size={15} stroke={1.9} aria-hidden />
      {children}
    </button>
  );
}

/** The legend of the grid: beside the cell line, or in the footer if that is too narrow. */
export function Legend({ at }: Readonly<{ at: 'line' | 'foot' }>) {
  return (
    <span className={`ls-row ls-fixed ls-small ${classes.legend}`} data-at={at}>
      {MARKS.map(({ mark, text }) => (
        <span key={text} className="ls-inline ls-gap-6">
          {mark} {text}
        </span>
      ))}
    </span>
  );
}

const MARKS = [
  { mark: <i className={classes.box} data-overridden />, text: 'Override' },
  { mark: <i className={classes.box} />, text: 'Dial’s own' },
  { mark: <b aria-hidden>·</b>, text: 'Not set, a later dial decides' },
];
