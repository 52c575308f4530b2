import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AuthorityProposal } from '#contract/authority.ts';
import type { AuthorityDecision } from '#domain/authority/proposal.ts';
import { refreshAuthority } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { ConfirmChange } from '#web/base/page/useConfirm.tsx';
import { formatDay, formatDayOrTime, inSentence } from '#web/kit/format.ts';
import { OptionalReason } from '#web/kit/ReasonField.tsx';
import { useNow } from '#web/kit/useNow.ts';
import { PROPOSAL_TITLES, wordsOf } from './authorityText.ts';
import { RuleSentence } from './RuleSentence.tsx';
import classes from './Authority.module.css';

/** What is proposed, by whom, and the buttons of those who decide about it. */
export function ProposalLine({ proposal }: Readonly<{ proposal: AuthorityProposal }>) {
  const { kind, by, at, refusal, is_own } = proposal;
  const now = useNow();
  const [asking, setAsking] = useState<AuthorityDecision>();
  return (
    <div className={`ls-grid ls-gap-4 ${classes.becomes}`}>
      <p className="ls-row ls-wrap ls-gap-6">
        <b>{PROPOSAL_TITLES[kind]}</b>
        <span className="ls-chip" data-tone="amber">
          {is_own ? 'Waits for a second person' : refusal === null ? 'Waits for you' : 'Waits for a second person'}
        </span>
      </p>
      <ProposalContent proposal={proposal} />
      <div className="ls-row ls-wrap ls-gap-12">
        <p className="ls-grow ls-small ls-ink-3">
          Proposed {inSentence(formatDayOrTime(at, now))} by {by.name}.{!is_own && refusal !== null && ` ${refusal}`}
        </p>
        {is_own && (
          <Button variant="default" size="xs" onClick={() => setAsking('withdraw')}>
            Withdraw
          </Button>
        )}
        {!is_own && refusal === null && (
          <div className="ls-row ls-fixed">
            <Button variant="default" size="xs" onClick={() => setAsking('decline')}>
              Decline
            </Button>
            <Button size="xs" onClick={() => setAsking('confirm')}>
              Confirm
            </Button>
          </div>
        )}
      </div>
      {asking && <DecisionDialog proposal={proposal} decision={asking} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

/** The rule, the deputy or the portfolio that it is about. */
export function ProposalContent({ proposal }: Readonly<{ proposal: AuthorityProposal }>) {
  const { kind, rule, deputy, portfolio } = proposal;
  if (portfolio) return <p className={portfolio.warning === null ? '' : 'ls-red'}>{portfolio.text}</p>;
  if (rule)
    return kind === 'remove_rule' ? (
      <s className="ls-ink-3">{<RuleSentence rule={rule} />}</s>
    ) : (
      <RuleSentence rule={rule} />
    );
  if (!deputy) return null;
  return (
    <p>
      <b>{deputy.deputy.name}</b> for {deputy.person.name}, {formatDay(deputy.first_day)} to{' '}
      {formatDay(deputy.last_day)}
    </p>
  );
}

type DecisionDialogProps = Readonly<{
  proposal: AuthorityProposal;
  decision: AuthorityDecision;
  onClose: () => void;
}>;

function DecisionDialog({ proposal, decision, onClose }: DecisionDialogProps) {
  const api = useApi();
  const [reason, setReason] = useState('');
  const words = wordsOf(proposal.kind, decision);
  return (
    <ConfirmChange
      size={proposal.rule ? 560 : 428}
      title={words.question}
      text={
        <>
          <p>{words.effect}</p>
          <div className="ls-above-8 ls-ink">
            <ProposalContent proposal={proposal} />
          </div>
          {decision === 'decline' && <OptionalReason value={reason} onChange={setReason} />}
        </>
      }
      submit={words.label}
      onClose={onClose}
      change={{
        send: () => api.decideAuthority({ params: { proposalId: proposal.id }, body: { decision, reason } }),
        done: words.done,
        failed: words.failed,
        apply: refreshAuthority,
        onFailed: refreshAuthority,
      }}
    />
  );
}
