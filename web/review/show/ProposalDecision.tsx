import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RaiseDecision } from '#domain/appetite/proposal.ts';
import { laterDialog } from '#web/frame/later.tsx';
import type { AppetiteStep } from './AppetiteSteps.tsx';

const DecisionDialog = laterDialog(() => import('./DecisionDialog.tsx').then((module) => module.DecisionDialog));

type ProposalDecisionProps = Readonly<{
  proposal: Readonly<{ id: string; refusal: string | null; is_own: boolean }>;
  /** What the decision is about. */
  steps: readonly AppetiteStep[];
}>;

/** Confirm and Decline for a second person, Withdraw for the proposer; for everyone else, why not. */
export function ProposalDecision({ proposal: { id, refusal, is_own }, steps }: ProposalDecisionProps) {
  const [asking, setAsking] = useState<RaiseDecision>();
  const disabled = steps.length === 0;
  return (
    <>
      {!is_own && refusal !== null && <p className="ls-small ls-ink-2">{refusal}</p>}
      {is_own && (
        <Button variant="default" size="xs" disabled={disabled} onClick={() => setAsking('withdraw')}>
          Withdraw
        </Button>
      )}
      {refusal === null && (
        <div className="ls-row ls-fixed">
          <Button variant="default" size="xs" disabled={disabled} onClick={() => setAsking('decline')}>
            Decline
          </Button>
          <Button size="xs" disabled={disabled} onClick={() => setAsking('confirm')}>
            Confirm
          </Button>
        </div>
      )}
      {asking !== undefined && (
        <DecisionDialog id={id} decision={asking} steps={steps} onClose={() => setAsking(undefined)} />
      )}
    </>
  );
}
