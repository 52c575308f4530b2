import { Button } from '@mantine/core';
import type { ImportedLimits } from '#contract/capacity.ts';
import { describeLimitDays, describeShares, importedUse } from '#domain/capacity/capacity.ts';
import { isOldLimit, type Limit } from '#domain/capacity/limit.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { grouped } from '#domain/dimension/format.ts';
import { AMOUNTS } from '#domain/value/kind.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { useNameOption } from '#web/rule/query.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { Card } from '#web/kit/Card.tsx';
import { ConfirmDialog } from '#web/kit/Dialog.tsx';
import { download } from '#web/kit/download.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { RefusedFile, useFileField } from '#web/kit/FileDrop.tsx';
import { formatDay, formatDayOrTime, inSentence, utcToday } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { useLimitImport } from './useLimitImport.ts';
import classes from './Limits.module.css';

const CREATE = { scope: 'admin', action: 'create' } as const;

/** The limits of exposure that Impact compares with. */
export function LimitsCard() {
  const query = useApiQuery('listLimits', {});
  if (query.data === undefined)
    return (
      <Card title="Limits">
        <Loaded query={query} title="Failed to load the limits" skeleton={4} />
      </Card>
    );
  return <Limits imported={query.data} />;
}

function Limits({ imported }: Readonly<{ imported: ImportedLimits }>) {
  const { items } = imported;
  const mayImport = useMay()(CREATE);
  const { read, sheet, refused, confirm, cancel, change } = useLimitImport(imported);
  const { ask, field } = useFileField({
    label: 'File of limits',
    accept: '.csv,text/csv',
    onFile: (file) => void read(file),
  });
  const isEmpty = items.length === 0;
  const button = mayImport && (
    <Button size="xs" variant="default" loading={change.busy} onClick={ask}>
      Import limits
    </Button>
  );
  return (
    <Card
      title="Limits"
      padded={false}
      note={isEmpty ? undefined : <Origin imported={imported} />}
      aside={
        !isEmpty && (
          <span className="ls-row">
            <button type="button" className="ls-link ls-small" onClick={() => void exportLimits(items)}>
              Download as CSV
            </button>
            {button}
          </span>
        )
      }
    >
      {refused && (
        <RefusedFile
          title={`${refused.name} is not imported. Nothing has changed.`}
          reasons={listErrors(refused.errors)}
          className={classes.refused}
        />
      )}
      {isEmpty ? (
        <EmptyState
          title="No limits yet"
          text="Import what your exposure system says: a CSV file with name, partner, country, class, limit, used, currency, as of and source. Impact then shows what a draft adds."
          action={button}
          headingLevel={3}
          bare
        />
      ) : (
        <LimitsTable limits={items} />
      )}
      {mayImport && field}
      {sheet && (
        <ConfirmDialog
          title={`Replace ${plural(items.length, 'limit')}?`}
          text={`${sheet.file} has ${plural(sheet.limits.length, 'limit')}, ${describeLimitDays(sheet.limits)}. Impact uses them at once. Reviews keep what they were measured against.`}
          submit={`Import ${plural(sheet.limits.length, 'limit')}`}
          change={change}
          onConfirm={confirm}
          onClose={cancel}
        />
      )}
    </Card>
  );
}

async function exportLimits(limits: readonly Limit[]): Promise<void> {
  const { writeLimits } = await import('#domain/capacity/sheet.ts');
  download('limits.csv', writeLimits(limits), 'text/csv');
}

/** "limits.csv, imported today 10:58 by Demo Administrator" */
function Origin({ imported: { file, imported_at, imported_by } }: Readonly<{ imported: ImportedLimits }>) {
  return (
    <span className="ls-break">
      {file}
      {imported_at !== null && `, imported ${inSentence(formatDayOrTime(imported_at))}`}
      {imported_by !== null && ` by ${imported_by.name}`}
    </span>
  );
}

const MAX_ERRORS = 12;

function listErrors(errors: readonly string[]): readonly string[] {
  const more = errors.length - MAX_ERRORS;
  return more > 0 ? [...errors.slice(0, MAX_ERRORS), `And ${plural(more, 'more cell')}.`] : errors;
}

/** More are shown on request. */
const FIRST_LIMITS = 20;

function LimitsTable({ limits }: Readonly<{ limits: readonly Limit[] }>) {
  const list = useShowAll(limits, FIRST_LIMITS);
  return (
    <>
      <DataTable label="Limits" rows={list.shown} columns={COLUMNS} row={ROW} frame="card" />
      {limits.length > FIRST_LIMITS && (
        <p className={classes.more}>
          <ShowAll list={list} />
        </p>
      )}
    </>
  );
}

const ROW: RowFacts<Limit> = { key: ({ name }) => name };

const COLUMNS: Columns<Limit> = [
  { head: 'Name', isRowHead: true, className: classes.name, cell: ({ name }) => name },
  { head: 'Partner', cell: ({ partner }) => partner ?? <All /> },
  { head: 'Country', cell: ({ country }) => (country === null ? <All /> : <Country code={country} />) },
  { head: 'Class', cell: ({ cob }) => (cob === null ? <All /> : (findClass(cob)?.label ?? cob)) },
  {
    head: 'Limit, USD',
    className: 'ls-right ls-nowrap',
    cell: ({ limit }) => <span title={grouped(limit)}>{AMOUNTS.usd.tick(limit)}</span>,
  },
  {
    head: 'Used, USD',
    className: 'ls-right ls-nowrap',
    cell: (limit) => {
      const use = importedUse(limit);
      return (
        <span title={grouped(limit.used)}>
          {AMOUNTS.usd.tick(limit.used)}
          <span className={`ls-small ls-block ${TONES[use.status]}`}>{describeShares(use).before}</span>
        </span>
      );
    },
  },
  {
    head: 'As of, source',
    className: classes.name,
    cell: (limit) => (
      <>
        <span className={`ls-nowrap ${isOldLimit(limit, utcToday()) ? 'ls-amber' : ''}`}>{formatDay(limit.as_of)}</span>
        <span className="ls-small ls-ink-3 ls-block">{limit.source}</span>
      </>
    ),
  },
];

const Country = ({ code }: Readonly<{ code: string }>) => useNameOption()('countries', code);
const TONES = { under: 'ls-ink-3', near: 'ls-amber', over: 'ls-red' } as const;
const All = () => <span className="ls-ink-3">All</span>;
