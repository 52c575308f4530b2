import { ActionIcon } from '@mantine/core';
import IconClose from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { MeasuredRisk } from '#contract/impact.ts';
import { Problem } from '#contract/problem.ts';
import { grouped } from '#domain/dimension/format.ts';
import { describeRisk } from '#domain/example/words.ts';
import type { Figure } from '#domain/impact/impact.ts';
import { countRisks, describeSize, type NameDial, titleOfFigure, listChanged } from '#domain/impact/words.ts';
import type { DialValues } from '#domain/value/registry.ts';
import { useApi } from '#web/base/api/client.tsx';
import { describeError } from '#web/base/api/describeError.ts';
import type { BucketAddress } from '#web/bucket/address.ts';
import { useNameOption } from '#web/dial/query.ts';
import { tryAddress } from '#web/risk/useTriedRisk.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { MovedValue } from '#web/impact/view/LargestChanges.tsx';
import { SetsLine } from '#web/bucket/SetsLine.tsx';
import { type MeasureRequest, useMeasuredRisks } from '#web/impact/query.ts';
import classes from './RisksSheet.module.css';

type RisksSheetProps = Readonly<{
  address: BucketAddress;
  request: MeasureRequest;
  figure: Figure;
  /** The day all risks were measured on, or null if each was measured on its own date. */
  day: string | null;
  nameDial: NameDial;
  onClose: () => void;
  className?: string | undefined;
}>;

/** The risks behind a figure, over the page's content. Each opens in Try a risk. */
export function RisksSheet({ address, request, figure, day, nameDial, onClose, className = '' }: RisksSheetProps) {
  const query = useMeasuredRisks(address, request, figure);
  const { data, error } = query;
  const nameOption = useNameOption();
  const title = titleOfFigure(figure, nameDial, nameOption);
  const heading = useFocusedTitle(figure);
  const risks = data?.pages.flatMap(({ items }) => items) ?? [];
  const total = data?.pages[0]?.total;
  const exporting = useRisksExport(address, request, figure, title);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const hasPremiums = risks.some(({ premium }) => premium !== null);
  const [columns, row] = useMemo(() => {
    const riskOf = (one: MeasuredRisk) => (day === null ? one.risk : { ...one.risk, date: day });
    const addressOf = (one: MeasuredRisk) => tryAddress(`${pathname}${search}`, riskOf(one));
    const facts: RowFacts<MeasuredRisk> = { key: (one) => one.row, open: (one) => void navigate(addressOf(one)) };
    return [listColumns(riskOf, addressOf, hasPremiums), facts] as const;
  }, [day, pathname, search, navigate, hasPremiums]);
  const isRefused = error instanceof Problem && error.kind === 'not-allowed';
  return (
    <section className={`ls-stack ${classes.sheet} ${className}`} aria-label={title}>
      <div className={`ls-row ls-fixed ls-rule-below ${classes.head}`}>
        <h2 ref={heading} tabIndex={-1} className="ls-title ls-clip">
          {title}
        </h2>
        {total !== undefined && <p className="ls-mid ls-ink-3 ls-nowrap">{countRisks(total)}</p>}
        {risks.length > 0 && (
          <button
            type="button"
            className="ls-link ls-push"
            disabled={exporting.busy}
            onClick={() => void exporting.run()}
          >
            Export as CSV
          </button>
        )}
        <ActionIcon
          variant="subtle"
          size={28}
          className={risks.length > 0 ? '' : 'ls-push'}
          aria-label="Close risks"
          onClick={onClose}
        >
          <IconClose size={16} stroke={2} color="var(--ls-ink)" aria-hidden />
        </ActionIcon>
      </div>
      <div className="ls-grow ls-scroll ls-ring-in" tabIndex={0} role="group" aria-label="Risks">
        {isRefused ? (
          <div className={classes.state}>
            <EmptyState title="Single risks are not shown to you" text={describeError(error)} headingLevel={3} bare />
          </div>
        ) : (
          <DataTable
            label="Risks"
            rows={query}
            columns={columns}
            row={row}
            failed="Failed to list the risks"
            empty={<p className={`ls-ink-3 ${classes.state}`}>There are no risks behind this figure.</p>}
            frame="none"
            className={`ls-table-fixed ls-table-hover ls-table-sticky ${classes.table}`}
            virtual
          />
        )}
      </div>
    </section>
  );
}

/** Exports every risk behind the figure; the toast says so if there are too many. */
function useRisksExport(address: BucketAddress, request: MeasureRequest, figure: Figure, title: string) {
  const api = useApi();
  return useChange({
    send: async () => (await import('./riskCsv.ts')).exportRisks(api, { address, request, figure }, title),
    done: ({ exported, total }) =>
      exported < total ? `${grouped(exported)} of ${countRisks(total)} exported` : `${countRisks(exported)} exported`,
    failed: 'The risks were not exported',
  });
}

/** Focuses its title while open, then returns the focus to the figure that opened it. */
function useFocusedTitle(figure: Figure) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<Figure>(undefined);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (shown.current === figure) return;
    shown.current = figure;
    opener.current = document.activeElement;
    heading.current?.focus({ preventScroll: true });
  }, [figure]);
  useEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
    [],
  );
  return heading;
}

type Risk = MeasuredRisk['risk'];

const listColumns = (
  riskOf: (one: MeasuredRisk) => Risk,
  addressOf: (one: MeasuredRisk) => string,
  hasPremiums: boolean,
): Columns<MeasuredRisk> => [
  {
    head: 'Risk',
    isRowHead: true,
    className: classes.reference,
    cell: (one) => (
      <Link to={addressOf(one)} className="ls-link ls-num" data-track="Try a risk of the portfolio">
        {one.reference}
      </Link>
    ),
  },
  { head: 'Facts', cell: (one) => <Facts risk={riskOf(one)} /> },
  {
    head: 'Before and after',
    className: classes.values,
    cell: ({ before, after }) => <ChangedValues before={before} after={after} className={classes.changes} />,
  },
  ...(hasPremiums
    ? [
        {
          head: 'Premium, USD',
          className: `ls-right ${classes.premium}`,
          cell: ({ premium }: MeasuredRisk) => premium?.toLocaleString('en-GB'),
        },
      ]
    : []),
];

function Facts({ risk }: Readonly<{ risk: Risk }>) {
  const nameOption = useNameOption();
  const size = describeSize(risk.dimensions);
  return (
    <>
      <span className="ls-block ls-clip">{describeRisk(risk, nameOption)}</span>
      {size !== '' && <span className="ls-block ls-clip ls-small ls-ink-3">{size}</span>}
    </>
  );
}

type ChangedValuesProps = Readonly<{ before: DialValues; after: DialValues; className?: string | undefined }>;

/** The values that change for a risk; if none do, its values. */
function ChangedValues({ before, after, className = '' }: ChangedValuesProps) {
  const changed = listChanged({ before, after });
  if (changed.length === 0)
    return (
      <span className={`ls-small ${className}`}>
        <SetsLine own={after} overrides={{}} />
      </span>
    );
  return (
    <span className={`ls-small ls-num ${className}`}>
      {changed.map((one) => (
        <MovedValue key={one.value} moved={one} />
      ))}
    </span>
  );
}
