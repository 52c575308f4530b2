import { Button } from '@mantine/core';
import type { Portfolio } from '#contract/portfolio.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeRows } from '#domain/portfolio/summary.ts';
import { type Column, right, Table } from '#web/kit/Table.tsx';
import { Time } from '#web/kit/Time.tsx';
import { useMay } from '#web/session/session.tsx';
import { MissingStrip } from './MissingStrip.tsx';
import { describeDays, describePeriod } from './portfolioText.ts';
import classes from './Portfolio.module.css';

type PortfolioTableProps = Readonly<{
  portfolios: readonly Portfolio[];
  onUse: (portfolio: Portfolio) => void;
  onOpen: (portfolio: Portfolio) => void;
}>;

const COLUMNS: readonly (Column | string)[] = [
  'Portfolio',
  right('Risks'),
  'Period',
  'Loaded',
  { label: 'Size MB', className: `ls-right ls-nowrap ${classes.size}` },
  'Missing values, per dimension',
  { label: 'Actions', hidden: true },
];

export function PortfolioTable({ portfolios, onUse, onOpen }: PortfolioTableProps) {
  const mayEdit = useMay()({ scope: 'admin', action: 'edit' });
  return (
    <div className={`ls-card ls-fixed ${classes.list}`}>
      <Table label="Portfolios" columns={COLUMNS} className={classes.table}>
        <tbody>
          {portfolios.map((portfolio) => (
            <tr key={portfolio.id}>
              <th scope="row">
                <span className="ls-row ls-wrap">
                  <span className="ls-bold ls-break">{portfolio.name}</span>
                  {portfolio.is_used && (
                    <span className="ls-chip" data-tone="accent">
                      Used for Impact
                    </span>
                  )}
                </span>
                <LeftOut portfolio={portfolio} />
              </th>
              <td className="ls-right">{grouped(portfolio.risks)}</td>
              <td className="ls-nowrap" title={describeDays(portfolio.period)}>
                {describePeriod(portfolio.period)}
              </td>
              <td>
                <Time moment={portfolio.loaded_at} className="ls-nowrap" />
                <span className="ls-small ls-ink-3 ls-block">{portfolio.loaded_by?.name ?? 'The system'}</span>
              </td>
              <td className={`ls-right ${classes.size}`}>{inMegabytes(portfolio.bytes)}</td>
              <td>
                <MissingStrip dimensions={portfolio.dimensions} />
              </td>
              <td>
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
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Open ${portfolio.name}`}
                    onClick={() => onOpen(portfolio)}
                  >
                    Open
                  </Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** What the portfolio says of its file, if not all of it was loaded. */
function LeftOut({ portfolio: { risks, file } }: Readonly<{ portfolio: Portfolio }>) {
  if (file === null || (file.left_out === 0 && file.values_missing === 0)) return null;
  return (
    <span className="ls-small ls-ink-3 ls-normal ls-block">{describeRows(risks, file.rows, file.values_missing)}</span>
  );
}

/** 23.2, and 0.1 for anything smaller. */
const inMegabytes = (bytes: number): string => Math.max(0.1, bytes / 1e6).toFixed(1);
