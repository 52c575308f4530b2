import IconChanged from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconSame from '@tabler/icons-react/dist/esm/icons/IconEqual.mjs';
import IconNew from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconWrong from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { memo, useId, useState } from 'react';
import type { NameOption } from '#domain/dial/sentence.ts';
import { labelOfChange } from '#web/dimension/changeWords.ts';
import { DialDifference } from '#web/dimension/Difference.tsx';
import { fieldLabel, type Outcome, type PlannedRow } from './importPlan.ts';
import classes from './ImportTable.module.css';

type ImportRowViewProps = Readonly<{
  row: PlannedRow;
  ticked: boolean;
  onTick: (at: number, on: boolean) => void;
  nameOption: NameOption;
  disabled: boolean;
}>;

export const ImportRowView = memo(function ImportRowView(props: ImportRowViewProps) {
  const { row, ticked, onTick, nameOption, disabled } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const name = row.name.trim() === '' ? 'Without a name' : row.name;
  return (
    <>
      <tr
        className={classes.row}
        data-outcome={row.outcome}
        data-left={(!ticked && row.outcome !== 'same') || undefined}
      >
        <td className={classes.tick}>
          {row.outcome !== 'same' && (
            <input
              type="checkbox"
              className={classes.box}
              checked={ticked}
              disabled={disabled}
              aria-label={`Import row ${row.at}, ${name}`}
              onChange={(event) => onTick(row.at, event.currentTarget.checked)}
            />
          )}
        </td>
        <td className={classes.at}>{row.at}</td>
        <th scope="row" className={classes.dial}>
          {name}
        </th>
        <td className={classes.outcome}>
          <OutcomeChip outcome={row.outcome} />
        </td>
        <td>
          {row.outcome === 'new' && 'Becomes a new draft'}
          {row.outcome === 'same' && 'Is here already, nothing to do'}
          {row.outcome === 'changed' && (
            <button
              type="button"
              className={`ls-plain ls-ink ls-inline ls-top ${classes.open}`}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
            >
              <IconChevron size={14} stroke={2} aria-hidden />
              {row.changes.map(labelOfChange).join(', ') || 'Reason'}
            </button>
          )}
          {row.outcome === 'wrong' && (
            <ul className="ls-list ls-red">
              {row.problems.map(({ path, message }, index) => (
                <li key={index}>
                  {path !== '' && <b className="ls-bold">{fieldLabel(path)}: </b>}
                  {message}
                </li>
              ))}
            </ul>
          )}
        </td>
      </tr>
      {open && row.outcome === 'changed' && (
        <tr id={id} className={classes.changes}>
          <td colSpan={5}>
            <div className={`ls-stack ls-gap-14 ${classes.differences}`}>
              {row.changes.map((change, index) => (
                <DialDifference key={index} change={change} nameOption={nameOption} />
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  );
});

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  new: 'New',
  changed: 'Changed',
  same: 'Same',
  wrong: 'Wrong',
};

const TONES = { new: 'green', changed: 'blue', same: 'grey', wrong: 'red' } as const;
const GLYPHS = { new: IconNew, changed: IconChanged, same: IconSame, wrong: IconWrong } as const;

function OutcomeChip({ outcome }: Readonly<{ outcome: Outcome }>) {
  const Glyph = GLYPHS[outcome];
  return (
    <span className={`ls-semi ls-chip ${classes.chip}`} data-tone={TONES[outcome]}>
      <Glyph size={13} stroke={2.2} aria-hidden />
      {OUTCOME_LABELS[outcome]}
    </span>
  );
}
