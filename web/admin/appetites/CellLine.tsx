import { Button, Popover } from '@mantine/core';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { AppetiteCell } from '#contract/admin.ts';
import { appetiteWord, printAppetite } from '#domain/appetite/appetite.ts';
import { plural } from '#web/kit/plural.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { listItems, Loaded } from '#web/base/page/Loaded.tsx';
import { editOf, keyOf, type AppetiteEdits } from './sheet.ts';
import type { CellPosition } from '#web/kit/grid.ts';
import { bucketAddress, partnerText } from '#web/bucket/address.ts';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useState } from 'react';
import { useApiPages } from '#web/base/api/query.ts';
import { ShowMore } from '#web/base/page/ShowMore.tsx';
import { formatMoment } from '#web/kit/format.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './CellLine.module.css';

type CellLineProps = Readonly<{
  work: AppetiteEdits;
  editable: boolean;
  active: CellPosition;
  /** An earlier appetite was put into the cell, to be saved like any other edit. */
  onSetBack: () => void;
}>;

/** The active cell's value and error, and a link to its history. */
export function CellLine({ work: { sheet, edits, pasteMessage, set }, editable, active, onSetBack }: CellLineProps) {
  const mayOpen = useMay()({ scope: 'bucket', action: 'view' });
  const row = sheet.rows[active.row];
  const partner = sheet.partners[active.column];
  const cell = row?.cells[active.column];
  if (row === undefined || partner === undefined) return null;
  const read = cell && editOf(cell, edits)?.read;
  const name = `${row.cob.label}, ${partnerText(partner)}`;
  return (
    <div className={`ls-row ls-fixed ls-wrap ${classes.line}`}>
      <div className={`ls-row ls-grow ls-top ls-wrap ls-ink-2 ${classes.what}`}>
        <b className="ls-bold ls-ink">{name}</b>
        {cell === undefined ? (
          <span>No bucket</span>
        ) : (
          <span>
            {printAppetite(cell.appetite)} {appetiteWord(cell.appetite)}
            {read?.kind === 'appetite' && ` → ${printAppetite(read.value)} ${appetiteWord(read.value)}`},{' '}
            {plural(cell.dials, 'dial')}
            {cell.raise !== null && (
              <span className="ls-amber">
                , raised to {printAppetite(cell.raise.becomes)} when a second person confirms
              </span>
            )}
          </span>
        )}
        <span role="alert" className="ls-medium ls-red">
          {read?.kind === 'wrong' && read.message}
        </span>
        <span role="status">{pasteMessage}</span>
      </div>
      {cell !== undefined && (
        <AppetiteHistory
          key={keyOf(cell)}
          cell={cell}
          name={name}
          onSetBack={
            editable
              ? (appetite) => {
                  set(cell, printAppetite(appetite));
                  onSetBack();
                }
              : undefined
          }
        />
      )}
      {cell !== undefined && mayOpen && (
        <Button
          component={PageLink}
          to={bucketAddress(cell)}
          size="xs"
          variant="subtle"
          rightSection={<IconOpen size={14} aria-hidden />}
        >
          Open bucket
        </Button>
      )}
    </div>
  );
}

type AppetiteHistoryProps = Readonly<{
  cell: AppetiteCell;
  name: string;
  /** Undefined if the person may not change it. */
  onSetBack: ((appetite: number) => void) | undefined;
}>;

/** A bucket's former appetites, fetched on demand. */
function AppetiteHistory({ onSetBack, ...shown }: AppetiteHistoryProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} width={380} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconHistory size={14} aria-hidden />}
          onClick={() => setOpened((before) => !before)}
        >
          History
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`History of ${shown.name}`}>
        {opened && (
          <Changes
            {...shown}
            onSetBack={
              onSetBack &&
              ((appetite) => {
                setOpened(false);
                onSetBack(appetite);
              })
            }
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Changes({ cell, name, onSetBack }: AppetiteHistoryProps) {
  const history = useApiPages('listAppetiteHistory', {
    params: { partner: cell.partner, cob: cell.cob },
    query: { limit: 10 },
  });
  const now = useNow();
  return (
    <div tabIndex={-1} data-autofocus>
      <h2 className={`ls-bold ${classes.title}`}>{name}</h2>
      <Loaded
        query={listItems(history)}
        title="Failed to load the history"
        skeleton={3}
        empty={<p className="ls-small ls-block ls-ink-3">No change is recorded.</p>}
      >
        {(changes) => (
          <ol className={`ls-list ls-above-8 ${classes.list}`}>
            {changes.map(({ at, by, proposed_by, was, became }) => (
              <li key={`${at} ${became}`} className="ls-row ls-top ls-spread ls-gap-12 ls-rule">
                <span>
                  {formatMoment(new Date(at), now)}
                  <span className="ls-small ls-block ls-ink-3">
                    {proposed_by !== null && `Proposed by ${proposed_by.name}, confirmed by `}
                    {by?.name ?? 'The system'}
                  </span>
                </span>
                <span className={`ls-fixed ls-num ls-bold ${classes.change}`}>
                  {was === null ? 'Added with ' : <del>{printAppetite(was)}</del>}
                  {was !== null && ' → '}
                  {printAppetite(became)}
                  {onSetBack !== undefined && was !== null && was !== cell.appetite && (
                    <button type="button" className="ls-link ls-small ls-block" onClick={() => onSetBack(was)}>
                      Set back to {printAppetite(was)}
                    </button>
                  )}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <ShowMore query={history} />
    </div>
  );
}
