import { Button, Modal, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { CHANGE_KINDS } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { useEditor } from '#web/bucket/draft/editor.ts';
import { UnusualValues, useUnusual } from '#web/bucket/findings/UnusualValues.tsx';
import { unsavedText } from '#web/bucket/draft/words.ts';
import { useSettings } from '#web/session/settings.tsx';
import type { Failure } from '#web/bucket/draft/useSaving.ts';
import { agree } from '#web/kit/plural.ts';

export type SubmitDialogProps = Readonly<{
  unsaved: number;
  /** Outlives the dialog, so that the text is still there when it opens again. */
  description: string;
  onDescription: (text: string) => void;
  failure: Failure | undefined;
  working: boolean;
  onSubmit: () => void;
  onClose: () => void;
}>;

export function SubmitDialog(props: SubmitDialogProps) {
  const { unsaved, description, onDescription, failure, working, onSubmit, onClose } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [tried, setTried] = useState(false);
  const empty = description.trim() === '';
  const { bucket, entries, lookup } = useEditor();
  const unusual = useUnusual(bucket, entries, lookup);
  const { requiredApprovals } = useSettings();
  const submit = () => {
    setTried(true);
    if (empty) field.current?.focus();
    else onSubmit();
  };
  return (
    <Modal opened onClose={onClose} title="Submit for Review" size={520} withCloseButton={false}>
      <Counts />
      <Textarea
        ref={field}
        label="Description"
        description={`What changes, and why. Reviewers read it first; ${requiredApprovals} of them have to approve.`}
        required
        autosize
        minRows={3}
        maxRows={10}
        maxLength={BUCKET_LIMITS.description}
        value={description}
        onChange={(event) => onDescription(event.currentTarget.value)}
        error={tried && empty ? BUCKET_REFUSALS.description : undefined}
        data-autofocus
      />
      {/* Listed here and to the reviewers. They stop nothing, but nothing is submitted before they can be read. */}
      <div className="ls-above-14">
        {unusual?.length ? (
          <UnusualValues unusual={unusual} entries={entries} lookup={lookup} />
        ) : (
          <p className="ls-small ls-ink-3">{unusual ? 'No unusual values found.' : 'Looking for unusual values…'}</p>
        )}
      </div>
      {unsaved > 0 && (
        <p className="ls-small ls-ink-2 ls-above-8">
          {agree(unsaved, 'Your unsaved change is', `Your ${unsavedText(unsaved)} are`)} saved to the draft first.
        </p>
      )}
      {failure !== undefined && (
        <div className="ls-above-14">
          <ErrorState
            title={failure.title}
            {...(failure.detail && { detail: failure.detail })}
            reference={failure.reference}
          />
        </div>
      )}
      <div className="ls-dialog-foot">
        <Button variant="default" onClick={onClose}>
          Continue Editing
        </Button>
        <Button loading={working} disabled={unusual === undefined} onClick={submit}>
          Submit for Review
        </Button>
      </div>
    </Modal>
  );
}

/** What reviewers will see: the working copy against live. */
function Counts() {
  const { bucket, entries } = useEditor();
  const counts = countChanges(diffEntries(bucket.live.entries, entries));
  return (
    <div className="ls-row ls-wrap ls-ink-2 ls-below-14">
      <span>Against live v{bucket.live.number}</span>
      {CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
        <ChangeCounter key={kind} kind={kind} count={counts[kind]} withLabel />
      ))}
    </div>
  );
}
