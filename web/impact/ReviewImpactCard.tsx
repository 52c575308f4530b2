import { Button, SegmentedControl } from '@mantine/core';
import IconStored from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Bucket } from '#contract/bucket.ts';
import { isRestartOnly } from '#domain/bucket/restart.ts';
import { describeRestartOnly, STOPPED_IMPACT } from '#domain/bucket/stop.ts';
import type { Metric } from '#domain/impact/distribution.ts';
import { describeOccasion, describeUnmeasured, shortHash } from '#domain/impact/words.ts';
import { measurementOf } from '#domain/review/measured.ts';
import { useApi } from '#web/base/api/client.tsx';
import { addressOf, classLabel } from '#web/bucket/address.ts';
import { refreshReviewImpact } from '#web/bucket/query.ts';
import { CapacityPart } from '#web/impact/capacity/CapacityPart.tsx';
import { ImpactView } from './ImpactView.tsx';
import { tryAddress } from '#web/risk/useTriedRisk.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { FailureNote } from '#web/base/page/FetchError.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyLine } from '#web/kit/EmptyLine.tsx';
import { formatDayOrTime, formatTimeOrMoment, inSentence } from '#web/kit/format.ts';
import { Time } from '#web/kit/Time.tsx';
import { copyText } from '#web/kit/copyText.ts';
import { useMay } from '#web/base/session/session.tsx';
import { CountedIn } from '#web/impact/measure/ImpactHead.tsx';
import type { ReviewImpact } from './useReviewImpact.tsx';
import classes from './ReviewImpactCard.module.css';

type Read = NonNullable<ReviewImpact['query']['data']>;
type Stored = Read['stored'][number];

type ReviewImpactCardProps = Readonly<{ bucket: Bucket; impact: ReviewImpact }>;

/** The draft's impact on the portfolio, as measured for its round; earlier measurements on request. */
export function ReviewImpactCard({ bucket, impact: { query, show } }: ReviewImpactCardProps) {
  const { data } = query;
  if (isRestartOnly(bucket.live.entries, bucket.draft))
    return <EmptyLine title="Impact">{describeRestartOnly(1)}</EmptyLine>;
  if (data === undefined)
    return <Loaded query={query} title="Failed to load the impact" skeleton={<Card title="Impact" waiting={18} />} />;
  const measured = measurementOf(data.stored);
  if (measured === undefined) return <Missing bucket={bucket} missing={data.missing} />;
  return <StoredCard bucket={bucket} read={data} measured={measured} onFigure={show} />;
}

type StoredCardProps = Readonly<{
  bucket: Bucket;
  read: Read;
  /** The one that every other place shows. */
  measured: Stored;
  onFigure: ReviewImpact['show'];
}>;

function StoredCard({ bucket, read, measured, onFigure }: StoredCardProps) {
  const [shown, setShown] = useState<number>();
  const [counted, setCounted] = useState<Metric>('risks');
  const { pathname, search } = useLocation();
  const stored = (shown === undefined ? undefined : read.stored[shown]) ?? measured;
  const { capacity, impact, portfolio, largest, day } = stored;
  const isCurrent = isOf(stored, read);
  const hasNewLimits = read.has_new_limits && stored === read.stored.at(-1);
  return (
    <Card
      title="Impact"
      padded={false}
      note={
        <span className="ls-row ls-wrap">
          <span>
            {portfolio.name}, loaded {inSentence(formatDayOrTime(portfolio.loaded_at))}
          </span>
          <HashTag hash={portfolio.hash} />
        </span>
      }
      aside={<StoredNote stored={stored} read={read} />}
    >
      <div className="ls-ruled">
        {bucket.stop && <p className={`ls-ink-2 ${classes.bar}`}>{STOPPED_IMPACT}</p>}
        {(!isCurrent || hasNewLimits || read.stored.length > 1) && (
          <div className={`ls-row ls-wrap ${classes.bar}`}>
            {read.stored.length > 1 && (
              <SegmentedControl
                aria-label="Measured"
                data={read.stored.map(({ measured_at, at_submit }, index) => ({
                  value: String(index),
                  label: `${at_submit ? 'At submit' : 'Measured'} ${formatTimeOrMoment(measured_at)}`,
                }))}
                value={String(read.stored.indexOf(stored))}
                onChange={(value) => setShown(Number(value))}
              />
            )}
            {!isCurrent && <MovedOn bucket={bucket} stored={stored} read={read} />}
            {isCurrent && hasNewLimits && <NewLimits bucket={bucket} />}
          </div>
        )}
        <ImpactView
          density="page"
          impact={impact}
          day={day}
          counted={counted}
          largest={largest}
          onFigure={isCurrent ? onFigure : undefined}
          control={<CountedIn impact={impact} counted={counted} onChange={setCounted} />}
          tryRisk={({ risk }) => tryAddress(`${pathname}${search}`, day === null ? risk : { ...risk, date: day })}
        />
        {capacity && capacity.limits.length > 0 && (
          <CapacityPart
            capacity={capacity}
            portfolio={portfolio}
            onFigure={isCurrent ? onFigure : undefined}
            className={classes.capacity}
          />
        )}
      </div>
    </Card>
  );
}

/** The first and the last four characters; a click copies the whole hash. */
function HashTag({ hash }: Readonly<{ hash: string }>) {
  return (
    <button
      type="button"
      className={`ls-tag ls-num ls-surface ${classes.hash}`}
      title="Copy the whole hash"
      aria-label={`Copy the hash of the portfolio, ${shortHash(hash)}`}
      onClick={() => void copyText(hash, 'Hash copied to clipboard')}
    >
      {shortHash(hash)}
    </button>
  );
}

/** Whether it is still current: against the live version, with the portfolio in use. */
const isOf = ({ is_used, against }: Stored, { live }: Read): boolean =>
  is_used && (against === null || against === live);

type NoteProps = Readonly<{ stored: Stored; read: Read }>;

/** When it was stored, and whether measuring again gives the same result, which only the newest shows. */
function StoredNote({ stored, read }: NoteProps) {
  const { measured_at, at_submit } = stored;
  const unchanged = stored === read.stored.at(-1) ? read.unchanged : null;
  const when = (
    <>
      {describeOccasion({ atSubmit: at_submit, isFirst: stored === read.stored[0] })}{' '}
      <Time moment={measured_at} format={formatTimeOrMoment} />
    </>
  );
  if (unchanged === false)
    return (
      <span className="ls-row ls-gap-6 ls-amber">
        <IconWarning size={15} aria-hidden /> <span>{when}; measured now, the same gives another result</span>
      </span>
    );
  return (
    <span className="ls-row ls-gap-6 ls-ink-2">
      <IconStored size={15} aria-hidden className="ls-green" />
      <span>
        {when}
        {unchanged === true && ', unchanged since'}
      </span>
    </span>
  );
}

type MovedOnProps = Readonly<{ bucket: Bucket; stored: Stored; read: Read }>;

/** Live or the portfolio changed since. The new measurement stands beside the stored one and never replaces it. */
function MovedOn({ bucket, stored: { is_used, against }, read }: MovedOnProps) {
  const seesReview = useMay()({ scope: 'review', action: 'view' });
  return (
    <>
      <span className="ls-amber">
        {is_used
          ? `Measured against live v${against}, now v${read.live}`
          : 'Stored with a portfolio that is no longer used for Impact'}
      </span>
      {seesReview && !read.stored.some((one) => isOf(one, read)) && <MeasureAgain bucket={bucket} />}
    </>
  );
}

/** Limits were imported since; what was measured with the others stays. */
function NewLimits({ bucket }: Readonly<{ bucket: Bucket }>) {
  const seesReview = useMay()({ scope: 'review', action: 'view' });
  return (
    <>
      <span className="ls-amber">Other limits were imported since</span>
      {seesReview && <MeasureAgain bucket={bucket} />}
    </>
  );
}

function MeasureAgain({ bucket }: Readonly<{ bucket: Bucket }>) {
  const api = useApi();
  const address = addressOf(bucket);
  const { run, busy, failure } = useChange({
    send: () => api.measureReviewAgain({ params: address }),
    failed: 'Failed to measure again',
    apply: (queries) => refreshReviewImpact(queries, address),
  });
  return (
    <>
      <Button variant="default" size="xs" loading={busy} data-track="Measure again" onClick={() => void run()}>
        Measure again
      </Button>
      <FailureNote failure={failure} />
    </>
  );
}

type MissingProps = Readonly<{ bucket: Bucket; missing: Read['missing'] }>;

/** One line if nothing is stored. */
function Missing({ bucket, missing }: MissingProps) {
  if (missing === null || missing === 'no-round') return null;
  return <EmptyLine title="Impact">{describeUnmeasured(missing, 'then', classLabel(bucket.cob))}</EmptyLine>;
}
