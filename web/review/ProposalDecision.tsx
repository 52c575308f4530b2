import { Button } from '@mantine/core';
import type { RaiseDecision } from '#domain/appetite/proposal.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { laterDialog } from '#web/base/page/later.tsx';
import type { AppetiteStep } from './AppetiteSteps.tsx';

const DecisionDialog = laterDialog(() =>
  import('#web/review/show/DecisionDialog.tsx').then((module) => module.DecisionDialog),
);

type ProposalDecisionProps = Readonly<{
  proposal: Readonly<{ id: string; refusal: string | null; is_own: boolean }>;
  /** What the decision is about. */
  steps: readonly AppetiteStep[];
}>;

/** Confirm and Decline for a second person, Withdraw for the proposer; for everyone else, why not. */
export function ProposalDecision({ proposal: { id, refusal, is_own }, steps }: ProposalDecisionProps) {
  const ask = useDialog<RaiseDecision>((close, decision) => (
    <DecisionDialog id={id} decision={decision} steps={steps} onClose={close} />
  ));
  const disabled = steps.length === 0;
  return (
    <>
      {!is_own && refusal !== null && <p className="ls-small ls-ink-2">{refusal}</p>}
      {is_own && (
        <Button variant="default" size="xs" disabled={disabled} onClick={() => ask('withdraw')}>
          Withdraw
        </Button>
      )}
      {refusal === null && (
        <div className="ls-row ls-fixed">
          <Button variant="default" size="xs" disabled={disabled} onClick={() => ask('decline')}>
            Decline
          </Button>
          <Button size="xs" disabled={disabled} onClick={() => ask('confirm')}>
            Confirm
          </Button>
        </div>
      )}
    </>
  );
}
