import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { grouped } from '#domain/dimension/format.ts';
import { useNameOption } from '#web/dial/query.ts';
import { dials } from '#web/dial/list/countText.ts';
import { FilterTabs } from '#web/kit/FilterTabs.tsx';
import { isWanted, OUTCOMES, type Outcome, type PlannedRow } from './importPlan.ts';
import { ImportRowView } from './ImportRowView.tsx';
import { OUTCOME_LABELS } from './OutcomeChip.tsx';
import classes from './Import.module.css';
import table from './ImportTable.module.css';

type ImportPreviewProps = Readonly<{
  fileName: string;
  rows: readonly PlannedRow[];
  missing: readonly string[];
  note: string | undefined;
  busy: boolean;
  onImport: (ticked: ReadonlySet<number>) => void;
  onRestart: () => void;
}>;

const TABS = ['all', ...OUTCOMES] as const;

/** Row by row what the file would do. Wrong rows stop it until they are unticked. */
export function ImportPreview(props: ImportPreviewProps) {
  const { fileName, rows, missing, note, busy, onImport, onRestart } = props;
  const nameOption = useNameOption();
  const [tab, setTab] = useState<(typeof TABS)[number]>('all');
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set());
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);

  const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
  const ticked = useMemo(
    () => new Set(rows.filter(({ at, outcome }) => outcome !== 'same' && !unticked.has(at)).map(({ at }) => at)),
    [rows, unticked],
  );
  const wanted = rows.filter((row) => ticked.has(row.at) && isWanted(row)).length;
  const blocking = rows.filter(({ at, outcome }) => outcome === 'wrong' && ticked.has(at));
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
      <p className={classes.hint}>{fileName}</p>
      <div className={classes.tabs} ref={top} tabIndex={-1}>
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
      <div className={classes.body} tabIndex={0} role="group" aria-label="Rows of the file">
        {missing.length > 0 && (
          <p className={classes.notice}>
            The file has no column for {naming(missing)}. Dials that exist lose what they say there.
          </p>
        )}
        <table className={table.table} aria-label="What the file would do">
          <thead>
            <tr>
              <th scope="col" className={table.tick}>
                <span className="ls-hidden">Import</span>
              </th>
              <th scope="col" className={table.at}>
                Row
              </th>
              <th scope="col" className={table.dial}>
                Dial
              </th>
              <th scope="col" className={table.outcome}>
                Outcome
              </th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <ImportRowView
                key={row.at}
                row={row}
                ticked={ticked.has(row.at)}
                onTick={tick}
                nameOption={nameOption}
                disabled={busy}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className={classes.nothing}>No row of the file is like that.</p>}
      </div>
      <div className={classes.foot}>
        <div className={classes.message} role="status">
          {note !== undefined && <p className={classes.bad}>{note}</p>}
          {blocking.length > 0 && (
            <p>
              {blocking.length === 1 ? 'One row is wrong' : `${blocking.length} rows are wrong`}. Put{' '}
              {blocking.length === 1 ? 'it' : 'them'} right in the file, or{' '}
              <button type="button" className={classes.link} onClick={untickWrong}>
                leave {blocking.length === 1 ? 'it' : 'them'} out
              </button>
              .
            </p>
          )}
          {blocking.length === 0 && wanted === 0 && <p>There is nothing to import: no ticked row is new or changed.</p>}
        </div>
        <Button variant="default" onClick={onRestart} disabled={busy}>
          Choose another file
        </Button>
        <Button
          onClick={() => onImport(ticked)}
          disabled={wanted === 0 || blocking.length > 0}
          loading={busy}
          data-track="Import"
        >
          Import {dials(wanted)}
        </Button>
      </div>
    </>
  );
}

const MOST_NAMED = 3;

/** "Tags, Journeys and 27 more" */
function naming(labels: readonly string[]): string {
  if (labels.length <= MOST_NAMED) return labels.join(', ');
  return `${labels.slice(0, MOST_NAMED - 1).join(', ')} and ${labels.length - MOST_NAMED + 1} more fields`;
}
