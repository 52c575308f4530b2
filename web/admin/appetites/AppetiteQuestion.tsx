import { useState } from 'react';
import { splitSteps } from '#domain/appetite/proposal.ts';
import type { Matrix } from '#web/admin/query.ts';
import { ConfirmDialog } from '#web/kit/Dialog.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { OptionalReason } from '#web/kit/ReasonField.tsx';
import { AppetiteSteps } from '#web/review/AppetiteSteps.tsx';
import { type AppetiteChange, stepsOf } from './appetiteSteps.ts';

type AppetiteQuestionProps = Readonly<{
  matrix: Matrix;
  changes: readonly AppetiteChange[];
  /** `reason`: why appetites are raised. */
  onConfirm: (reason: string) => void;
  onClose: () => void;
}>;

/** Asks before live appetites change, listing each before and after, and which wait for a second person. */
export function AppetiteQuestion({ matrix, changes, onConfirm, onClose }: AppetiteQuestionProps) {
  const [reason, setReason] = useState('');
  const what = plural(changes.length, 'appetite');
  const { lowered, raised } = splitSteps(changes);
  return (
    <ConfirmDialog
      title={`Change ${what}?`}
      submit={`Change ${what}`}
      keep="Continue editing"
      onConfirm={() => {
        onClose();
        onConfirm(raised.length > 0 ? reason : '');
      }}
      onClose={onClose}
      text={
        <>
          {lowered.length > 0 && (
            <p>
              {lowered.length} {agree(lowered.length, 'is lowered and applies', 'are lowered and apply')} at once.
            </p>
          )}
          {raised.length > 0 && (
            <p>
              {raised.length} {agree(raised.length, 'is raised and waits', 'are raised and wait')} until a second person
              confirms {agree(raised.length, 'it', 'them')}.
            </p>
          )}
          <AppetiteSteps
            steps={stepsOf(
              matrix,
              changes.map(({ appetite: becomes, ...change }) => ({ ...change, becomes })),
            )}
            showsWait
          />
          {raised.length > 0 && (
            <OptionalReason label="Reason for the second person (optional)" value={reason} onChange={setReason} />
          )}
        </>
      }
    />
  );
}
