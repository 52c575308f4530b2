import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Engine } from '#contract/engine.ts';
import type { EngineState } from '#domain/feed/engine.ts';
import { CHANNELS } from '#domain/feed/release.ts';
import { addressOf } from '#web/admin/address.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { cellProps, useGridFocus } from '#web/kit/grid.ts';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import { Time } from '#web/kit/Time.tsx';
import type { Engines } from '#web/admin/query.ts';
import {
  CHANNEL_LABELS,
  describeCases,
  describeErrors,
  describePartners,
  describeRuns,
  describeSeconds,
  isShutOut,
  secondsBetween,
  summariseEngines,
  warnOfToken,
} from './engineText.ts';
import classes from './EngineTable.module.css';

type EngineTableProps = Readonly<{ listed: Engines; at: Date; openedId: string | undefined }>;

/** The engines by channel. Arrows move between them, Enter opens one. */
export function EngineTable({ listed: { engines, cases }, at, openedId }: EngineTableProps) {
  const navigate = useNavigate();
  const opened = Math.max(
    0,
    engines.findIndex(({ id }) => id === openedId),
  );
  const size = { rows: engines.length, columns: 1 };
  const { grid, stopIn, moveByKey, onFocus } = useGridFocus<HTMLDivElement>(size, { row: opened, column: 0 });
  // Back leads out of the panel, not through every engine that was looked at.
  const replace = openedId !== undefined;
  const place = (engine: Engine) => cellProps(engines.indexOf(engine), 0, stopIn(engines.indexOf(engine)));
  const byChannel = CHANNELS.flatMap((channel) => engines.filter((engine) => engine.channel === channel));
  const row: RowFacts<Engine> = {
    key: ({ id }) => id,
    attributes: ({ id }) => ({ className: classes.row, 'data-opened': id === openedId || undefined }),
    open: (engine) => void navigate(addressOfEngine(engine), { replace }),
    group: ({ channel }) => ({
      key: channel,
      head: (
        <>
          <span className="ls-bold">{CHANNEL_LABELS[channel]}</span>{' '}
          <span className="ls-ink-3">{summariseEngines(engines.filter((one) => one.channel === channel))}</span>
        </>
      ),
    }),
    below: (engine) => listNotes(engine, at),
  };
  const columns: Columns<Engine> = [
    {
      head: 'Engine',
      isRowHead: true,
      className: classes.name,
      cell: (engine) => (
        <>
          <PageLink
            to={addressOfEngine(engine)}
            replace={replace}
            className="ls-name ls-bold"
            aria-current={engine.id === openedId ? 'true' : undefined}
            {...place(engine)}
          >
            {engine.name}
          </PageLink>
          <span className="ls-small ls-block ls-ink-3">{describePartners(engine.partners)}</span>
        </>
      ),
    },
    { head: 'Runs', cell: (engine) => <Runs engine={engine} at={at} /> },
    { head: 'Last seen', className: classes.seen, cell: (engine) => <Seen engine={engine} at={at} /> },
    {
      head: 'Engine version',
      className: `ls-break ${classes.version}`,
      cell: (engine) => <Version engine={engine} cases={cases} />,
    },
    {
      head: 'Open',
      isHeadHidden: true,
      width: 40,
      align: 'end',
      cell: () => <IconOpen size={15} aria-hidden className="ls-ink-4" />,
    },
  ];
  return (
    <div ref={grid} className="ls-fixed" onKeyDown={moveByKey} onFocus={onFocus}>
      <DataTable
        label="Engines"
        rows={byChannel}
        columns={columns}
        row={row}
        className={`ls-table-fixed ${classes.table}`}
      />
    </div>
  );
}

const addressOfEngine = ({ id }: Engine): string => `${addressOf('engines')}&engine=${id}`;

type CellProps = Readonly<{ engine: Engine; at: Date }>;

function Runs({ engine, at }: CellProps) {
  const { runs, since } = describeRuns(engine, at);
  const isLate = engine.state === 'behind' || engine.state === 'unreachable';
  return (
    <div className={classes.runs}>
      {GLYPHS[engine.state]}
      <span className={isLate ? 'ls-semi' : undefined}>{runs}</span>
      {since !== '' && <span className={`ls-small ${isLate ? 'ls-amber' : 'ls-ink-3'}`}>{since}</span>}
    </div>
  );
}

function Seen({ engine: { last_seen_at }, at }: CellProps) {
  if (last_seen_at === null) return null;
  return (
    <>
      <Time moment={last_seen_at} now={at} format={formatTimeOrMoment} />
      <span className="ls-small ls-block ls-ink-3">
        {describeSeconds(Math.max(1, secondsBetween(last_seen_at, at)))} ago
      </span>
    </>
  );
}

function Version({ engine, cases }: Readonly<{ engine: Engine; cases: Engines['cases'] }>) {
  const result = describeCases(engine, cases);
  return (
    <>
      {engine.client}
      {result && <span className={`ls-small ls-block ${result.passes ? 'ls-ink-3' : 'ls-red'}`}>{result.words}</span>}
    </>
  );
}

/** What someone should look at, below the engine. */
function listNotes(engine: Engine, at: Date): ReactNode {
  const errors = describeErrors(engine, at).map((text) => ({ tone: 'ls-red', text }));
  const warning = warnOfToken(engine, at);
  const notes =
    warning === undefined ? errors : [...errors, { tone: isShutOut(engine) ? 'ls-red' : 'ls-amber', text: warning }];
  if (notes.length === 0) return null;
  return (
    <div className="ls-grid ls-gap-4">
      {notes.map(({ tone, text }) => (
        <p key={text} className={`ls-row ls-small ls-top ls-break ${tone}`}>
          <IconWarning size={14} aria-hidden />
          {text}
        </p>
      ))}
    </div>
  );
}

const GLYPHS: Readonly<Record<EngineState, ReactNode>> = {
  'never-seen': null,
  current: (
    <span className={`ls-green ${classes.glyph}`}>
      <StatusGlyph status="active" />
    </span>
  ),
  unreported: (
    <span className={`ls-ink-3 ${classes.glyph}`}>
      <StatusGlyph status="pending_review" />
    </span>
  ),
  behind: (
    <span className={`ls-amber ${classes.glyph}`}>
      <StatusGlyph status="pending_review" />
    </span>
  ),
  unreachable: (
    <svg width="12" height="12" viewBox="0 0 12 12" className={`ls-amber ${classes.glyph}`} aria-hidden>
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle cx="6" cy="6" r="4.75" strokeDasharray="2.2 1.53" />
        <path d="M2.9 9.1 9.1 2.9" />
      </g>
    </svg>
  ),
};
