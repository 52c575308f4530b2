import IconRemove from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import type { ComparedDial, ComparedPair } from './comparedDial.ts';
import { SLOT_NAMES, type SlotIndex } from './compareSlots.ts';
import classes from './CompareTable.module.css';

type CompareHeadProps = Readonly<{
  sides: ComparedPair;
  over: SlotIndex | undefined;
  onTakeOut: (index: SlotIndex) => void;
}>;

export function CompareHead({ sides, over, onTakeOut }: CompareHeadProps) {
  return (
    <thead>
      <tr>
        <td className={classes.corner} />
        <Head index={0} side={sides[0]} over={over === 0} onTakeOut={onTakeOut} />
        <Head index={1} side={sides[1]} over={over === 1} onTakeOut={onTakeOut} />
      </tr>
    </thead>
  );
}

type HeadProps = Readonly<{ index: SlotIndex; side: ComparedDial | undefined; over: boolean }> &
  Pick<CompareHeadProps, 'onTakeOut'>;

function Head({ index, side, over, onTakeOut }: HeadProps) {
  const slot = SLOT_NAMES[index];
  const place = { 'data-slot': index, 'data-over': over || undefined, className: classes.head };
  if (side === undefined)
    return (
      <td {...place}>
        <span className="ls-hidden">{slot} is empty.</span>
        <p className={`ls-center ls-ink-3 ${classes.empty}`}>Drag a dial here, or press C on a row</p>
      </td>
    );
  const { dial } = side;
  const { name } = dial.data;
  return (
    <th scope="col" {...place}>
      <div className={classes.named}>
        <span className={`ls-center ls-fixed ${classes.slot}`}>{slot}</span>
        <span className={`ls-grow ls-break ls-bold ${classes.name}`}>{name}</span>
        <button
          type="button"
          className={`ls-center ls-fixed ls-ink-4 ${classes.remove}`}
          aria-label={`Take ${name} out`}
          onClick={() => onTakeOut(index)}
        >
          <IconRemove size={13} stroke={2} aria-hidden />
        </button>
      </div>
      <div className={`ls-row ls-wrap ${classes.facts}`}>
        <StatusChip status={dial.status} />
        <span className={`ls-tag ${classes.version}`}>v{dial.version}</span>
        {dial.newer === null && !dial.deleted && <span className={`ls-accent ${classes.latest}`}>LATEST</span>}
      </div>
    </th>
  );
}
