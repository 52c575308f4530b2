import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Bucket, BucketVersion } from '#contract/bucket.ts';
import { type BucketEntries, sameEntries } from '#domain/bucket/entry.ts';
import { BUCKET_REFUSALS } from '#domain/bucket/policy.ts';
import { restoreVersion } from '#domain/bucket/restore.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useApiQuery } from '#web/base/api/query.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { listOf } from '#web/bucket/useEditing.ts';
import { TOASTS } from '#web/bucket/useSaving.ts';
import { isInReview, describeTheirChange } from '#web/bucket/draftWords.ts';
import { applySaved, refreshBucket, useBucketDials } from '#web/bucket/query.ts';
import { LiveTime } from '#web/bucket/LiveTime.tsx';
import { ListDifference } from '#web/change/ListDifference.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { DialogFrame, Refusal } from '#web/kit/Dialog.tsx';
import { formatAt } from '#web/kit/format.ts';
import { agree } from '#web/kit/plural.ts';
import { useSession } from '#web/base/session/session.tsx';

type RestoreDialogProps = Readonly<{ bucket: Bucket; number: number; onClose: () => void }>;

/** Makes a draft equal to an earlier version, after showing the changes. It goes live by the usual review. */
export function RestoreDialog({ bucket, number, onClose }: RestoreDialogProps) {
  const query = useApiQuery('getBucketVersion', { params: { ...addressOf(bucket), number } });
  return (
    <DialogFrame title={`Restore v${number}`} size={980} onClose={onClose}>
      <Loaded query={query} skeleton={8}>
        {(version) => <Restoring bucket={bucket} version={version} onClose={onClose} />}
      </Loaded>
    </DialogFrame>
  );
}

const DELETED_MEANWHILE =
  'A dial was deleted in the meantime and is left out now. Check the changes and restore again.';

type RestoringProps = Readonly<{ bucket: Bucket; version: BucketVersion; onClose: () => void }>;

function Restoring({ bucket, version, onClose }: RestoringProps) {
  const api = useApi();
  const navigate = useNavigate();
  const { person } = useSession();
  /** The base of the difference; a save is refused if the bucket changed since. */
  const [seen, setSeen] = useState(bucket);
  const [conflictMessage, setConflictMessage] = useState<string>();
  const [keepsExpired, setKeepsExpired] = useState(false);
  const [replaces, setReplaces] = useState(false);
  const [tried, setTried] = useState(false);
  const address = addressOf(bucket);
  const before = listOf(seen);
  const { entries, deleted, expired } = useMemo(() => restoreVersion(version, keepsExpired), [version, keepsExpired]);
  const dials = useBucketDials(useMemo(() => [...before, ...version.entries], [before, version]));
  const toasts = TOASTS[seen.draft === null ? 'create' : 'update'];

  const save = useChange({
    send: (_next: 'view' | 'submit') =>
      api.saveBucketDraft({ params: address, body: { entries } }, { ifMatch: seen.revision }),
    done: toasts[0],
    failed: toasts[1],
    apply: applySaved,
    onDone: (_saved, next) => {
      onClose();
      // Submit for Review says when it goes live.
      if (next === 'submit') void navigate(bucketAddress(address, 'edit'), { state: { restored: version.number } });
      else void navigate(bucketAddress(address, 'draft'));
    },
    onFailed: async (queries, { stale }) => {
      void refreshBucket(queries, address);
      const theirs = stale ? await api.getBucket({ params: address }).catch(() => undefined) : undefined;
      if (theirs === undefined) return;
      setConflictMessage(describeTheirChange(theirs, seen, undefined, person.id));
      setSeen(theirs);
      setReplaces(false);
      setTried(false);
      save.forget();
    },
  });

  const isSame = sameEntries(before, entries);
  const { draft } = seen;
  const restore = (next: 'view' | 'submit') => {
    setTried(true);
    if (draft === null || replaces) void save.run(next);
  };
  const isOff = isSame || isInReview(seen) || dials.isLoading;
  const namesOf = (list: BucketEntries) => list.map((pin) => dials.lookup(pin)?.data.name ?? 'A dial').join(', ');
  // A version is refused only if a dial was deleted since; then it is refetched.
  const isGone = save.failure?.field('entries') !== undefined;
  const refusal = isInReview(seen) ? BUCKET_REFUSALS.pending : isGone ? DELETED_MEANWHILE : save.failure?.detail;

  return (
    <>
      <div className="ls-grid ls-gap-12">
        <p className="ls-ink-2">
          Saves a draft equal to v{version.number}, <LiveTime version={version} />. It goes live by the usual review.
        </p>
        {conflictMessage !== undefined && (
          <p role="alert" className="ls-notice" data-tone="amber">
            {conflictMessage} Nothing was saved; the changes are now shown against that.
          </p>
        )}
        <Loaded query={dials} title="Failed to fetch dial metadata" skeleton={8}>
          {() => (
            <>
              {deleted.length > 0 && (
                <p className="ls-notice" data-tone="amber">
                  <b>{agree(deleted.length, 'A dial was', `${deleted.length} dials were`)} deleted since</b> and{' '}
                  {agree(deleted.length, 'is', 'are')} left out: {namesOf(deleted)}.
                </p>
              )}
              {expired.length > 0 && (
                <div className="ls-notice" data-tone="amber">
                  <p>
                    <b>{agree(expired.length, 'A dial has', `${expired.length} dials have`)} expired since</b> and{' '}
                    {agree(expired.length, 'is', 'are')} {keepsExpired ? 'kept' : 'left out'}: {namesOf(expired)}.
                  </p>
                  <Checkbox
                    className="ls-above-8"
                    size="xs"
                    label="Keep expired dials. They decide nothing until they are updated."
                    checked={keepsExpired}
                    onChange={({ currentTarget }) => setKeepsExpired(currentTarget.checked)}
                  />
                </div>
              )}
              <ListDifference
                before={before}
                after={entries}
                lookup={dials.lookup}
                note={draft === null ? `against live v${seen.live.number}` : 'against the draft as it is now'}
                same={`${draft === null ? `Live v${seen.live.number}` : 'The draft'} holds this already.`}
              />
            </>
          )}
        </Loaded>
        {draft !== null && !isInReview(seen) && !isSame && (
          <Checkbox
            label={`Replace the draft that ${draft.saved_by.id === person.id ? 'you' : draft.saved_by.name} saved ${formatAt(draft.saved_at)}`}
            error={tried && !replaces ? 'Tick this to replace the draft.' : undefined}
            checked={replaces}
            onChange={({ currentTarget }) => setReplaces(currentTarget.checked)}
          />
        )}
        <Refusal failure={refusal === undefined ? undefined : { detail: refusal }} />
      </div>
      <div className="ls-dialog-foot">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep as it is
        </Button>
        <Button variant="default" loading={save.busy} disabled={isOff} onClick={() => restore('submit')}>
          Restore and submit
        </Button>
        <Button loading={save.busy} disabled={isOff} data-track="Restore version" onClick={() => restore('view')}>
          Restore v{version.number}
        </Button>
      </div>
    </>
  );
}
