import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Engine } from '#contract/engine.ts';
import type { EngineState } from '#domain/feed/engine.ts';
import { CHANNELS } from '#domain/feed/release.ts';
import { addressOf } from '#web/admin/address.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { cellProps, type CellProps, useGridFocus } from '#web/kit/grid.ts';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import { type Column, Table } from '#web/kit/Table.tsx';
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

const COLUMNS: readonly (Column | string)[] = [
  { label: 'Engine', className: classes.name },
  'Runs',
  { label: 'Last seen', className: classes.seen },
  { label: 'Engine version', className: classes.version },
  { label: 'Open', hidden: true, width: 40 },
];

type EngineTableProps = Readonly<{ listed: Engines; at: Date; openedId: string | undefined }>;

/** The engines by channel. Arrows move between them, Enter opens one. */
export function EngineTable({ listed: { engines, cases }, at, openedId }: EngineTableProps) {
  const { grid, stopIn, moveByKey, onFocus } = useGridFocus<HTMLDivElement>(
    { rows: engines.length, columns: 1 },
    {
      row: Math.max(
        0,
        engines.findIndex(({ id }) => id === openedId),
      ),
      column: 0,
    },
  );
  return (
    <div ref={grid} className={`ls-card ls-fixed ${classes.card}`} onKeyDown={moveByKey} onFocus={onFocus}>
      <Table label="Engines" columns={COLUMNS} className={`ls-table-fixed ${classes.table}`}>
        {CHANNELS.map((channel) => {
          const group = engines.filter((engine) => engine.channel === channel);
          if (group.length === 0) return null;
          return (
            <tbody key={channel}>
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={COLUMNS.length} className="ls-sunken">
                  <span className="ls-bold">{CHANNEL_LABELS[channel]}</span>{' '}
                  <span className="ls-ink-3">{summariseEngines(group)}</span>
                </th>
              </tr>
              {group.map((engine) => {
                const row = engines.indexOf(engine);
                return (
                  <EngineRow
                    key={engine.id}
                    engine={engine}
                    cases={cases}
                    at={at}
                    openedId={openedId}
                    place={cellProps(row, 0, stopIn(row))}
                  />
                );
              })}
            </tbody>
          );
        })}
      </Table>
    </div>
  );
}

type EngineRowProps = Readonly<{
  engine: Engine;
  cases: number;
  at: Date;
  openedId: string | undefined;
  place: CellProps;
}>;

function EngineRow({ engine, cases, at, openedId, place }: EngineRowProps) {
  const { id, name, partners, state, last_seen_at, client } = engine;
  const navigate = useNavigate();
  const isOpened = id === openedId;
  const to = `${addressOf('engines')}&engine=${id}`;
  // Back leads out of the panel, not through every engine that was looked at.
  const replace = openedId !== undefined;
  const open = () => void navigate(to, { replace });
  const { runs, since } = describeRuns(engine, at);
  const result = describeCases(engine, cases);
  const notes = notesOf(engine, at);
  const isLate = state === 'behind' || state === 'unreachable';
  const look = { 'data-opened': isOpened || undefined, onClick: open };
  return (
    <>
      <tr {...look} className={classes.row} data-noted={notes.length > 0 || undefined}>
        <th scope="row">
          <PageLink
            to={to}
            replace={replace}
            className="ls-name ls-bold"
            aria-current={isOpened ? 'true' : undefined}
            onClick={(event) => event.stopPropagation()}
            {...place}
          >
            {name}
          </PageLink>
          <span className="ls-small ls-block ls-ink-3">{describePartners(partners)}</span>
        </th>
        <td>
          <div className={classes.runs}>
            {GLYPHS[state]}
            <span className={isLate ? 'ls-semi' : undefined}>{runs}</span>
            {since !== '' && <span className={`ls-small ${isLate ? 'ls-amber' : 'ls-ink-3'}`}>{since}</span>}
          </div>
        </td>
        <td>
          {last_seen_at !== null && (
            <>
              <Time moment={last_seen_at} now={at} format={formatTimeOrMoment} />
              <span className="ls-small ls-block ls-ink-3">
                {describeSeconds(Math.max(1, secondsBetween(last_seen_at, at)))} ago
              </span>
            </>
          )}
        </td>
        <td className="ls-break">
          {client}
          {result && (
            <span className={`ls-small ls-block ${result.passes ? 'ls-ink-3' : 'ls-red'}`}>{result.words}</span>
          )}
        </td>
        <td className="ls-right">
          <IconOpen size={15} aria-hidden className="ls-ink-4" />
        </td>
      </tr>
      {notes.length > 0 && (
        <tr {...look} className={classes.notes}>
          <td colSpan={COLUMNS.length}>
            {notes.map(({ tone, text }) => (
              <p key={text} className={`ls-row ls-small ls-top ls-break ${tone}`}>
                <IconWarning size={14} aria-hidden />
                {text}
              </p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

/** What someone should look at, below the engine. */
function notesOf(engine: Engine, at: Date) {
  const errors = describeErrors(engine, at).map((text) => ({ tone: 'ls-red', text }));
  const warning = warnOfToken(engine, at);
  return warning === undefined
    ? errors
    : [...errors, { tone: isShutOut(engine) ? 'ls-red' : 'ls-amber', text: warning }];
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
