import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { StopScope } from '#domain/bucket/stop.ts';
import { useApi } from '#web/base/api/client.tsx';
import { refreshBuckets } from '#web/bucket/query.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { Dialog } from '#web/kit/Dialog.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { ReasonField } from '#web/kit/ReasonField.tsx';
import { useApprovalsWord } from '#web/base/session/approvals.ts';

type StopDialogProps = Readonly<{
  /** The buckets to stop; undefined: not chosen yet. */
  scope: StopScope | undefined;
  /** How many are running now; more than one are typed by the person. */
  count: number;
  /** "Stop Cargo, 9101 Alder?" */
  question: string;
  /** Chooses the scope. */
  children?: ReactNode;
  onClose: () => void;
}>;

type StopForm = Readonly<{ reason: string; /** The number of buckets, typed. */ typed: string }>;

/** Stops one bucket or many at once, with a reason. */
export function StopDialog({ scope, count, question, children, onClose }: StopDialogProps) {
  const api = useApi();
  const approvals = useApprovalsWord();
  const isOne = scope?.kind === 'buckets';
  const change = useChange({
    send: async ({ reason, typed }: StopForm) => {
      if (scope === undefined) return undefined;
      const sent =
        scope.kind === 'buckets' ? { kind: scope.kind, buckets: scope.buckets } : { ...scope, count: Number(typed) };
      return api.stopBuckets({ body: { scope: sent, reason: reason.trim() } });
    },
    done: (answer) => answer && `${plural(answer.buckets, 'bucket')} ${agree(answer.buckets, 'is', 'are')} stopped`,
    failed: 'Failed to stop',
    apply: refreshBuckets,
    onDone: onClose,
    onFailed: refreshBuckets,
  });
  const form = useForm<StopForm>({
    initial: { reason: '', typed: '' },
    check: (values) => ({
      ...requireFields(values, 'reason'),
      typed: !isOne && values.typed.trim() !== String(count) ? `Type ${count}.` : undefined,
    }),
    change,
    send: change.run,
  });
  return (
    <Dialog
      title={question}
      onClose={onClose}
      submit={isOne || scope === undefined ? 'Stop bucket' : `Stop ${plural(count, 'bucket')}`}
      danger
      disabled={scope === undefined || count === 0}
      change={change}
      fields={['reason']}
      onSubmit={form.submit}
    >
      {children}
      {scope !== undefined && (
        <p className="ls-ink-2">
          {count === 0
            ? 'Nothing here is running.'
            : `${agree(count, isOne ? 'It answers' : '1 bucket answers', `${count} buckets answer`)} no risk from now on. A restart takes a review with ${approvals} approvals.`}
        </p>
      )}
      <ReasonField {...form.field('reason')} isFirst />
      {!isOne && scope !== undefined && count > 0 && (
        <TextInput
          label="Number of buckets"
          description={`Type ${count} to confirm.`}
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.text('typed')}
        />
      )}
    </Dialog>
  );
}
