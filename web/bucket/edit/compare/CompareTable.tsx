import { dimensionOf } from '#domain/dimension/registry.ts';
import { shortLabelOf, type ValueKey } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { DimensionValue, Pills } from '#web/rule/shows.tsx';
import {
  type ComparedPair,
  type ComparedDial,
  dimensionRows,
  type Sides,
  valueRows,
  type ValueCell,
  type ComparedSide,
} from './compareRows.ts';
import { type SlotIndex, SLOT_NAMES } from './CompareProvider.tsx';
import classes from './CompareTable.module.css';
import IconRemove from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import type { ReactNode, Ref } from 'react';
import { valueText } from '#web/rule/changeWords.ts';
import { JOURNEYS } from '#domain/dial/dial.ts';
import { formatDay } from '#web/kit/format.ts';
import { windowText } from '#web/dial/activeWindow.ts';

type CompareTableProps = Readonly<{
  sides: ComparedPair;
  /** The side a dragged dial is over. */
  over: SlotIndex | undefined;
  onTakeOut: (index: SlotIndex) => void;
  /** The head of the second side. */
  second: Ref<HTMLTableCellElement>;
}>;

export function CompareTable({ sides: dials, over, onTakeOut, second }: CompareTableProps) {
  const nameOption = useNameOption();
  const sides: Sides = [sideOf(dials[0]), sideOf(dials[1])];
  const dimensions = dimensionRows(sides);
  const none = sides[0] === undefined && sides[1] === undefined;
  return (
    <table className={`ls-wide ${classes.table}`}>
      <thead>
        <tr>
          <td className={`ls-sunken ls-rule-below ${classes.corner}`} />
          {([0, 1] as const).map((index) => (
            <Head
              key={index}
              ref={index === 0 ? undefined : second}
              index={index}
              side={dials[index]}
              over={over === index}
              onTakeOut={onTakeOut}
            />
          ))}
        </tr>
      </thead>
      {!none && (
        <>
          <tbody>
            <CompareSection title="Values" />
            {valueRows(sides).map(({ key, differs, cells }) => (
              <CompareRow
                key={key}
                label={shortLabelOf(key)}
                differs={differs}
                cells={cells.map((cell, index) => cell && <ValueCellView key={index} name={key} cell={cell} />)}
              />
            ))}
          </tbody>
          <tbody>
            <CompareSection title="Dimensions" />
            {dimensions.length === 0 && (
              <tr>
                <td colSpan={3} className={`ls-rule-below ls-ink-3 ${classes.nothing}`}>
                  No dimension is set: every risk matches.
                </td>
              </tr>
            )}
            {dimensions.map(({ key, differs }) => (
              <CompareRow
                key={key}
                label={dimensionOf(key).label}
                differs={differs}
                cells={sides.map(
                  (side, index) =>
                    side && (
                      <DimensionValue
                        key={index}
                        as="Compare"
                        dimension={dimensionOf(key)}
                        value={side.data.dimensions[key]}
                        nameOption={nameOption}
                      />
                    ),
                )}
              />
            ))}
          </tbody>
          <WhenRows sides={sides} />
        </>
      )}
    </table>
  );
}

const sideOf = (compared: ComparedPair[0]) =>
  compared && { data: compared.dial.data, overrides: compared.entry.overrides };

type HeadProps = Readonly<{
  ref: Ref<HTMLTableCellElement> | undefined;
  index: SlotIndex;
  side: ComparedDial | undefined;
  over: boolean;
}> &
  Pick<CompareTableProps, 'onTakeOut'>;

function Head({ ref, index, side, over, onTakeOut }: HeadProps) {
  const slot = SLOT_NAMES[index];
  const place = {
    ref,
    'data-slot': index,
    'data-over': over || undefined,
    className: `ls-relative ls-sunken ls-rule-below ${classes.head}`,
  };
  if (side === undefined)
    return (
      <td {...place}>
        <span className="ls-hidden">{slot} is empty.</span>
        <p className={`ls-center ls-mid ls-ink-3 ${classes.empty}`}>Drag a dial here, or press C on a row</p>
      </td>
    );
  const { dial } = side;
  const { name } = dial.data;
  return (
    <th scope="col" {...place}>
      <div className="ls-flex ls-gap-6">
        <SlotLetter slot={slot} />
        <span className="ls-grow ls-break ls-subject ls-bold">{name}</span>
        <button
          type="button"
          className={`ls-icon ls-ink-4 ${classes.remove}`}
          aria-label={`Take ${name} out`}
          onClick={() => onTakeOut(index)}
        >
          <IconRemove size={13} stroke={2} aria-hidden />
        </button>
      </div>
      <div className="ls-row ls-wrap ls-above-8">
        <StatusChip status={dial.status} />
        <span className="ls-tag ls-surface">v{dial.version}</span>
        {dial.newer === null && !dial.deleted && <span className="ls-caps ls-accent">LATEST</span>}
      </div>
    </th>
  );
}

export function SlotLetter({ slot, label }: Readonly<{ slot: string; label?: string }>) {
  return (
    <span className={`ls-center ls-fixed ${classes.slot}`}>
      {label !== undefined && <span className="ls-hidden">{label} </span>}
      {slot}
    </span>
  );
}

function CompareSection({ title }: Readonly<{ title: string }>) {
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} className={`ls-rule-below ls-mid ls-ink-2 ls-semi ${classes.section}`}>
        {title}
      </th>
    </tr>
  );
}

type CompareRowProps = Readonly<{
  label: string;
  differs: boolean;
  /** A, then B; undefined for an empty slot. */
  cells: readonly ReactNode[];
}>;

/** A dot marks differences; equal values are muted. */
function CompareRow({ label, differs, cells }: CompareRowProps) {
  const strong = differs || cells.includes(undefined);
  return (
    <tr className={classes.row} data-strong={strong || undefined}>
      <th scope="row" className={`ls-relative ls-rule-below ls-break ls-ink-3 ls-normal ${classes.label}`}>
        {label}
        {differs && (
          <>
            <span className={classes.dot} aria-hidden />
            <span className="ls-hidden">, differs</span>
          </>
        )}
      </th>
      {[0, 1].map((index) => (
        <td key={index} className={`ls-rule-below ls-break ls-ink-3 ${classes.cell}`}>
          {cells[index]}
        </td>
      ))}
    </tr>
  );
}

/** The effective values in this bucket, with a bar to compare by eye. */
function ValueCellView({ name, cell }: Readonly<{ name: ValueKey; cell: ValueCell }>) {
  const { value, own, overridden, share } = cell;
  if (value === undefined) return <span className="ls-ink-3">Not set</span>;
  return (
    <>
      <span className={`ls-relative ls-num ${overridden ? 'ls-violet ls-bold' : classes.value}`}>
        {overridden && own !== undefined && (
          <>
            <span className="ls-hidden">not the dial’s own </span>
            <del className="ls-ink-3 ls-normal">{valueText(name, own)}</del>{' '}
          </>
        )}
        <span>{valueText(name, value)}</span>
      </span>
      {share !== undefined && (
        <span className={`ls-block ${classes.bar}`} data-overridden={overridden || undefined} aria-hidden>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </>
  );
}

/** Conditions that at least one of the two dials sets. */
function WhenRows({ sides }: Readonly<{ sides: Sides }>) {
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

const windowOf = ({ data: { active_from: from, active_until: until } }: ComparedSide): string =>
  windowText({
    from: from === null ? undefined : formatDay(from),
    until: until === null ? undefined : formatDay(until),
  });

const journeysOf = ({ data }: ComparedSide): string[] =>
  JOURNEYS.filter(({ value }) => data.journeys.includes(value)).map(({ label }) => label);

function Ways({ names }: Readonly<{ names: readonly string[] }>) {
  return names.length === 0 ? <span className="ls-ink-3">Any</span> : <Pills names={names} />;
}
