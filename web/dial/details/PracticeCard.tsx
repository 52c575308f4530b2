import type { ReactNode } from 'react';
import type { Dial } from '#contract/dial.ts';
import type { DialPractice } from '#contract/practice.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import { grouped } from '#domain/dimension/format.ts';
import { capitalise } from '#domain/dimension/words.ts';
import { describePercent } from '#domain/impact/percent.ts';
import { describeLoss, describePeriod, describeReporters, describeVersions } from '#domain/practice/words.ts';
import { DEFAULT_PERIOD } from '#domain/practice/practice.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { DayBars } from '#web/kit/DayBars.tsx';
import { formatShortDay, formatTimeOrMoment } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { useNow } from '#web/kit/useNow.ts';
import { ShowAll, useShowAll } from '#web/kit/ShowAll.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { newestPublished } from './detailsAddress.ts';
import classes from './PracticeCard.module.css';

/** Engines report every minute. */
const REPORTED_MS = 60_000;
const AT_FIRST = 5;
const CHART_HEIGHT = 28;

type BucketRow = DialPractice['buckets'][number];

/** What engines decided with the dial in all its buckets. Its place is reserved: the number of buckets is known. */
export function PracticeCard({ dial }: Readonly<{ dial: Dial }>) {
  const query = useApiQuery(
    'getDialPractice',
    { params: { dialId: dial.id }, query: { days: DEFAULT_PERIOD } },
    { staleTime: REPORTED_MS },
  );
  const { data } = query;
  const buckets = dial.use.live.reduce((sum, use) => sum + use.buckets, 0);
  const unused = findUnusedVersion(dial, data?.in_versions ?? []);
  const content = (practice: DialPractice | undefined) => (
    <>
      <div className={classes.sum}>{practice && <Sum practice={practice} />}</div>
      <div
        className={classes.rows}
        style={{ minHeight: Math.min(buckets, AT_FIRST) * ROW_HEIGHT + (buckets > AT_FIRST ? MORE_HEIGHT : 0) }}
      >
        {practice && <Buckets rows={practice.buckets} leftOff={practice.left_off} />}
      </div>
      {unused !== undefined && (
        <p className="ls-small ls-ink-3 ls-above-8">v{unused} is live in no bucket, so it decided nothing yet.</p>
      )}
      <p className={`ls-small ls-ink-3 ls-above-8 ${classes.reporters}`}>
        {practice && <Reporters practice={practice} />}
      </p>
    </>
  );
  return (
    <Card
      title="In practice"
      aside={
        data && data.counted_from > data.from ? describePeriod({ ...data, period: DEFAULT_PERIOD }) : 'the last 30 days'
      }
    >
      <Loaded query={query} title="Failed to load decisions" skeleton={content(undefined)}>
        {content}
      </Loaded>
    </Card>
  );
}

const ROW_HEIGHT = 40;
const MORE_HEIGHT = 24;

/** The newest published version, if no bucket has it or had it in the period. */
function findUnusedVersion(dial: Dial, used: readonly number[]): number | undefined {
  const newest = newestPublished(dial)?.version;
  const isLive = dial.use.live.some(({ version }) => version === newest);
  return isLive || newest === undefined || used.includes(newest) ? undefined : newest;
}

type PartProps = Readonly<{ practice: DialPractice }>;

function Reporters({ practice: { reporting } }: PartProps): ReactNode {
  const now = useNow();
  const text = describeReporters(reporting, (moment) => formatTimeOrMoment(moment, now));
  const loss = describeLoss(reporting);
  return (
    <>
      {capitalise(text)}
      {loss && <span className="ls-amber">; {loss}</span>}
    </>
  );
}

function Sum({ practice }: PartProps) {
  const { decided, decisions, days, from, until } = practice;
  return (
    <>
      <p className="ls-row ls-spread ls-base">
        <span>
          <b className="ls-title ls-num">{grouped(decided)}</b> of {plural(decisions, 'decision')}
        </span>
        <span className="ls-small ls-num ls-ink-3">{describePercent(decided, decisions)}</span>
      </p>
      <div className={classes.chart}>
        <DayBars
          from={from}
          until={until}
          counts={new Map(days.map(({ day, decided: count }) => [day, count]))}
          height={CHART_HEIGHT}
          label={`${plural(decided, 'decision')} ${describePeriod({ ...practice, period: DEFAULT_PERIOD })}, by day`}
          titleOf={(day, count) => `${formatShortDay(day)}: ${grouped(count)}`}
        />
      </div>
      <p aria-hidden className="ls-row ls-spread ls-tiny ls-ink-3">
        <span>{formatShortDay(from)}</span>
        <span>today</span>
      </p>
    </>
  );
}

const versionsOf = ({ is_live, version, versions }: BucketRow): string | undefined =>
  describeVersions(versions, is_live ? version : undefined);

function Buckets({ rows, leftOff }: Readonly<{ rows: readonly BucketRow[]; leftOff: number }>) {
  const list = useShowAll(rows, AT_FIRST);
  const mayView = useMay()({ scope: 'bucket', action: 'view' });
  const namesClass = new Set(rows.map(({ cob }) => cob)).size > 1;
  const nameOf = ({ partner, cob }: BucketRow) =>
    `${partner.number} ${partner.name}${namesClass ? `, ${findClass(cob)?.label ?? cob}` : ''}`;
  return (
    <>
      <ul className="ls-list" aria-label="Decisions by bucket">
        {list.shown.map((row) => (
          <li
            key={`${row.partner.number} ${row.cob}`}
            className={classes.row}
            data-versions={versionsOf(row) !== undefined || undefined}
          >
            <span className="ls-row">
              {mayView ? (
                <PageLink
                  to={`/syndicate/${row.partner.number}/bucket/${row.cob}`}
                  className={`ls-clip ${classes.bucket}`}
                >
                  {nameOf(row)}
                </PageLink>
              ) : (
                <span className="ls-clip">{nameOf(row)}</span>
              )}
              {row.is_live ? (
                versionsOf(row) === undefined && <span className="ls-tag">v{row.version}</span>
              ) : (
                <span className="ls-small ls-ink-3 ls-nowrap">no longer in it</span>
              )}
              <span className="ls-push ls-num">{grouped(row.decided)}</span>
              <span className={`ls-small ls-ink-3 ls-num ls-right ls-fixed ${classes.share}`}>
                {describePercent(row.decided, row.decisions)}
              </span>
            </span>
            <span aria-hidden className={classes.track}>
              {row.versions
                .filter(({ decided }) => decided > 0)
                .toReversed()
                .map(({ version, decided }) => (
                  <span
                    key={version}
                    data-live={(row.is_live && version === row.version) || undefined}
                    style={{ width: `${(100 * decided) / Math.max(1, row.decisions)}%` }}
                  />
                ))}
            </span>
            <p className={`ls-tiny ls-ink-3 ls-num ls-clip ${classes.versions}`}>{versionsOf(row)}</p>
          </li>
        ))}
      </ul>
      <ShowAll list={list} label={leftOff === 0 ? undefined : `Show ${rows.length}`} className="ls-above-8" />
      {leftOff > 0 && (
        <p className="ls-small ls-ink-3">
          Those in which it decided most, of {plural(rows.length + leftOff, 'bucket')}.
        </p>
      )}
    </>
  );
}
