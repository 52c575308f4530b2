import { Button, Checkbox, Modal, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { DraftNote } from '#contract/rollout.ts';
import { CHANGE_KINDS } from '#domain/bucket/change-kind.ts';
import { BUCKET_LIMITS } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { keyOf } from '#web/bucket/plan/editPlan.ts';
import { bucketName } from '#web/bucket/address.ts';
import { ChangeCounter } from '#web/kit/ChangeCounter.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { useSettings } from '#web/session/settings.tsx';
import type { DraftsState, ListedDraft } from './useDrafts.ts';

type SubmitDraftsProps = Readonly<{ opened: boolean; drafts: DraftsState; onClose: () => void }>;

/** One description for the selected drafts; reviewers see them as one set. */
export function SubmitDrafts({ opened, drafts, onClose }: SubmitDraftsProps) {
  const { chosen, failure, busy } = drafts;
  const [description, setDescription] = useState('');
  const [knows, setKnows] = useState(false);
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const { requiredApprovals } = useSettings();
  const facts = sumUp(drafts, chosen);
  const isMissing = description.trim() === '';
  const isUnknown = facts.broken > 0 && !knows;

  const submit = (send = drafts.save) => {
    setTried(true);
    if (isUnknown) box.current?.focus();
    else if (isMissing) field.current?.focus();
    else send({ description: description.trim(), broken_examples: facts.examples });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const isOne = chosen.length === 1;
  return (
    <Modal
      opened={opened && chosen.length > 0}
      onClose={onClose}
      title={isOne ? 'Submit for Review' : `Submit ${chosen.length} drafts together`}
      size={520}
      withCloseButton={false}
    >
      <form onSubmit={onSubmit}>
        <div className="ls-row ls-wrap ls-ink-2 ls-below-14">
          {CHANGE_KINDS.filter((kind) => facts.changes[kind] > 0).map((kind) => (
            <ChangeCounter key={kind} kind={kind} count={facts.changes[kind]} withLabel />
          ))}
        </div>
        <Facts facts={facts} />
        {facts.broken > 0 && (
          <Checkbox
            ref={box}
            className="ls-below-14"
            label={`I know that ${plural(facts.broken, 'example')} ${agree(facts.broken, 'breaks', 'break')}`}
            checked={knows}
            error={tried && isUnknown ? BUCKET_REFUSALS.description : undefined}
            onChange={(event) => setKnows(event.currentTarget.checked)}
          />
        )}
        <Textarea
          ref={field}
          label="Description"
          description={`What changes, and why. ${isOne ? '' : `One for all ${chosen.length} reviews. `}${requiredApprovals} people have to approve.`}
          required
          autosize
          minRows={3}
          maxRows={10}
          maxLength={BUCKET_LIMITS.description}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={tried && isMissing ? BUCKET_REFUSALS.description : undefined}
          data-autofocus
        />
        {failure && (
          <div className="ls-above-14">
            <ErrorState
              title={failure.title}
              detail={failure.detail}
              reference={failure.reference}
              {...(drafts.others > 0 && {
                retryLabel: `Submit the other ${drafts.others}`,
                retrying: busy,
                onRetry: () => submit(drafts.saveOthers),
              })}
            />
          </div>
        )}
        <div className="ls-dialog-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={drafts.stopReason !== undefined} title={drafts.stopReason}>
            {isOne ? 'Submit for Review' : `Submit ${chosen.length} together`}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

type Fact = 'broken' | 'gaps' | 'unusual';
const countOfFact = (note: DraftNote, of: Fact): number => (of === 'broken' ? note.broken.length : note[of]);

/** What the drafts change, break and leave open, added up. */
function sumUp({ notes }: DraftsState, chosen: readonly ListedDraft[]) {
  const noted = chosen.flatMap((draft) => {
    const note = notes?.get(keyOf(draft));
    return note ? [{ draft, note }] : [];
  });
  const sum = (of: Fact) => noted.reduce((total, { note }) => total + countOfFact(note, of), 0);
  const countOf = (kind: (typeof CHANGE_KINDS)[number]) =>
    chosen.reduce((total, { row }) => total + (row.draft?.changes[kind] ?? 0), 0);
  return {
    changes: Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, countOf(kind)])) as Record<
      (typeof CHANGE_KINDS)[number],
      number
    >,
    broken: sum('broken'),
    examples: noted.flatMap(({ note }) => note.broken.map(({ id }) => id)),
    gaps: sum('gaps'),
    unusual: sum('unusual'),
    noted,
  };
}

function Facts({ facts: { broken, gaps, unusual, noted } }: Readonly<{ facts: ReturnType<typeof sumUp> }>) {
  if (broken + gaps + unusual === 0) return null;
  const where = (of: Fact) =>
    noted.filter(({ note }) => countOfFact(note, of) > 0).map(({ draft }) => bucketName(draft));
  const line = (text: string, of: Fact) => (
    <li>
      <b>{text}</b> in {listNames(where(of))}
    </li>
  );
  return (
    <ul className="ls-list ls-notice ls-below-14" data-tone={broken + gaps > 0 ? 'red' : 'amber'}>
      {gaps > 0 && line(plural(gaps, 'gap'), 'gaps')}
      {broken > 0 && line(`${plural(broken, 'example')} ${agree(broken, 'breaks', 'break')}`, 'broken')}
      {unusual > 0 && line(plural(unusual, 'unusual value'), 'unusual')}
    </ul>
  );
}

const MAX_NAMES = 3;

const listNames = (names: readonly string[]): string =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join('; ')} and ${names.length - MAX_NAMES} more`
    : names.join('; ');
