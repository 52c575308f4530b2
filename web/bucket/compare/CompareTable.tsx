import { dimensionOf } from '#domain/dimension/registry.ts';
import { shortLabelOf } from '#domain/value/registry.ts';
import { useNameOption } from '#web/dial/query.ts';
import { CompareHead } from './CompareHead.tsx';
import { DimensionValue } from '#web/dimension/kind/shows.tsx';
import { ValueCellView } from './CompareCells.tsx';
import type { ComparedPair } from './comparedDial.ts';
import { dimensionRows, type Sides, valueRows } from './compareRows.ts';
import type { SlotIndex } from './compareSlots.ts';
import { WhenRows } from './WhenRows.tsx';
import { CompareRow, CompareSection } from './CompareRow.tsx';
import classes from './CompareTable.module.css';

type CompareTableProps = Readonly<{
  sides: ComparedPair;
  /** The side a dragged dial is over. */
  over: SlotIndex | undefined;
  onTakeOut: (index: SlotIndex) => void;
}>;

export function CompareTable({ sides: dials, over, onTakeOut }: CompareTableProps) {
  const nameOption = useNameOption();
  const sides: Sides = [sideOf(dials[0]), sideOf(dials[1])];
  const dimensions = dimensionRows(sides);
  const none = sides[0] === undefined && sides[1] === undefined;
  const single = sides[0] === undefined || sides[1] === undefined;
  return (
    <table className={`ls-wide ${classes.table}`} data-single={single || undefined}>
      <CompareHead sides={dials} over={over} onTakeOut={onTakeOut} />
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
