import { Button } from '@mantine/core';
import type { Bucket } from '#contract/bucket.ts';
import { writeDay } from '#domain/day/day.ts';
import { describeStop } from '#domain/bucket/stop.ts';
import { addressOf, bucketAddress, restartAddress } from '#web/bucket/address.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { laterDialog } from '#web/base/page/later.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { formatMoment, inSentence } from '#web/kit/format.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { usePhone } from '#web/kit/usePhone.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './StopStrip.module.css';

const RestartDialog = laterDialog(async () => (await import('./RestartDialog.tsx')).RestartDialog);

/** On every page of a stopped bucket: who stopped it, when and why, and how it starts again. */
export function StopStrip({ bucket }: Readonly<{ bucket: Bucket }>) {
  const restart = useDialog((close) => <RestartDialog bucket={bucket} onClose={close} />);
  const now = useNow();
  const { stop } = bucket;
  if (stop === null) return null;
  return (
    <section className={`ls-notice ls-row ls-wrap ls-below-16 ${classes.strip}`} data-tone="red" aria-label="Stopped">
      <StatusChip status="stopped" glyphOnly />
      <div className={`ls-grow ${classes.text}`}>
        <p className="ls-semi">{describeStop({ by: stop.by.name, when: inSentence(formatMoment(stop.at, now)) })}</p>
        <p className="ls-lines ls-break ls-ink">{stop.reason}</p>
      </div>
      <NextStep bucket={bucket} onRestart={restart} />
    </section>
  );
}

/** Restart it; or the review of the restart. */
function NextStep({ bucket, onRestart }: Readonly<{ bucket: Bucket; onRestart: () => void }>) {
  const isPhone = usePhone();
  const { abilities, draft } = bucket;
  const address = addressOf(bucket);
  const review = draft?.review;
  if (review?.restart)
    return (
      <PageLink to={bucketAddress(address, 'draft')} className="ls-link">
        {review.approved_at !== null && review.live_on !== null
          ? `Restart is approved for ${writeDay(review.live_on)}`
          : 'Restart is in review'}
      </PageLink>
    );
  if (review) return <p className="ls-small">The draft in review does not restart it.</p>;
  if (!abilities.restart) return null;
  if (draft === null)
    return (
      <Button variant="default" onClick={() => onRestart()}>
        Restart
      </Button>
    );
  // A draft is submitted on the edit page, which shows what it does and does not fit on a phone.
  return isPhone ? (
    <p className="ls-small">
      It restarts together with its draft. Submit both on a wider screen, where Edit Bucket shows what the draft
      changes.
    </p>
  ) : (
    <Button variant="default" component={PageLink} to={restartAddress(address)}>
      Restart
    </Button>
  );
}
