import { Button } from '@mantine/core';
import type { Portfolio } from '#contract/portfolio.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeRows } from '#domain/portfolio/summary.ts';
import type { Column, Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { Time } from '#web/kit/Time.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { MissingStrip } from './MissingStrip.tsx';
import { describeDays, describePeriod } from './portfolioText.ts';
import classes from './Portfolio.module.css';

type PortfolioTableProps = Readonly<{
  portfolios: readonly Portfolio[];
  onUse: (portfolio: Portfolio) => void;
  onOpen: (portfolio: Portfolio) => void;
}>;

export function PortfolioTable({ portfolios, onUse, onOpen }: PortfolioTableProps) {
  const mayEdit = useMay()({ scope: 'admin', action: 'edit' });
  const actions: Column<Portfolio> = {
    head: 'Actions',
    isHeadHidden: true,
    cell: (portfolio) => (
      <div className="ls-row ls-wrap ls-end">
        {mayEdit && !portfolio.is_used && (
          <Button
            size="xs"
            variant="subtle"
            color="slate"
            aria-label={`Use for Impact: ${portfolio.name}`}
            onClick={() => onUse(portfolio)}
          >
            Use for Impact
          </Button>
        )}
        <Button size="xs" variant="default" aria-label={`Open ${portfolio.name}`} onClick={() => onOpen(portfolio)}>
          Open
        </Button>
      </div>
    ),
  };
  return (
    <div className="ls-card ls-fixed">
      <DataTable
        label="Portfolios"
        rows={portfolios}
        columns={[...COLUMNS, actions]}
        row={ROW}
        frame="card"
        className={classes.table}
      />
    </div>
  );
}

const ROW: RowFacts<Portfolio> = { key: ({ id }) => id };

const COLUMNS: Columns<Portfolio> = [
  {
    head: 'Portfolio',
    isRowHead: true,
    cell: (portfolio) => (
      <>
        <span className="ls-row ls-wrap">
          <span className="ls-bold ls-break">{portfolio.name}</span>
          {portfolio.is_used && (
            <span className="ls-chip" data-tone="accent">
              Used for Impact
            </span>
          )}
        </span>
        <LeftOut portfolio={portfolio} />
      </>
    ),
  },
  { head: 'Risks', align: 'end', cell: ({ risks }) => grouped(risks) },
  {
    head: 'Period',
    className: 'ls-nowrap',
    cell: ({ period }) => <span title={describeDays(period)}>{describePeriod(period)}</span>,
  },
  {
    head: 'Loaded',
    cell: ({ loaded_at, loaded_by }) => (
      <>
        <Time moment={loaded_at} className="ls-nowrap" />
        <span className="ls-small ls-ink-3 ls-block">{loaded_by?.name ?? 'The system'}</span>
      </>
    ),
  },
  {
    head: 'Size MB',
    from: 'large',
    className: 'ls-right ls-nowrap',
    cell: ({ bytes }) => inMegabytes(bytes),
  },
  { head: 'Missing values, per dimension', cell: ({ dimensions }) => <MissingStrip dimensions={dimensions} /> },
];

/** What the portfolio says of its file, if not all of it was loaded. */
function LeftOut({ portfolio: { risks, file } }: Readonly<{ portfolio: Portfolio }>) {
  if (file === null || (file.left_out === 0 && file.values_missing === 0)) return null;
  return (
    <span className="ls-small ls-ink-3 ls-normal ls-block">{describeRows(risks, file.rows, file.values_missing)}</span>
  );
}

/** 23.2, and 0.1 for anything smaller. */
const inMegabytes = (bytes: number): string => Math.max(0.1, bytes / 1e6).toFixed(1);
