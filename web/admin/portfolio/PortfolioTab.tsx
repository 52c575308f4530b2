import { Button } from '@mantine/core';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Portfolio } from '#contract/portfolio.ts';
import { describeBytes } from '#domain/portfolio/file.ts';
import { grouped } from '#domain/dimension/format.ts';
import { PORTFOLIO_LIMITS } from '#domain/portfolio/portfolio.ts';
import { ProposalLine } from '#web/admin/authority/ProposalLine.tsx';
import { useOpenByAddress } from '#web/admin/useAddAction.tsx';
import type { ApiAnswer } from '#web/base/api/nouns.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { PREPARING_POLL_MS } from '#web/bucket/query.ts';
import { PreparingPortfolio } from '#web/impact/PreparingPortfolio.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { LeaveDialog } from '#web/base/page/LeaveDialog.tsx';
import { useTabHeader } from '#web/base/page/tabHeader.ts';
import { useUnsaved } from '#web/base/page/useLeaveGuard.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { FileDrop, RefusedFile, useFileField } from '#web/kit/FileDrop.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { useFileDrop } from '#web/kit/useFileDrop.ts';
import { LimitsCard } from '#web/admin/portfolio/limits/LimitsCard.tsx';
import { LoadView } from '#web/admin/portfolio/load/LoadView.tsx';
import { useLoad } from '#web/admin/portfolio/load/useLoad.ts';
import { PortfolioDrawer } from './PortfolioDrawer.tsx';
import { PortfolioTable } from './PortfolioTable.tsx';
import { UseDialog } from './UseDialog.tsx';
import classes from './Portfolio.module.css';

const CREATE = { scope: 'admin', action: 'create' } as const;

/** The stored portfolios, and a file being loaded. */
export function PortfolioTab() {
  const mayLoad = useMay()(CREATE);
  const portfolios = useApiQuery(
    'listPortfolios',
    {},
    { refetchInterval: ({ state: { data } }) => (typeof data?.preparing === 'number' ? PREPARING_POLL_MS : false) },
  );
  const [chosen, setChosen] = useState<File>();
  const { ask, field } = useFileField({
    label: 'File of risks',
    accept: '.csv,.parquet,text/csv',
    onFile: setChosen,
  });
  const clearChosen = useCallback(() => setChosen(undefined), []);
  // Browsers open a file dialog only within seconds of a key or a click, as in the palette: the list may take longer.
  useOpenByAddress(ask);
  return (
    <>
      <Loaded query={portfolios} title="Failed to load portfolios" skeleton={8}>
        {(listed) => <Portfolios listed={listed} mayLoad={mayLoad} chosen={chosen} onTaken={clearChosen} onAsk={ask} />}
      </Loaded>
      {mayLoad && field}
    </>
  );
}

type PortfoliosProps = Readonly<{
  listed: ApiAnswer<'listPortfolios'>;
  mayLoad: boolean;
  /** A file that was just chosen. */
  chosen: File | undefined;
  onTaken: () => void;
  onAsk: () => void;
}>;

function Portfolios({
  listed: { items, max_file_bytes, preparing, needs_second: needsSecond, proposal },
  mayLoad,
  chosen,
  onTaken,
  onAsk: ask,
}: PortfoliosProps) {
  const { open, refused, choose, cancel } = useLoad(max_file_bytes);
  const [opened, setOpened] = useState<string>();
  const was = items.find(({ is_used }) => is_used) ?? null;
  const use = useDialog<Portfolio>((close, portfolio) => (
    <UseDialog portfolio={portfolio} was={was} needsSecond={needsSecond} onClose={close} />
  ));
  const blocker = useUnsaved(open !== undefined);
  const isOver = useFileDrop(mayLoad && open === undefined, choose);
  useEffect(() => {
    if (chosen === undefined) return;
    choose(chosen);
    onTaken();
  }, [chosen, choose, onTaken]);
  const isOpen = open !== undefined;
  const header = useMemo(() => {
    const icon = <IconUpload size={15} aria-hidden />;
    const action = { label: 'Load a portfolio', variant: 'filled', icon, onClick: ask, needs: CREATE } as const;
    return { actions: [{ ...action, hidden: isOpen }] };
  }, [ask, isOpen]);
  useTabHeader(header);
  const shown = items.find(({ id }) => id === opened);
  const isEmpty = items.length === 0 && preparing === null && !open;
  return (
    <>
      <div className={`ls-stack ls-fixed ls-gap-16 ${classes.tab}`} data-over={(isOver && !isEmpty) || undefined}>
        {refused && (
          <RefusedFile
            title={`${refused.name} cannot be loaded.`}
            reasons={[refused.sentence]}
            action={
              <Button size="xs" variant="default" onClick={ask}>
                Choose another file
              </Button>
            }
          />
        )}
        {open && <LoadView key={open.file.name} open={open} onCancel={() => void cancel()} />}
        {proposal && (
          <Card title="Waits for a second person">
            <ProposalLine proposal={proposal} />
          </Card>
        )}
        {items.length > 0 && <PortfolioTable portfolios={items} onUse={use} onOpen={({ id }) => setOpened(id)} />}
        {preparing !== null && <PreparingPortfolio percent={preparing} />}
        {isEmpty && <None isOver={isOver} maxBytes={max_file_bytes} mayLoad={mayLoad} onChoose={ask} />}
        {items.length > 0 && !open && mayLoad && (
          <p className="ls-small ls-ink-3">A CSV or Parquet file of risks can be dropped anywhere on this page.</p>
        )}
        {!open && <LimitsCard />}
      </div>
      <PortfolioDrawer portfolio={shown} onUse={use} onClose={() => setOpened(undefined)} />
      <LeaveDialog blocker={blocker} consequence="The file is not loaded yet, and nothing of it will be kept." />
    </>
  );
}

type NoneProps = Readonly<{ isOver: boolean; maxBytes: number; mayLoad: boolean; onChoose: () => void }>;

function None({ mayLoad, ...area }: NoneProps) {
  if (mayLoad) return <DropArea {...area} />;
  return <EmptyState title="No portfolio yet" text="Anyone with create on admin can load one." />;
}

type DropAreaProps = Readonly<{ isOver: boolean; maxBytes: number; onChoose: () => void }>;

/** Replaces the list while there is no portfolio. */
function DropArea({ isOver, maxBytes, onChoose }: DropAreaProps) {
  return (
    <FileDrop title="Drop a .csv or .parquet file here" isOver={isOver} onChoose={onChoose}>
      <li>One risk per row: a reference, its class of business, and any other known values.</li>
      <li>Columns are recognised by their names and values. Map the rest by hand; your choices are remembered.</li>
      <li>
        Up to {describeBytes(maxBytes)} and {grouped(PORTFOLIO_LIMITS.risks)} rows.
      </li>
      <li>Nothing is kept until the last row is read.</li>
    </FileDrop>
  );
}
