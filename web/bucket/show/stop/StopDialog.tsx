import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { StopScope } from '#domain/bucket/stop.ts';
import { useApi } from '#web/api/client.tsx';
import { refreshBuckets } from '#web/bucket/query.ts';
import { useChange } from '#web/frame/useChange.ts';
import { Dialog } from '#web/kit/Dialog.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { ReasonField, useReason } from '#web/kit/ReasonField.tsx';
import { useApprovalsWord } from '#web/session/approvals.ts';

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

/** Stops one bucket or many at once, with a reason. */
export function StopDialog({ scope, count, question, children, onClose }: StopDialogProps) {
  const api = useApi();
  const { reason, check, field } = useReason();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const approvals = useApprovalsWord();
  const isOne = scope?.kind === 'buckets';
  const change = useChange({
    send: async () => {
      if (scope === undefined) return undefined;
      const sent =
        scope.kind === 'buckets' ? { kind: scope.kind, buckets: scope.buckets } : { ...scope, count: Number(typed) };
      return api.stopBuckets({ body: { scope: sent, reason } });
    },
    done: (answer) => answer && `${plural(answer.buckets, 'bucket')} ${agree(answer.buckets, 'is', 'are')} stopped`,
    failed: 'Failed to stop',
    apply: refreshBuckets,
    onDone: onClose,
    onFailed: refreshBuckets,
  });
  const isWrong = !isOne && typed.trim() !== String(count);
  const submit = () => {
    setTried(true);
    if (check() && scope !== undefined && count > 0 && !isWrong) void change.run();
  };
  return (
    <Dialog
      title={question}
      onClose={onClose}
      submit={isOne || scope === undefined ? 'Stop bucket' : `Stop ${plural(count, 'bucket')}`}
      danger
      disabled={scope === undefined || count === 0}
      change={change}
      onSubmit={submit}
    >
      {children}
      {scope !== undefined && (
        <p className="ls-ink-2">
          {count === 0
            ? 'Nothing here is running.'
            : `${agree(count, isOne ? 'It answers' : '1 bucket answers', `${count} buckets answer`)} no risk from now on. A restart takes a review with ${approvals} approvals.`}
        </p>
      )}
      <ReasonField
        {...field}
        onChange={(text) => {
          field.onChange(text);
          change.forget();
        }}
        isFirst
      />
      {!isOne && scope !== undefined && count > 0 && (
        <TextInput
          label="Number of buckets"
          description={`Type ${count} to confirm.`}
          required
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            change.forget();
          }}
          error={tried && isWrong && `Type ${count}.`}
        />
      )}
    </Dialog>
  );
}
