import { Button } from '@mantine/core';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import { appetiteWord, printAppetite } from '#domain/appetite/appetite.ts';
import { plural } from '#web/kit/plural.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { useMay } from '#web/session/session.tsx';
import { AppetiteHistory } from './AppetiteHistory.tsx';
import { editOf, keyOf } from './sheet.ts';
import type { Place } from '#web/kit/gridPlace.ts';
import type { AppetiteEdits } from './useAppetiteEdits.ts';
import classes from './CellLine.module.css';
import { bucketAddress, partnerText } from '#web/bucket/address.ts';

type CellLineProps = Readonly<{ work: AppetiteEdits; active: Place }>;

/** What the cell one is in says, what is wrong with it, and the way to its history. */
export function CellLine({ work: { sheet, edits, said }, active }: CellLineProps) {
  const mayOpen = useMay()({ scope: 'bucket', action: 'view' });
  const row = sheet.rows[Math.min(active.row, sheet.rows.length - 1)];
  const column = Math.min(active.column, sheet.partners.length - 1);
  const partner = sheet.partners[column];
  const cell = row?.cells[column];
  if (row === undefined || partner === undefined) return null;
  const read = cell && editOf(cell, edits)?.read;
  const name = `${row.cob.label}, ${partnerText(partner)}`;
  return (
    <div className={`ls-row ls-fixed ls-wrap ${classes.line}`}>
      <div className={`ls-wrap ls-ink-2 ${classes.what}`}>
        <b>{name}</b>
        {cell === undefined ? (
          <span>No bucket</span>
        ) : (
          <span>
            {printAppetite(cell.appetite)} {appetiteWord(cell.appetite)}
            {read?.kind === 'appetite' && ` → ${printAppetite(read.value)} ${appetiteWord(read.value)}`},{' '}
            {plural(cell.dials, 'dial')}
          </span>
        )}
        <span role="alert" className={classes.wrong}>
          {read?.kind === 'wrong' && read.message}
        </span>
        <span role="status">{said}</span>
      </div>
      {cell !== undefined && <AppetiteHistory key={keyOf(cell)} address={cell} name={name} />}
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
