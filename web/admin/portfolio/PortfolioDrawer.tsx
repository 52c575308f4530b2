import { Drawer } from '@mantine/core';
import { useState } from 'react';
import type { Portfolio } from '#contract/portfolio.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { grouped } from '#domain/dimension/format.ts';
import { dimensionOf } from '#domain/dimension/registry.ts';
import { describeBytes } from '#domain/portfolio/file.ts';
import { describeRows } from '#domain/portfolio/summary.ts';
import type { Columns } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { Fact, Facts } from '#web/kit/Facts.tsx';
import { Time } from '#web/kit/Time.tsx';
import { DeleteDialog, type PortfolioAction, PortfolioActions } from './PortfolioActions.tsx';
import { describeDays, describeShare, spaceHash } from './portfolioText.ts';
import classes from './Portfolio.module.css';

type PortfolioDrawerProps = Readonly<{
  portfolio: Portfolio | undefined;
  onUse: (portfolio: Portfolio) => void;
  onClose: () => void;
}>;

/** The details of one portfolio. */
export function PortfolioDrawer({ portfolio, onUse, onClose }: PortfolioDrawerProps) {
  const [doing, setDoing] = useState<PortfolioAction>();
  const end = () => setDoing(undefined);
  const close = () => {
    end();
    onClose();
  };
  return (
    <Drawer
      opened={portfolio !== undefined}
      onClose={close}
      // Escape ends the current action first.
      closeOnEscape={doing === undefined}
      position="right"
      size={520}
      padding={0}
      title={portfolio?.name ?? ''}
      classNames={{
        title: 'ls-title ls-break',
        header: `ls-fixed ls-surface ls-rule-below ${classes.drawerHead}`,
        body: 'ls-fill',
        content: 'ls-stack ls-surface',
      }}
      closeButtonProps={{ 'aria-label': 'Close portfolio' }}
    >
      {portfolio && (
        <>
          <div
            className={`ls-grow ls-scroll ls-ring-in ${classes.drawer}`}
            tabIndex={0}
            role="group"
            aria-label="Portfolio"
          >
            <PortfolioFacts portfolio={portfolio} />
            <Classes portfolio={portfolio} />
            <Missing portfolio={portfolio} />
          </div>
          <PortfolioActions portfolio={portfolio} doing={doing} onUse={onUse} onDo={setDoing} />
        </>
      )}
      {portfolio && doing === 'deleting' && <DeleteDialog portfolio={portfolio} onClose={end} onDone={close} />}
    </Drawer>
  );
}

function PortfolioFacts({ portfolio }: Readonly<{ portfolio: Portfolio }>) {
  const { risks, period, loaded_at, loaded_by, bytes, has_premium, kept, hash, is_used, file } = portfolio;
  return (
    <Facts columns={2}>
      <Fact label="Risks">{grouped(risks)}</Fact>
      {file && <Fact label="File">{describeRows(risks, file.rows, file.values_missing)}</Fact>}
      {file && file.rates.length > 0 && (
        <Fact label="Currencies">
          {file.rates.map(({ column, currency, usd }) => (
            <span key={`${column} ${currency}`} className="ls-block">
              {column}: {currency} at {usd} USD
            </span>
          ))}
        </Fact>
      )}
      <Fact label="Period">{describeDays(period)}</Fact>
      <Fact label="Loaded">
        <Time moment={loaded_at} /> by {loaded_by?.name ?? 'the system'}
      </Fact>
      <Fact label="Size">{describeBytes(bytes)}</Fact>
      <Fact label="Impact">{is_used ? 'Used for Impact' : 'Not used'}</Fact>
      <Fact label="Premium">{has_premium ? 'In the file' : 'Not in the file'}</Fact>
      <Fact label="Kept for grouping">{kept.length === 0 ? 'No columns' : kept.join(', ')}</Fact>
      <Fact label="Hash of what it holds" isWide className="ls-num">
        {spaceHash(hash)}
      </Fact>
    </Facts>
  );
}

function Classes({ portfolio: { classes: held } }: Readonly<{ portfolio: Portfolio }>) {
  return (
    <section aria-label="Classes of business">
      <h3 className={`ls-title ${classes.section}`}>Classes of business</h3>
      <DataTable
        label="Classes of business"
        rows={held.toSorted((a, b) => b.risks - a.risks)}
        columns={CLASS_COLUMNS}
        row={{ key: ({ cob }) => cob }}
        frame="none"
        className={classes.detail}
      />
    </section>
  );
}

const CLASS_COLUMNS: Columns<Portfolio['classes'][number]> = [
  { head: 'Class', cell: ({ cob }) => findClass(cob)?.label ?? cob },
  { head: 'Risks', align: 'end', cell: ({ risks }) => grouped(risks) },
];

function Missing({ portfolio: { dimensions } }: Readonly<{ portfolio: Portfolio }>) {
  return (
    <section aria-label="Missing values">
      <h3 className={`ls-title ${classes.section}`}>Missing values</h3>
      <DataTable
        label="Missing values"
        rows={dimensions}
        columns={MISSING_COLUMNS}
        row={{ key: ({ key }) => key }}
        frame="none"
        className={classes.detail}
      />
    </section>
  );
}

const MISSING_COLUMNS: Columns<Portfolio['dimensions'][number]> = [
  { head: 'Dimension', cell: ({ key }) => dimensionOf(key).label },
  {
    head: 'Missing',
    align: 'end',
    span: ({ of }) => (of === 0 ? Infinity : 1),
    cell: ({ of, has_column, missing }) =>
      of === 0 ? (
        <span className="ls-ink-3">for no class in it</span>
      ) : has_column ? (
        grouped(missing)
      ) : (
        'not in the file'
      ),
  },
  { head: 'Of risks', align: 'end', cell: ({ of }) => <span className="ls-ink-2">{grouped(of)}</span> },
  { head: 'Share', align: 'end', cell: ({ missing, of }) => describeShare(missing, of) },
];
