import { Button, Loader } from '@mantine/core';
import type { BucketUse } from '#contract/dial.ts';
import type { BucketImpact } from '#contract/impact-count.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { countBuckets, type DialUse } from '#domain/dial/use.ts';
import { grouped } from '#domain/dimension/format.ts';
import { explainWindowGap, selectShownGaps } from '#domain/impact/gap-words.ts';
import { countRisks, describePercent, FEWER_RISKS } from '#domain/impact/words.ts';
import { VALUE_KEYS, VALUES } from '#domain/value/registry.ts';
import { isWaiting } from '#web/base/api/isWaiting.ts';
import { useApiQuery, useApiPages } from '#web/base/api/query.ts';
import { valueText } from '#web/rule/changeWords.ts';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { OfferLink, PageLink } from '#web/base/page/PageLink.tsx';
import { ShowMore } from '#web/base/page/ShowMore.tsx';
import { Card } from '#web/kit/Card.tsx';
import { Logo } from '#web/kit/Logo.tsx';
import { Skeleton } from '#web/kit/Skeleton.tsx';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { AddToBucket } from './AddToBucket.tsx';
import classes from './BucketsCard.module.css';

const AT_FIRST = 5;

type BucketsCardProps = Readonly<{
  dialId: string;
  name: string;
  newestPublished: number | undefined;
  /** Known before its buckets: as many rows have their place while they are found. */
  use: DialUse;
}>;

const HEAD_HEIGHT = 84;
const ROW_HEIGHT = 49;

/** Where the dial is used. Errors stay local: the rest of the page does not depend on it. */
export function BucketsCard({ dialId, name, newestPublished, use }: BucketsCardProps) {
  const query = useApiPages('listDialBuckets', { params: { dialId } });
  const { data, hasNextPage } = query;
  const mayEdit = useMay()({ scope: 'bucket', action: 'edit' });

  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const list = useShowAll(items, AT_FIRST);
  const uses = [...use.live, ...use.drafts];
  const total = countBuckets(uses);
  const rows = Math.min(AT_FIRST, total);
  const skeleton = (
    <div className="ls-card ls-pad" style={{ minHeight: rows === 0 ? undefined : HEAD_HEIGHT + rows * ROW_HEIGHT }}>
      <div role="status" className="ls-row ls-gap-10 ls-ink-3 ls-below-14">
        <Loader size={18} />
        <span>Finding buckets containing this dial...</span>
      </div>
      <div aria-hidden>
        <Skeleton lines={3} />
      </div>
    </div>
  );
  if (data === undefined) return <Loaded query={query} title="Failed to fetch dial metadata" skeleton={skeleton} />;
  if (items.length === 0) {
    return (
      <Card>
        <div className="ls-row ls-wrap ls-spread ls-gap-10">
          <p className={`ls-row ls-gap-10 ls-ink-2 ${classes.none}`}>
            <Logo size={22} />
            This dial is not in any buckets yet, and therefore is not in use.
          </p>
          {newestPublished !== undefined && <AddToBucket name={name} />}
        </div>
      </Card>
    );
  }
  const outdated = uses.some((held) => isOlder(held, newestPublished));
  return (
    <Card
      title="Appears in the following buckets"
      note={<span className={`ls-num ls-chip ${classes.count}`}>{grouped(total)}</span>}
      padded={false}
      {...((list.count > 0 || (outdated && mayEdit)) && {
        aside: (
          <div className="ls-row ls-gap-12">
            <ShowAll list={list} label={hasNextPage ? 'Show more' : `Show all ${grouped(total)}`} />
            {outdated && mayEdit && (
              <Button component={OfferLink} to={`/dials/${dialId}/buckets/update`} variant="default" size="xs">
                Update in buckets
              </Button>
            )}
          </div>
        ),
      })}
    >
      <BucketsTable dialId={dialId} uses={items} shown={list.shown.length} newest={newestPublished} />
      {list.isWhole && (
        <div className="ls-pad">
          <ShowMore query={query} />
        </div>
      )}
    </Card>
  );
}

type BucketsTableProps = Readonly<{
  dialId: string;
  uses: readonly BucketUse[];
  shown: number;
  newest: number | undefined;
}>;

const partnerText = ({ partner }: BucketUse): string => `${partner.number} ${partner.name}`;
const ROW: RowFacts<BucketUse> = { key: ({ cob, partner, status }) => `${cob} ${partner.number} ${status}` };

function BucketsTable({ dialId, uses, shown, newest }: BucketsTableProps) {
  const impactOf = useVersionImpact(dialId, uses, newest);
  const columns: Columns<BucketUse> = [
    {
      head: 'Class',
      cell: (use) => (
        <>
          <ClassName use={use} />
          <span className={`ls-ink-2 ${classes.below}`}>{partnerText(use)}</span>
        </>
      ),
    },
    { head: 'Partner', className: classes.partner, cell: partnerText },
    { head: 'Position', className: `ls-right ${classes.position}`, cell: ({ position }) => position },
    {
      head: 'Version',
      className: `ls-nowrap ${classes.version}`,
      cell: (use) => (
        <>
          <span className="ls-tag">v{use.version}</span>
          {isOlder(use, newest) && (
            <span className={`ls-small ls-medium ls-amber ${classes.newer}`}>v{newest} available</span>
          )}
        </>
      ),
    },
    { head: 'Override', className: classes.override, cell: (use) => <Overrides use={use} /> },
    { head: 'Status', className: classes.status, cell: ({ status }) => <StatusChip status={status} /> },
    ...(impactOf ? [{ head: 'Risks that change', className: `ls-right ${classes.impact}`, cell: impactOf }] : []),
  ];
  return (
    <DataTable
      label="Buckets"
      rows={uses.slice(0, shown)}
      columns={columns}
      row={ROW}
      frame="card"
      className={`ls-table-fixed ${classes.table}`}
    />
  );
}

const isOlder = (use: Readonly<{ version: number }>, newest: number | undefined): newest is number =>
  newest !== undefined && use.version < newest;

/** What the newest version would change in each of these buckets; undefined if nothing can be shown. */
function useVersionImpact(dialId: string, uses: readonly BucketUse[], newest: number | undefined) {
  const mayView = useMay()({ scope: 'bucket', action: 'view' });
  // Optional: errors are not shown.
  const query = useApiQuery(
    'measureVersion',
    { params: { dialId, version: newest ?? 1 } },
    { enabled: mayView && uses.some((use) => isOlder(use, newest)), staleTime: 60_000, retry: false },
  );
  // The column has its place while it is measured.
  if (isWaiting(query)) return () => null;
  const { data } = query;
  if (data?.state !== 'measured') return undefined;
  const known = new Map(
    data.buckets
      .filter(({ all }) => all.risks > 0 || all.few)
      .map((one) => [`${one.cob} ${one.partner} ${one.version}`, one]),
  );
  if (!uses.some((use) => known.has(keyOf(use)))) return undefined;
  return (use: BucketUse) => {
    const found = isOlder(use, newest) ? known.get(keyOf(use)) : undefined;
    return (
      found && <VersionImpact impact={found} title={`v${newest} against ${data.portfolio.name}, on today’s date`} />
    );
  };
}

const keyOf = ({ cob, partner, version }: BucketUse): string => `${cob} ${partner.number} ${version}`;

function VersionImpact({ impact, title }: Readonly<{ impact: BucketImpact; title: string }>) {
  return (
    <>
      <ChangedRisks impact={impact} title={title} />
      {selectShownGaps(impact.gaps).map((gap) => (
        <p key={gap.dial_id} className={`ls-small ls-red ${classes.gap}`}>
          {explainWindowGap(gap)}
        </p>
      ))}
    </>
  );
}

function ChangedRisks({ impact: { all, changed }, title }: Readonly<{ impact: BucketImpact; title: string }>) {
  if (changed.few) return <span className="ls-small ls-ink-3">{FEWER_RISKS}</span>;
  if (changed.risks === 0) return <span className="ls-small ls-ink-3">none</span>;
  return (
    <span title={title} className="ls-nowrap">
      {countRisks(changed.risks)}, <span className="ls-ink-3">{describePercent(changed.risks, all.risks)}</span>
    </span>
  );
}

function ClassName({ use }: Readonly<{ use: BucketUse }>) {
  const mayView = useMay()({ scope: 'bucket', action: 'view' });
  const label = findClass(use.cob)?.label ?? use.cob;
  if (!mayView) return <span className="ls-name">{label}</span>;
  const address = `/syndicate/${use.partner.number}/bucket/${use.cob}${use.status === 'active' ? '' : '/draft'}`;
  return (
    <PageLink to={address} className="ls-name">
      {label}
    </PageLink>
  );
}

function Overrides({ use: { overrides } }: Readonly<{ use: BucketUse }>) {
  const texts = VALUE_KEYS.flatMap((key) => {
    const value = overrides[key];
    return value === undefined ? [] : `${VALUES[key].label} ${valueText(key, value)}`;
  });
  if (texts.length === 0) return <span className="ls-small ls-ink-3">none</span>;
  return <span className="ls-small ls-medium ls-violet">{texts.join(', ')}</span>;
}
