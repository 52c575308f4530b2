import { Button, Menu } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import type { DialRow } from '#contract/dial.ts';
import { addToBucketsAddress, MAX_ADDED_DIALS } from '#web/dial/address.ts';
import { useExport } from '#web/dial/exchange/useExport.ts';
import type { Job } from '#web/dial/many/ManyDialog.tsx';
import { laterDialog } from '#web/base/page/later.tsx';
import { OfferLink } from '#web/base/page/PageLink.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { filterOf, type ListState } from './listState.ts';
import { dials } from './listText.ts';
import classes from './DialList.module.css';

const ManyDialog = laterDialog(() => import('#web/dial/many/ManyDialog.tsx').then((module) => module.ManyDialog));

type SelectionBarProps = Readonly<{
  rows: readonly DialRow[];
  /** The number listed, all of which can be selected at once. */
  listed: number;
  state: ListState;
  onSelectAll: () => void;
  onClear: () => void;
}>;

/** Replaces the list's footer: the actions on the selected dials. */
export function SelectionBar({ rows, listed, state, onSelectAll, onClear }: SelectionBarProps) {
  const may = useMay();
  const [job, setJob] = useState<Job>();
  const reasonId = useId();
  const exporting = useExport(useMemo(() => filterOf(state), [state]));
  const ids = useMemo(() => new Set(rows.map(({ id }) => id)), [rows]);
  const ask = (change: Job['change']) => setJob({ change, dials: rows.map(({ id, name }) => ({ id, name })) });
  const quiet = { variant: 'default', size: 'xs' } as const;
  const mayPublish = may({ scope: 'dials', action: 'create' }) || may({ scope: 'dials', action: 'edit' });
  const whyNotAdded = rows.some(({ status }) => status === 'draft')
    ? 'Only published dials can be added'
    : rows.length > MAX_ADDED_DIALS
      ? `At most ${MAX_ADDED_DIALS} dials are added at once`
      : undefined;
  return (
    <div
      role="group"
      aria-label="Selected dials"
      className={`ls-row ls-wrap ls-gap-8 ls-small ls-ink-3 ls-rule ${classes.foot}`}
    >
      <b className="ls-mid ls-ink" role="status">
        {dials(rows.length)} selected
      </b>
      {mayPublish && (
        <Button {...quiet} onClick={() => ask('publish')}>
          Publish
        </Button>
      )}
      <Menu position="top-start">
        <Menu.Target>
          <Button {...quiet} loading={exporting.busy}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => exporting.start('json', ids)}>As JSON</Menu.Item>
          <Menu.Item onClick={() => exporting.start('xlsx', ids)}>As Excel</Menu.Item>
          <Menu.Item onClick={() => exporting.start('csv', ids)}>As CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {may({ scope: 'bucket', action: 'edit' }) &&
        (whyNotAdded === undefined ? (
          <Button {...quiet} component={OfferLink} to={addToBucketsAddress(rows.map(({ id }) => id))}>
            Add to buckets
          </Button>
        ) : (
          <>
            <Button {...quiet} disabled aria-describedby={reasonId}>
              Add to buckets
            </Button>
            <span id={reasonId}>{whyNotAdded}</span>
          </>
        ))}
      {may({ scope: 'dials', action: 'delete' }) && (
        <Button {...quiet} c="var(--ls-red-text)" onClick={() => ask('delete')}>
          Delete
        </Button>
      )}
      {rows.length < listed && (
        <button type="button" className="ls-link" onClick={onSelectAll}>
          Select all {listed} shown
        </button>
      )}
      <button type="button" className="ls-link" onClick={onClear}>
        Clear selection
      </button>
      {job && <ManyDialog job={job} onClose={() => setJob(undefined)} />}
    </div>
  );
}
