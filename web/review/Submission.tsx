import { Checkbox, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { joinNames } from '#domain/dimension/words.ts';
import type { Api } from '#web/base/api/nouns.ts';
import { type DatedBucket, isUndated, sentDays, type SetGoLive, WHEN_APPROVED } from './goLive.ts';
import { GoLiveField } from '#web/review/schedule/GoLiveField.tsx';
import { SignersNotice, type SubmittedBucket } from '#web/bucket/SignersNotice.tsx';
import { focusWrong } from '#web/kit/focus.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { ReasonField } from '#web/kit/ReasonField.tsx';
import classes from './Submission.module.css';

/** What was typed and ticked. Whoever holds it lets it outlive the form. */
export type SubmissionForm = Readonly<{
  description: string;
  /** The answer to a rejection. */
  reply: string;
  /** The ids of the examples that the tick is for. */
  acknowledged: string;
  /** Whether it ends the stops of its buckets. */
  restart: boolean;
  goLive: SetGoLive;
}>;

const EMPTY_FORM: SubmissionForm = {
  description: '',
  reply: '',
  acknowledged: '',
  restart: false,
  goLive: WHEN_APPROVED,
};

export type SubmissionFormState = Readonly<{ form: SubmissionForm; setForm: (form: SubmissionForm) => void }>;

/** Holds a form that begins with these parts, which are used until something is typed. */
export function useSubmissionForm(initial: Partial<SubmissionForm> = {}): SubmissionFormState {
  const [typed, setForm] = useState<SubmissionForm>();
  return { form: typed ?? { ...EMPTY_FORM, ...initial }, setForm };
}

/** What is sent. `days`: of buckets that go live on a day of their own, by key. */
export type SentSubmission = NonNullable<Parameters<Api['saveDrafts']>[0]['body']['submit']> &
  Readonly<{ days?: ReadonlyMap<string, string> }>;

type Example = Readonly<{ id: string; name: string }>;

type SubmissionOptions = SubmissionFormState &
  Readonly<{
    /** Those that may go live on different days. */
    buckets: readonly DatedBucket[];
    /** The examples that newly break. */
    broken?: readonly Example[];
    /** One of the drafts was rejected, and not changed since. */
    needsReply?: boolean;
    /** How many of the buckets are stopped: the form asks whether they restart. */
    stopped?: number;
    /** The restart is what is submitted: the form does not ask. */
    isRestart?: boolean;
    /** Why the last attempt was refused. */
    failure: unknown;
  }>;

export type Submission = ReturnType<typeof useSubmission>;

/** The state and the checks of a submission for review. */
export function useSubmission(options: SubmissionOptions) {
  const { form, setForm, buckets, broken = [], needsReply = false, stopped = 0, isRestart = false, failure } = options;
  const [attempts, setAttempts] = useState(0);
  const ids = broken.map(({ id }) => id);
  const acknowledged = ids.join(' ');
  const missing = {
    description: form.description.trim() === '',
    tick: broken.length > 0 && form.acknowledged !== acknowledged,
    reply: needsReply && form.reply.trim() === '',
    day: isUndated(form.goLive, buckets),
  };
  const restart = isRestart || (stopped > 0 && form.restart);
  const submit = (send: (submission: SentSubmission) => unknown) => {
    setAttempts((before) => before + 1);
    if (Object.values(missing).includes(true)) return;
    send({
      description: form.description.trim(),
      broken_examples: ids,
      ...(needsReply && { reply: form.reply.trim() }),
      ...(restart && { restart }),
      ...sentDays(form.goLive),
    });
  };
  return {
    form,
    change: (part: Partial<SubmissionForm>) => setForm({ ...form, ...part }),
    buckets,
    broken,
    acknowledged,
    needsReply,
    stopped,
    restart,
    missing,
    attempts,
    failure,
    /** Sends it, unless something is missing: then the first such field has the focus. */
    submit,
  };
}

type SubmissionFieldsProps = Readonly<{
  submission: Submission;
  /** What the description is about. */
  about: string;
  /** What has to be signed. */
  signed: readonly SubmittedBucket[];
  /** What is read first, with the place of the tick. Without it the tick names the examples. */
  facts?: (tick: ReactNode) => ReactNode;
  /** The dials that end before the day. */
  children?: ReactNode;
}>;

/** The fields of a submission for review. */
export function SubmissionFields({ submission, about, signed, facts, children }: SubmissionFieldsProps) {
  const { form, change, buckets, broken, needsReply, stopped, restart, missing, attempts, failure } = submission;
  const fields = useRef<HTMLDivElement>(null);
  const tried = attempts > 0;
  useEffect(() => {
    // A refusal may ask for a field that was not there before.
    if (attempts > 0 || failure) focusWrong(fields.current);
  }, [attempts, failure]);
  const tick = broken.length > 0 && <AcknowledgeTick submission={submission} isNamed={facts === undefined} />;
  return (
    <div ref={fields} className="ls-grid ls-gap-12">
      {facts?.(tick)}
      <Textarea
        label="Description"
        description={about}
        required
        autosize
        minRows={3}
        maxRows={8}
        maxLength={BUCKET_LIMITS.description}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={tried && missing.description ? BUCKET_REFUSALS.description : undefined}
        data-autofocus
      />
      {facts === undefined && tick}
      {needsReply && (
        <ReasonField
          label="Reply to the rejection"
          description="Nothing has changed since. Say why it should be approved now."
          value={form.reply}
          error={tried && missing.reply ? 'Required' : undefined}
          onChange={(reply) => change({ reply })}
        />
      )}
      {stopped > 0 && <RestartTick submission={submission} />}
      <GoLiveField value={form.goLive} buckets={buckets} tried={tried} onChange={(goLive) => change({ goLive })} />
      {children}
      <SignersNotice buckets={signed} restart={restart} />
    </div>
  );
}

/** "I know that 2 examples break", recorded with the round. */
function AcknowledgeTick({ submission, isNamed }: Readonly<{ submission: Submission; isNamed: boolean }>) {
  const { form, change, broken, acknowledged, missing, attempts } = submission;
  const isMissing = attempts > 0 && missing.tick;
  return (
    <Checkbox
      size="xs"
      className={`ls-sunken ${classes.tick}`}
      label={
        <>
          I know that {plural(broken.length, 'example')} {agree(broken.length, 'breaks', 'break')}{' '}
          <span aria-hidden className="ls-red">
            *
          </span>
        </>
      }
      description={isNamed && joinNames(broken.map(({ name }) => name))}
      required
      checked={form.acknowledged === acknowledged}
      error={isMissing && 'Required'}
      aria-invalid={isMissing}
      onChange={(event) => change({ acknowledged: event.currentTarget.checked ? acknowledged : '' })}
    />
  );
}

/** Whether the submission also ends the stops of its buckets. */
function RestartTick({ submission: { form, change, buckets, stopped } }: Readonly<{ submission: Submission }>) {
  const all = buckets.length;
  const which = agree(all, '', `${stopped} of ${all} ${agree(stopped, 'is', 'are')} stopped. `);
  const they = agree(stopped, 'It answers', 'They answer');
  return (
    <Checkbox
      label={agree(all, 'Restart the bucket', 'Restart these buckets')}
      description={
        which +
        (form.restart
          ? `${they} risks again once this is live.`
          : `Left out, ${agree(stopped, 'the bucket stays', 'they stay')} stopped once this is live.`)
      }
      checked={form.restart}
      onChange={(event) => change({ restart: event.currentTarget.checked })}
    />
  );
}
