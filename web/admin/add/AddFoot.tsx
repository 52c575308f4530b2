import { Button } from '@mantine/core';
import { APPETITE } from '#domain/appetite/appetite.ts';
import type { AddPlan } from './addPlan.ts';
import classes from './AddBuckets.module.css';

type AddFootProps = Readonly<{ plan: AddPlan; tried: boolean; said: string; busy: boolean; onCancel: () => void }>;

/** "7 new buckets, 1 new appetite", and the two ways on. */
export function AddFoot({ plan, tried, said, busy, onCancel }: AddFootProps) {
  const { buckets, changed, appetites } = plan;
  return (
    <div className={`ls-row ls-fixed ls-wrap ls-sunken ls-rule ${classes.foot}`}>
      <div className={classes.counts}>
        <span role="status">
          <b>{buckets}</b> new {buckets === 1 ? 'bucket' : 'buckets'}
          {changed > 0 && (
            <>
              , <b>{changed}</b> new {changed === 1 ? 'appetite' : 'appetites'}
            </>
          )}
        </span>
        <small>
          between {APPETITE.least} and {APPETITE.most}
        </small>
        {said !== '' && (
          <span role="status" className={`ls-small ls-block ls-ink-2 ${classes.said}`}>
            {said}
          </span>
        )}
        {tried && appetites.length === 0 && (
          <span role="alert" className={`ls-small ls-block ls-ink-2 ${classes.said}`}>
            Give at least one partner an appetite
          </span>
        )}
      </div>
      <Button variant="subtle" color="slate" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={busy} data-track="Add buckets">
        Add buckets
      </Button>
    </div>
  );
}
