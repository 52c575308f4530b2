import { useState } from 'react';
import type { RaiseDecision } from '#domain/appetite/proposal.ts';
import { useApi } from '#web/base/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { ConfirmChange } from '#web/base/page/useConfirm.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { OptionalReason } from '#web/kit/ReasonField.tsx';
import { applyProposal, refreshProposals } from '#web/review/query.ts';
import { type AppetiteStep, AppetiteSteps } from '#web/review/AppetiteSteps.tsx';

const WORDS = {
  confirm: {
    question: (what: string) => `Raise ${what}?`,
    label: 'Raise',
    done: (what: string) => `${what} raised`,
    failed: 'Failed to raise appetites',
  },
  decline: {
    question: (what: string) => `Decline to raise ${what}?`,
    label: 'Decline',
    done: (what: string) => `${what} not raised`,
    failed: 'Failed to decline',
  },
  withdraw: {
    question: (what: string) => `Withdraw the raise of ${what}?`,
    label: 'Withdraw',
    done: (what: string) => `Raise of ${what} withdrawn`,
    failed: 'Failed to withdraw',
  },
} as const satisfies Record<RaiseDecision, object>;

type DecisionDialogProps = Readonly<{
  id: string;
  decision: RaiseDecision;
  steps: readonly AppetiteStep[];
  onClose: () => void;
}>;

/** Asks before a decision, listing each appetite before and after. */
export function DecisionDialog({ id, decision, steps, onClose }: DecisionDialogProps) {
  const api = useApi();
  const [reason, setReason] = useState('');
  const what = plural(steps.length, 'appetite');
  const words = WORDS[decision];
  return (
    <ConfirmChange
      title={words.question(what)}
      text={
        <>
          {decision === 'confirm' && <p>{agree(steps.length, 'It applies', 'They apply')} at once.</p>}
          <AppetiteSteps steps={steps} />
          {decision === 'decline' && <OptionalReason value={reason} onChange={setReason} />}
        </>
      }
      submit={words.label}
      onClose={onClose}
      change={{
        send: () =>
          api.decideAppetiteProposal({
            params: { proposalId: id },
            body: { decision, reason: decision === 'decline' ? reason : '', buckets: steps.map(addressOf) },
          }),
        done: words.done(what),
        failed: words.failed,
        apply: applyProposal,
        onFailed: refreshProposals,
      }}
    />
  );
}
