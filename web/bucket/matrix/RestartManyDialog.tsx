import { useNavigate } from 'react-router';
import type { BucketStop } from '#contract/bucket-stops.ts';
import type { DraftState } from '#domain/bucket/state.ts';
import { coversBucket } from '#domain/bucket/stop.ts';
import { MAX_SET_BUCKETS } from '#domain/review/set.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useApiQuery } from '#web/base/api/query.ts';
import {
  addressOf,
  bucketAddress,
  BUCKETS_ADDRESS,
  classLabel,
  partnerText,
  restartAddress,
  reviewSetAddress,
} from '#web/bucket/address.ts';
import { refreshBuckets } from '#web/bucket/query.ts';
import { RestartForm, TOASTS } from '#web/review/RestartDialog.tsx';
import type { SentSubmission } from '#web/review/Submission.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { usePhone } from '#web/kit/usePhone.ts';
import { useApprovalsWord } from '#web/base/session/approvals.ts';
import { type PageScope, useStopScope } from './StopManyDialog.tsx';
import classes from './RestartManyDialog.module.css';

type RestartManyDialogProps = PageScope & Readonly<{ onClose: () => void }>;

/**
 * Submits the restart of the stopped buckets of a class, of a partner, or of all, as one set of reviews. A bucket with an
 * open draft is left out: its restart would submit changes that nobody here has read.
 */
export function RestartManyDialog({ onClose, ...page }: RestartManyDialogProps) {
  const api = useApi();
  const navigate = useNavigate();
  const approvals = useApprovalsWord();
  const { scope, cells, name, field } = useStopScope(page);
  const { data } = useApiQuery('listStops', {});
  const covered = (data?.items ?? []).filter((bucket) => scope !== undefined && coversBucket(scope, addressOf(bucket)));
  const ready = covered.filter(({ draft }) => draft === null);
  const all = scope === undefined ? 0 : cells.filter((cell) => cell.stopped && coversBucket(scope, cell)).length;
  const change = useChange({
    send: (submission: SentSubmission) => {
      const buckets = ready.map((bucket) => ({ ...addressOf(bucket), revision: bucket.revision, edits: [] }));
      return api.saveDrafts({ body: { buckets, submit: submission } });
    },
    ...TOASTS,
    apply: refreshBuckets,
    onDone: ({ set }) => {
      onClose();
      void navigate(set === null ? `${BUCKETS_ADDRESS}?tab=pending_review` : reviewSetAddress(set));
    },
    onFailed: refreshBuckets,
  });
  return (
    <RestartForm
      question={`Restart ${name}?`}
      text={scope === undefined || data === undefined ? '' : describeReady(ready.length, all, approvals)}
      action={`Restart ${plural(ready.length, 'bucket')}`}
      buckets={ready.map(addressOf)}
      isEmpty={ready.length === 0}
      change={change}
      left={<LeftOut buckets={covered} beyond={data === undefined ? 0 : all - covered.length} />}
      onSubmit={(submission) => void change.run(submission)}
      onClose={onClose}
    >
      {field}
    </RestartForm>
  );
}

function describeReady(ready: number, all: number, approvals: string): string {
  if (all === 0) return 'Nothing here is stopped.';
  if (ready === 0) return 'None of these can restart on its own now.';
  return `${agree(ready, '1 bucket answers', `${ready} buckets answer`)} risks again, with the dials that are live, once ${approvals} people have approved ${agree(ready, 'it', 'them')}.`;
}

const REASONS = {
  draft: 'has a draft, restart it there',
  pending_review: 'is in review',
} as const satisfies Record<DraftState, string>;

type LeftOutProps = Readonly<{
  buckets: readonly BucketStop[];
  /** Stopped buckets beyond those that one set of reviews can hold. */
  beyond: number;
}>;

/** The stopped buckets that do not restart now, each with the reason and a link to where it does. */
function LeftOut({ buckets, beyond }: LeftOutProps) {
  // The edit page does not fit on a phone; the page of the draft says so.
  const isPhone = usePhone();
  const drafts = buckets.flatMap(({ draft, ...bucket }) => (draft === null ? [] : [{ ...bucket, draft }]));
  if (drafts.length === 0 && beyond <= 0) return null;
  return (
    <section aria-label="Not restarted" className="ls-notice" data-tone="amber">
      {drafts.length > 0 && <p className="ls-semi">{plural(drafts.length, 'bucket')} left out</p>}
      <ul className={`ls-list ${classes.drafts}`}>
        {drafts.map((bucket) => {
          const address = addressOf(bucket);
          const to = bucket.draft === 'draft' && !isPhone ? restartAddress(address) : bucketAddress(address, 'draft');
          return (
            <li key={`${address.partner} ${address.cob}`}>
              <PageLink to={to} className="ls-link">
                {classLabel(bucket.cob)}, {partnerText(bucket.partner)}
              </PageLink>{' '}
              {REASONS[bucket.draft]}
            </li>
          );
        })}
      </ul>
      {beyond > 0 && (
        <p>
          {plural(beyond, 'other')} afterwards: at most {MAX_SET_BUCKETS} restart at once.
        </p>
      )}
    </section>
  );
}
