import { Button, Select } from '@mantine/core';
import type { Bucket } from '#contract/bucket.ts';
import type { Review } from '#contract/review.ts';
import { totalChanges } from '#domain/bucket/change-kind.ts';
import { countChanges, diffEntries } from '#domain/bucket/diff.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { plural } from '#web/kit/plural.ts';
import { describeError } from '#web/api/describeError.ts';
import { YOUR_VOTE } from '#web/review/show/words.ts';
import { Bound, CommentField, NotCountedNotice, VoteButtons } from './formParts.tsx';
import type { CommentedDial, ReviewState } from './useReviewing.ts';
import classes from './ReviewForm.module.css';
// Loads the select styles with the page.
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { useMemo } from 'react';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#web/api/client.tsx';
import { addressOf } from '#web/bucket/address.ts';
import { reviewImpactQuery, useBucketDials } from '#web/bucket/query.ts';

type ReviewFormProps = Readonly<{ bucket: Bucket; review: Review; reviewing: ReviewState }>;

export function ReviewForm({ bucket, review, reviewing }: ReviewFormProps) {
  const { abilities, mine, refusal, vote_not_counted: notCounted } = review;
  const { text, dial, reply, missing, field, vote, comment, stale } = reviewing;
  const hasImpact = useHasImpact(bucket);
  const error = stale ? null : (vote.error ?? comment.error);
  const working = vote.isPending || comment.isPending;
  if (!abilities.vote && !abilities.comment && refusal === null) return null;
  return (
    <div className={`ls-grid ls-gap-10 ls-fixed ls-sunken ls-rule ${classes.foot}`}>
      {stale && <ChangedNotice onRead={() => void reviewing.readAgain()} />}
      {(abilities.vote || abilities.comment) && (
        <CommentField
          field={field}
          text={text}
          onType={reviewing.type}
          mayVote={abilities.vote}
          missing={missing}
          autofocus={reviewing.writing}
        />
      )}
      {abilities.comment && (
        <div className="ls-flex ls-gap-8">
          {reply === null ? (
            <AboutField bucket={bucket} value={dial} onChange={reviewing.about} />
          ) : (
            <p className="ls-row ls-wrap ls-grow ls-small ls-ink-2 ls-gap-8">
              <span>
                Reply to <b>{reply.by.name}</b>
              </span>
              <button type="button" className="ls-link" onClick={() => reviewing.write()}>
                Cancel
              </button>
            </p>
          )}
          <Button
            variant="default"
            data-track="Comment"
            disabled={text.trim() === '' || working}
            loading={comment.isPending}
            onClick={() => comment.mutate()}
          >
            {reply === null ? 'Comment' : 'Reply'}
          </Button>
        </div>
      )}
      {error !== null && (
        <p role="alert" className="ls-notice" data-tone="red">
          {describeError(error)}
        </p>
      )}
      {abilities.vote && (
        <>
          {notCounted !== null && <NotCountedNotice text={notCounted} />}
          <VoteButtons
            casting={vote.isPending ? vote.variables : undefined}
            isOff={() => stale || working}
            approveLabel="Approve"
            onCast={reviewing.cast}
          />
          <Bound>
            {mine !== null && <b className="ls-ink-2">{YOUR_VOTE[mine]}. </b>}
            {reviewing.makesLive && <b className="ls-ink-2">{liveText(bucket)} </b>}
            Your vote {notCounted === null ? 'counts for' : 'is on'} exactly this content
            {hasImpact && ' and this impact'}. You may change it until the round ends.
          </Bound>
          <ConfirmDialog
            opened={reviewing.isConfirming}
            question={`Make v${bucket.live.number + 1} live?`}
            consequence={
              <>
                <p>{liveText(bucket)}</p>
                <p className="ls-above-4">It takes the place of v{bucket.live.number} at once.</p>
              </>
            }
            confirmLabel="Approve and make live"
            cancelLabel="Continue reviewing"
            onConfirm={() => reviewing.confirm(true)}
            onCancel={() => reviewing.confirm(false)}
          />
        </>
      )}
      {!abilities.vote && refusal !== null && <Bound>{refusal}</Bound>}
    </div>
  );
}

/** Whether the page shows the draft's impact on a portfolio. */
function useHasImpact(bucket: Bucket): boolean {
  const { data } = useQuery({
    ...reviewImpactQuery(useApi(), addressOf(bucket)),
    enabled: bucket.draft?.review != null,
  });
  return data !== undefined && data.stored.length > 0;
}

/** "Your approval makes v13 live, with 4 changes." */
function liveText({ live, draft }: Bucket): string {
  const changes = totalChanges(countChanges(diffEntries(live.entries, draft?.entries ?? live.entries)));
  return `Your approval makes v${live.number + 1} live, with ${plural(changes, 'change')}.`;
}

/** The draft changed. The text stays, and votes wait until it was read. */
function ChangedNotice({ onRead }: Readonly<{ onRead: () => void }>) {
  return (
    <div role="alert" className={`ls-notice ls-grid ls-gap-4 ls-ink-2 ${classes.changed}`} data-tone="amber">
      <p className="ls-amber ls-bold">The draft changed while you were reading.</p>
      <p>Your comment is still here. Please read the draft again before you vote.</p>
      <Button variant="default" size="xs" data-track="Read again" onClick={onRead}>
        Read again
      </Button>
    </div>
  );
}

type AboutFieldProps = Readonly<{
  bucket: Bucket;
  /** Null is the whole draft. */
  value: CommentedDial | null;
  onChange: (dial: CommentedDial | null) => void;
}>;

const WHOLE = '';

/** The subject of the comment: the whole draft, one of its dials, or one that it removes. */
function AboutField({ bucket: { draft, live }, value, onChange }: AboutFieldProps) {
  const entries = draft?.entries ?? live.entries;
  const removed = useMemo(() => {
    const kept = new Set(entries.map(({ dial_id }) => dial_id));
    return live.entries.filter(({ dial_id }) => !kept.has(dial_id));
  }, [entries, live.entries]);
  const { lookup } = useBucketDials(entries);
  const { lookup: lookupRemoved } = useBucketDials(removed);
  const names = useMemo(() => {
    const nameOf = (entry: BucketEntry) =>
      (lookup(entry) ?? lookupRemoved(entry))?.data.name ?? 'A dial that cannot be read';
    return new Map([...entries, ...removed].map((entry) => [entry.dial_id, nameOf(entry)]));
  }, [entries, removed, lookup, lookupRemoved]);
  const data = useMemo(() => {
    const labelled = (label: (name: string, index: number) => string) => (entry: BucketEntry, index: number) => ({
      value: entry.dial_id,
      label: label(names.get(entry.dial_id) ?? '', index),
    });
    return [
      { value: WHOLE, label: 'On the whole draft' },
      ...entries.map(labelled((name, index) => `${index + 1}. ${name}`)),
      ...removed.map(labelled((name) => `${name} (removed)`)),
    ];
  }, [entries, removed, names]);
  return (
    <Select
      aria-label="What the comment is about"
      data={data}
      value={value?.id ?? WHOLE}
      onChange={(id) => onChange(id === null || id === WHOLE ? null : { id, name: names.get(id) ?? '' })}
      className="ls-grow"
      allowDeselect={false}
      searchable
      maxDropdownHeight={280}
      comboboxProps={{ position: 'top-start', width: 320 }}
      nothingFoundMessage="No matching dial in this draft"
    />
  );
}
