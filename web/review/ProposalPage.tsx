import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import type { AppetiteProposal } from '#contract/appetite.ts';
import { type RaiseOutcome } from '#domain/appetite/proposal.ts';
import { maySeeProposals } from '#domain/appetite/permission.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf, bucketAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { AppPage } from '#web/base/page/AppPage.tsx';
import type { Columns, RowFacts, Selection } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { isMissing } from '#web/base/page/FetchError.tsx';
import { LinkButton, PageLink } from '#web/base/page/PageLink.tsx';
import { Avatar } from '#web/kit/Avatar.tsx';
import { Card } from '#web/kit/Card.tsx';
import { formatAgo } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { toggled } from '#web/kit/toggled.ts';
import { Time } from '#web/kit/Time.tsx';
import { useNow } from '#web/kit/useNow.ts';
import { BeforeAfter } from './AppetiteSteps.tsx';
import { ProposalDecision } from './ProposalDecision.tsx';
import { useMay, useSession } from '#web/base/session/session.tsx';

const PATH = [{ label: 'Home', to: '/' }, { label: 'Raised appetites' }] as const;
const PARENT = { to: '/', name: 'Home' } as const;

type Raise = AppetiteProposal['buckets'][number];
const keyOf = ({ partner, cob }: Raise): string => `${partner.number} ${cob}`;

/** Raised appetites that were proposed together: a second person confirms or declines them, all or some. */
export function ProposalPage() {
  const { proposalId = '' } = useParams();
  const query = useApiQuery('getAppetiteProposal', { params: { proposalId } });
  const watched = useMay()({ scope: 'bucket', action: 'view' });
  const { permissions } = useSession();
  const { search } = useLocation();
  const { data, error } = query;
  // The server shows one's own proposals to anybody, so only its answer decides.
  if (data === undefined && (permissions === undefined || !maySeeProposals(permissions))) {
    if (query.isPending) return null;
    if (error !== null && isMissing(error)) return <Navigate to={{ pathname: '/', search }} replace />;
  }
  return (
    <>
      {watched && <Watch />}
      {/* The head of the proposal is higher on a phone: it takes the place of the other, and moves nothing. */}
      <AppPage
        key={data?.id ?? 'waiting'}
        title={data === undefined ? 'Raised appetites' : titleOf(data)}
        subtitle={PATH}
        parent={PARENT}
        {...(data?.buckets.some(({ closed }) => closed === null) && {
          status: <StatusChip status="review_requested" />,
        })}
      >
        <Loaded
          query={query}
          title="Failed to load the raised appetites"
          skeleton={<Card title="Buckets" waiting={4} />}
          missing={{
            title: 'This proposal does not exist',
            text: 'Raised appetites wait here for a second person, but there are none at this address.',
            action: <LinkButton to="/" label="View reviews" />,
          }}
        >
          {(proposal) => <Proposal key={proposal.id} proposal={proposal} />}
        </Loaded>
      </AppPage>
    </>
  );
}

const titleOf = ({ buckets }: AppetiteProposal): string => `Raise the appetite of ${plural(buckets.length, 'bucket')}`;

function Watch() {
  useBucketWatch();
  return null;
}

const OUTCOMES = {
  confirmed: 'Confirmed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  superseded: 'Superseded',
} as const satisfies Record<RaiseOutcome, string>;

const ROW: RowFacts<Raise> = { key: keyOf };
const nameOf = ({ cob, partner }: Raise): string => `${classLabel(cob)}, ${partnerText(partner)}`;

const COLUMNS: Columns<Raise> = [
  { head: 'Bucket', cell: (raise) => <Bucket raise={raise} /> },
  { head: 'Appetite', className: 'ls-right ls-num', cell: (raise) => <BeforeAfter {...raise} /> },
  {
    head: 'State',
    cell: ({ closed }) =>
      closed === null ? (
        <span className="ls-amber">Waits</span>
      ) : (
        <span className="ls-ink-2">
          {OUTCOMES[closed.outcome]} by {closed.by.name}
        </span>
      ),
  },
];

function Bucket({ raise }: Readonly<{ raise: Raise }>) {
  const mayOpen = useMay()({ scope: 'bucket', action: 'view' });
  const label = classLabel(raise.cob);
  return (
    <>
      {mayOpen ? (
        <PageLink to={bucketAddress(addressOf(raise))} className="ls-link">
          {label}
        </PageLink>
      ) : (
        label
      )}
      <span className="ls-small ls-block ls-ink-3">{partnerText(raise.partner)}</span>
    </>
  );
}

function Proposal({ proposal }: Readonly<{ proposal: AppetiteProposal }>) {
  const { by, at, reason, buckets, refusal, is_own } = proposal;
  const now = useNow();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const waiting = buckets.filter(({ closed }) => closed === null);
  const chosen = waiting.filter((raise) => !left.has(keyOf(raise)));
  const canChoose = waiting.length > 1 && (refusal === null || is_own);
  const select: Selection<Raise> = {
    isChosen: (raise) => raise.closed === null && !left.has(keyOf(raise)),
    pick: (raises) => setLeft((before) => raises.map(keyOf).reduce(toggled<string>, before)),
    label: (raise) => (raise.closed === null ? nameOf(raise) : undefined),
  };
  // It may be newer than the page.
  const seen = new Date(Math.max(now.getTime(), Date.parse(at)));
  return (
    <div className="ls-grid ls-gap-16">
      <div className="ls-flex ls-gap-12">
        <Avatar name={by.name} />
        <div className="ls-grow">
          <p className="ls-ink-3">
            <b className="ls-ink">{by.name}</b> proposed to raise {plural(buckets.length, 'appetite')}{' '}
            <Time moment={at} format={formatAgo} now={seen} />
          </p>
          {reason !== '' && <p className="ls-lines ls-above-2">{reason}</p>}
        </div>
      </div>
      <Card
        title="Buckets"
        padded={false}
        note={waiting.length === 0 ? undefined : `${waiting.length} of ${buckets.length} wait for a second person`}
      >
        <DataTable
          label="Raised appetites"
          rows={buckets}
          columns={COLUMNS}
          row={ROW}
          frame="card"
          {...(canChoose && { select })}
        />
        {waiting.length > 0 && (
          <div className="ls-row ls-wrap ls-pad ls-rule">
            <p className="ls-grow ls-small ls-ink-3">
              {canChoose ? `${chosen.length} of ${waiting.length} chosen` : ''}
            </p>
            <ProposalDecision proposal={proposal} steps={chosen} />
          </div>
        )}
      </Card>
    </div>
  );
}
