import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, memo, useId } from 'react';
import { grouped } from '#domain/dimension/format.ts';
import { dials } from '#web/dial/list/listText.ts';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { agree } from '#web/kit/plural.ts';
import { Table } from '#web/kit/Table.tsx';
import { writesDraft, OUTCOMES, type Outcome, type PlannedRow, fieldLabel } from './importFile.ts';
import IconChanged from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconChevron from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconSame from '@tabler/icons-react/dist/esm/icons/IconEqual.mjs';
import IconNew from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconWrong from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { labelOfChange } from '#web/rule/changeWords.ts';
import { DialDifferences } from '#web/rule/Difference.tsx';
import classes from './Import.module.css';

type ImportPreviewProps = Readonly<{
  fileName: string;
  rows: readonly PlannedRow[];
  missing: readonly string[];
  notices: readonly string[];
  note: string | undefined;
  busy: boolean;
  onImport: (ticked: ReadonlySet<number>) => void;
  onRestart: () => void;
}>;

const COLUMNS = [
  { label: 'Import', className: classes.tick, hidden: true },
  { label: 'Row', className: `ls-right ls-ink-3 ${classes.at}` },
  { label: 'Dial', width: 250 },
  { label: 'Outcome', width: 112 },
  'What it does',
];
const TABS = ['all', ...OUTCOMES] as const;

/** The effect of the file, row by row. Wrong rows block it until unticked. */
export function ImportPreview(props: ImportPreviewProps) {
  const { fileName, rows, missing, notices, note, busy, onImport, onRestart } = props;
  const [tab, setTab] = useState<(typeof TABS)[number]>('all');
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set());
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);

  const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
  const ticked = useMemo(
    () => new Set(rows.filter(({ at, outcome }) => outcome !== 'same' && !unticked.has(at)).map(({ at }) => at)),
    [rows, unticked],
  );
  const importCount = rows.filter((row) => ticked.has(row.at) && writesDraft(row)).length;
  const blocking = rows.filter(({ at, outcome }) => outcome === 'wrong' && ticked.has(at));
  const them = agree(blocking.length, 'it', 'them');
  const shown = tab === 'all' ? rows : rows.filter(({ outcome }) => outcome === tab);

  const tick = (at: number, on: boolean) =>
    setUnticked((before) => {
      const after = new Set(before);
      if (on) after.delete(at);
      else after.add(at);
      return after;
    });
  const untickWrong = () => setUnticked((before) => new Set([...before, ...blocking.map(({ at }) => at)]));

  return (
    <>
      <p className={`ls-ink-3 ls-break ls-fixed ${classes.hint}`}>{fileName}</p>
      <div className={`ls-row ls-fixed ls-rule-below ${classes.tabs}`} ref={top} tabIndex={-1}>
        <FilterTabs
          label="Rows by what they would do"
          tabs={TABS.map((value) => ({
            value,
            label: value === 'all' ? 'All' : OUTCOME_LABELS[value],
            count: grouped(value === 'all' ? rows.length : count(value)),
          }))}
          value={tab}
          onChange={setTab}
        />
      </div>
      <div className={`ls-scroll ls-ring-in ${classes.body}`} tabIndex={0} role="group" aria-label="Rows of the file">
        {missing.length > 0 && (
          <p data-tone="amber" className={`ls-notice ${classes.notice}`}>
            The file has no column for {naming(missing)}. Existing dials lose these values.
          </p>
        )}
        {notices.length > 0 && (
          <ul className={`ls-list ls-notice ${classes.notice}`}>
            {notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        )}
        <Table label="What the file would do" columns={COLUMNS} className={`ls-table-fixed ${classes.table}`}>
          <tbody>
            {shown.map((row) => (
              <ImportRowView key={row.at} row={row} ticked={ticked.has(row.at)} onTick={tick} disabled={busy} />
            ))}
          </tbody>
        </Table>
        {shown.length === 0 && <p className="ls-pad ls-ink-3">No rows like that.</p>}
      </div>
      <div className={`ls-row ls-fixed ls-rule ${classes.foot}`}>
        <div className="ls-grow ls-ink-2" role="status">
          {note !== undefined && <p className="ls-red ls-bold">{note}</p>}
          {blocking.length > 0 && (
            <p>
              {agree(blocking.length, 'One row is wrong', `${blocking.length} rows are wrong`)}. Put {them} right in the
              file, or{' '}
              <button type="button" className="ls-link ls-bold" onClick={untickWrong}>
                leave {them} out
              </button>
              .
            </p>
          )}
          {blocking.length === 0 && importCount === 0 && (
            <p>There is nothing to import: no ticked row is new or changed.</p>
          )}
        </div>
        <Button variant="default" onClick={onRestart} disabled={busy}>
          Choose another file
        </Button>
        <Button
          onClick={() => onImport(ticked)}
          disabled={importCount === 0 || blocking.length > 0}
          loading={busy}
          data-track="Import"
        >
          Import {dials(importCount)}
        </Button>
      </div>
    </>
  );
}

const MAX_NAMED = 3;

/** "Tags, Journeys and 27 more" */
function naming(labels: readonly string[]): string {
  if (labels.length <= MAX_NAMED) return labels.join(', ');
  return `${labels.slice(0, MAX_NAMED - 1).join(', ')} and ${labels.length - MAX_NAMED + 1} more fields`;
}

type ImportRowViewProps = Readonly<{
  row: PlannedRow;
  ticked: boolean;
  onTick: (at: number, on: boolean) => void;
  disabled: boolean;
}>;

const ImportRowView = memo(function ImportRowView(props: ImportRowViewProps) {
  const { row, ticked, onTick, disabled } = props;
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
        <td className={`ls-right ls-ink-3 ${classes.at}`}>{row.at}</td>
        <th scope="row" className="ls-medium">
          {name}
        </th>
        <td className={classes.outcome}>
          <OutcomeChip outcome={row.outcome} />
        </td>
        <td>
          {row.outcome === 'new' && 'Becomes a new draft'}
          {row.outcome === 'same' && 'Already here, nothing to do'}
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
            <div className="ls-stack ls-gap-14">
              <DialDifferences changes={row.changes} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
});

const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
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
