import type { AuthorityProposal } from '#contract/authority.ts';
import { useApiPages } from '#web/api/query.ts';
import { listItems, Loaded } from '#web/frame/Loaded.tsx';
import { ShowMore } from '#web/frame/ShowMore.tsx';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { formatMoment, inSentence } from '#web/kit/format.ts';
import { describeOutcome } from './authorityText.ts';
import { ProposalContent } from './ProposalLine.tsx';
import classes from './Authority.module.css';

/** Who changed what, and when. */
export function HistoryDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const history = useApiPages('listAuthorityHistory', {});
  return (
    <DialogFrame title="History of authority" size={740} onClose={onClose}>
      <Loaded
        query={listItems(history)}
        title="Failed to load the history"
        skeleton={6}
        empty={<p className="ls-ink-2">Nothing was decided yet.</p>}
      >
        {(items) => (
          <ol className="ls-list ls-ruled" aria-busy={history.isFetchingNextPage}>
            {items.map((proposal) => (
              <Item key={proposal.id} proposal={proposal} />
            ))}
          </ol>
        )}
      </Loaded>
      <ShowMore query={history} className="ls-above-12" />
    </DialogFrame>
  );
}

function Item({ proposal }: Readonly<{ proposal: AuthorityProposal }>) {
  const { by, at, closed } = proposal;
  return (
    <li className={`ls-grid ls-gap-4 ${classes.past}`}>
      <p className="ls-semi">{describeOutcome(proposal)}</p>
      <ProposalContent proposal={proposal} />
      <p className="ls-small ls-ink-3">
        Proposed by {by.name} {inSentence(formatMoment(at))}
        {closed && closed.outcome !== 'withdrawn' && `, ${closed.outcome} by ${closed.by.name}`}
        {closed && closed.outcome === 'withdrawn' && ', withdrawn'}
        {closed && ` ${inSentence(formatMoment(closed.at))}`}.
      </p>
      {closed && closed.reason !== '' && <p className="ls-ink-2">“{closed.reason}”</p>}
    </li>
  );
}
