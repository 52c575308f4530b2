import { Button } from '@mantine/core';
import IconApproved from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconWaiting from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconRejected from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SetBucket } from '#contract/review.ts';
import { writeDay } from '#domain/day/day.ts';
import { formatShort, grouped } from '#domain/dimension/format.ts';
import { describeMeasuredDay, describePercent, FEWER_RISKS } from '#domain/impact/words.ts';
import { addSetImpacts } from '#domain/review/set-facts.ts';
import { goLiveDay } from '#domain/review/schedule.ts';
import { countChoice } from '#domain/review/round.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import type { Column, Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { ARROW_ROW, listArrowRows } from '#web/kit/arrowRows.ts';
import { Avatar, AvatarNames } from '#web/kit/Avatar.tsx';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { CHOICE_CLASSES, CHOICE_WORDS, OUTCOME_WORDS } from '#web/review/show/words.ts';
import { useMay } from '#web/base/session/session.tsx';
import { BucketName } from './Exceptions.tsx';
import { keyOf } from '#web/review/panel/reviewView.ts';
import { hasLeft, type SetView } from './setView.ts';
import classes from './ReviewSet.module.css';

type SetTableProps = Readonly<{
  view: SetView;
  /** Why a vote was refused, by bucket. */
  refused: ReadonlyMap<string, string>;
}>;

/** The buckets with their votes, each a link to vote on it alone. */
export function SetTable({ view, refused }: SetTableProps) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list, view);
  const navigate = useNavigate();
  const linked = useMay()({ scope: 'bucket', action: 'view' });
  const people = [...new Set(view.rows.flatMap(({ round }) => round.votes.map(({ by }) => by.name)))];
  const row: RowFacts<SetBucket> = {
    key: keyOf,
    ...(linked && { open: (bucket) => void navigate(addressIn(bucket)) }),
    below: (bucket) => {
      const refusal = refused.get(keyOf(bucket));
      return (
        refusal !== undefined && (
          <span className="ls-small ls-red">
            <span className="ls-hidden">{view.nameOf(bucket)}: </span>
            {refusal}
          </span>
        )
      );
    },
  };
  return (
    <div ref={list}>
      <AvatarNames value={people}>
        <DataTable
          label="Buckets of the set"
          rows={view.rows}
          columns={listColumns(view, linked)}
          row={row}
          className={`ls-table-fixed ${classes.table}`}
        />
      </AvatarNames>
    </div>
  );
}

const addressIn = (bucket: SetBucket): string =>
  bucketAddress(addressOf(bucket), bucket.round.outcome === 'approved' ? undefined : 'draft');

function listColumns(view: SetView, linked: boolean): Columns<SetBucket> {
  const measured = view.restartsOnly ? [] : view.rows.flatMap(({ impact }) => (impact ? [impact] : []));
  const hasImpact = measured.length > 0;
  const hasPremium = measured.some(({ premium }) => premium !== null);
  const totals = hasImpact && view.members.length > 1 ? describeTotals(view) : undefined;
  const columns: readonly (Column<SetBucket> | false)[] = [
    {
      head: 'Bucket',
      isRowHead: true,
      cell: (bucket) => <Bucket bucket={bucket} view={view} />,
      total: totals?.name,
    },
    {
      head: 'Approvals',
      className: classes.approvals,
      cell: (bucket) =>
        bucket.round.outcome === null ? <Approvals round={bucket.round} /> : <Outcome bucket={bucket} />,
    },
    { head: 'Your vote', width: 136, cell: (bucket) => <Mine bucket={bucket} /> },
    hasImpact && {
      head: 'Risks that change',
      className: classes.risks,
      cell: (bucket) => !hasLeft(bucket) && <Risks impact={bucket.impact} />,
      total: totals?.risks,
    },
    hasPremium && {
      head: 'Their premium',
      width: 108,
      className: 'ls-right ls-num',
      cell: (bucket) => !hasLeft(bucket) && premiumText(bucket.impact?.premium),
      total: totals?.premium,
    },
    {
      head: 'Open',
      isHeadHidden: true,
      width: 92,
      cell: (bucket) =>
        linked && (
          <Button
            component={PageLink}
            to={addressIn(bucket)}
            size="xs"
            variant="default"
            {...ARROW_ROW}
            data-track="Open"
            aria-label={`Open ${view.nameOf(bucket)}`}
          >
            Open
          </Button>
        ),
    },
  ];
  return columns.filter((column) => column !== false);
}

/** J and K move from row to row; on return the last opened row has the focus. */
function useRowKeys(list: RefObject<HTMLElement | null>, { rows }: SetView): void {
  const go = (by: number) => {
    const all = listArrowRows(list.current);
    const at = all.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    all[at < 0 ? 0 : Math.max(0, Math.min(at + by, all.length - 1))]?.focus();
  };
  useKeys(THIS_PAGE, [
    { keys: 'J', does: 'Next bucket', run: () => go(1) },
    { keys: 'K', does: 'Previous bucket', run: () => go(-1) },
    { keys: 'Enter', does: 'Open the bucket; Backspace comes back' },
  ]);
  const state: unknown = useLocation().state;
  const [opened] = useState(() => rows.findIndex((bucket) => keyOf(bucket) === openedIn(state)));
  useEffect(() => {
    listArrowRows(list.current)[opened]?.focus();
  }, [list, opened]);
}

function openedIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('opened' in state)) return undefined;
  const { partner, cob } = state.opened as ReturnType<typeof addressOf>;
  return `${partner}/${cob}`;
}

function Bucket({ bucket, view }: Readonly<{ bucket: SetBucket; view: SetView }>) {
  const { round } = bucket;
  const day = round.outcome === null ? goLiveDay(round) : null;
  return (
    <span className="ls-row ls-wrap ls-gap-6">
      <BucketName name={view.nameOf(bucket)} gone={hasLeft(bucket)} />
      {view.exceptions.has(keyOf(bucket)) && <span className="ls-chip">exception</span>}
      {view.hasDays && day !== null && <StatusChip status="draft_scheduled" label={`for ${writeDay(day)}`} />}
    </span>
  );
}

const premiumText = (premium: number | null | undefined): string =>
  premium === null || premium === undefined ? '' : formatShort(premium, 'usd');

/** All buckets of the set together; without a figure where one of them has none. */
function describeTotals({ rows }: SetView) {
  const members = rows.filter((bucket) => !hasLeft(bucket));
  const impacts = members.flatMap(({ impact }) => impact ?? []);
  const isWhole = impacts.length === members.length;
  const { count, day } = addSetImpacts(impacts);
  const { changed, all } = count;
  return {
    name: (
      <span className="ls-row ls-wrap ls-gap-6">
        <span>{`All ${members.length}`}</span>
        {isWhole && !changed.few && <span className="ls-small ls-ink-3 ls-normal">{describeMeasuredDay(day)}</span>}
      </span>
    ),
    risks:
      isWhole && !changed.few ? (
        <span className={`ls-num ${classes.impact}`}>
          <span className={classes.bar} data-none />
          <b className="ls-right">{grouped(changed.risks)}</b>
          <Share risks={changed.risks} of={all.risks} />
        </span>
      ) : (
        <span className="ls-small ls-ink-3">{isWhole ? FEWER_RISKS : 'Not measured for all'}</span>
      ),
    premium: <b>{isWhole && premiumText(changed.premium)}</b>,
  };
}

const Share = ({ risks, of }: Readonly<{ risks: number; of: number }>) => (
  <span className="ls-small ls-ink-3">
    {describePercent(risks, of)}
    <span className={classes.of}> of risks</span>
  </span>
);

function Approvals({ round: { votes, required } }: Readonly<{ round: SetBucket['round'] }>) {
  const approvals = votes.filter(({ choice, discounted }) => choice === 'approve' && discounted === null);
  const rejections = countChoice(votes, 'reject');
  return (
    <span className="ls-row ls-wrap ls-gap-6 ls-num">
      <span className="ls-bars" aria-hidden>
        {Array.from({ length: required }, (_, index) => (
          <span key={index} data-given={index < approvals.length || undefined} />
        ))}
      </span>
      <span className="ls-nowrap">{`${approvals.length} of ${required}`}</span>
      {approvals.map(({ by }) => (
        <span key={by.id} title={by.name} className="ls-inline">
          <Avatar name={by.name} size={22} />
          <span className="ls-hidden">by {by.name}</span>
        </span>
      ))}
      {rejections > 0 && <span className="ls-small ls-red ls-nowrap">{rejections} against</span>}
    </span>
  );
}

function Outcome({ bucket: { round, number } }: Readonly<{ bucket: SetBucket }>) {
  if (round.outcome === 'approved')
    return (
      <span className="ls-row ls-gap-6">
        <StatusChip status="draft_approved" />
        {number !== null && <span className="ls-tag">v{number}</span>}
      </span>
    );
  if (round.outcome === 'rejected') return <StatusChip status="draft_rejected" />;
  return <span className="ls-pill">{OUTCOME_WORDS.cancelled}</span>;
}

function Mine({ bucket: { mine, abilities, refusal, round } }: Readonly<{ bucket: SetBucket }>) {
  if (mine !== null) {
    const Icon = mine === 'approve' ? IconApproved : IconRejected;
    return (
      <span className={`ls-row ls-gap-4 ${CHOICE_CLASSES[mine]}`}>
        <Icon size={14} stroke={2.25} aria-hidden />
        {CHOICE_WORDS[mine]}
      </span>
    );
  }
  if (abilities.vote)
    return (
      <span className="ls-row ls-gap-4 ls-amber">
        <IconWaiting size={14} stroke={1.75} aria-hidden />
        Not voted yet
      </span>
    );
  if (round.outcome !== null || refusal === null) return null;
  return (
    <span className="ls-ink-3" title={refusal}>
      You cannot vote
    </span>
  );
}

function Risks({ impact }: Readonly<{ impact: SetBucket['impact'] }>) {
  if (impact === null) return <span className="ls-small ls-ink-3">Not measured</span>;
  const { changed, risks } = impact;
  if (changed === null) return <span className="ls-small ls-ink-3">{FEWER_RISKS}</span>;
  return (
    <span className={`ls-num ${classes.impact}`}>
      <span className={classes.bar} aria-hidden>
        {changed > 0 && <span style={{ width: `${(100 * changed) / risks}%` }} />}
      </span>
      <span className="ls-right">{grouped(changed)}</span>
      <Share risks={changed} of={risks} />
    </span>
  );
}
