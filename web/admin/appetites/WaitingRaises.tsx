import type { WaitingProposal } from '#contract/appetite.ts';
import type { Matrix } from '#web/admin/query.ts';
import { useApiQuery } from '#web/api/query.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { formatAgo } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { Time } from '#web/kit/Time.tsx';
import { useNow } from '#web/kit/useNow.ts';
import { proposalAddress } from '#web/review/address.ts';
import { ProposalDecision } from '#web/review/show/ProposalDecision.tsx';
import { stepsOf } from './appetiteSteps.ts';
import classes from './CellLine.module.css';

/** Raised appetites that wait for a second person, one row per request. */
export function WaitingRaises({ matrix }: Readonly<{ matrix: Matrix }>) {
  const raises = matrix.cells.flatMap(({ raise }) => raise ?? []);
  const waiting = raises.length;
  const proposals = new Set(raises.map(({ proposal }) => proposal));
  const { data } = useApiQuery('listAppetiteProposals', {}, { enabled: waiting > 0 });
  if (waiting === 0) return null;
  return (
    <section aria-label="Raised appetites" className="ls-notice ls-fixed ls-below-14" data-tone="amber">
      <p className="ls-bold">
        {plural(waiting, 'raised appetite')} {agree(waiting, 'waits', 'wait')} for a second person
      </p>
      <ul className="ls-list">
        {data === undefined &&
          [...proposals].map((id) => <li key={id} aria-hidden className={`ls-above-8 ${classes.place}`} />)}
        {data?.items.map((proposal) => (
          <Raises key={proposal.id} proposal={proposal} matrix={matrix} />
        ))}
      </ul>
    </section>
  );
}

function Raises({ proposal, matrix }: Readonly<{ proposal: WaitingProposal; matrix: Matrix }>) {
  const { id, by, at, reason, buckets } = proposal;
  const now = useNow();
  const raises = matrix.cells.flatMap(({ partner, cob, appetite: was, raise }) =>
    raise?.proposal === id ? [{ partner, cob, was, becomes: raise.becomes }] : [],
  );
  return (
    <li className="ls-row ls-wrap ls-gap-12 ls-above-8">
      <p className="ls-grow ls-ink-2">
        <PageLink to={proposalAddress(id)} className="ls-link">
          {plural(buckets, 'bucket')}
        </PageLink>{' '}
        by {by.name}, <Time moment={at} format={formatAgo} now={new Date(Math.max(now.getTime(), Date.parse(at)))} />
        {reason !== '' && `: “${reason}”`}
      </p>
      <ProposalDecision proposal={proposal} steps={stepsOf(matrix, raises)} />
    </li>
  );
}
