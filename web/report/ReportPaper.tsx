import type { ReactNode } from 'react';
import type { MonthlyReport } from '#contract/report.ts';
import { writeDay, writeMonth } from '#domain/day/day.ts';
import { grouped } from '#domain/dimension/format.ts';
import {
  describeCompared,
  describeEngines,
  describeExpectation,
  MIN_COMPARED,
  VERDICT_TEXT,
} from '#domain/practice/expected.ts';
import { REPORT_ENDS_DAYS } from '#domain/practice/report.ts';
import { bucketAddress, classLabel, partnerText, versionAddress } from '#web/bucket/address.ts';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { utcDay } from '#web/kit/format.ts';
import { Logo } from '#web/kit/Logo.tsx';
import paper from '#web/kit/Paper.module.css';
import { PaperTable } from '#web/kit/PaperTable.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { useNow } from '#web/kit/useNow.ts';
import classes from './Report.module.css';

type ReportPaperProps = Readonly<{ cob: string; month: string; report: MonthlyReport }>;

/** The report on consecutive sheets. */
export function ReportPaper({ cob, month, report }: ReportPaperProps) {
  const { changes, idle, ends, left_off } = report;
  const isEmpty = changes.length + idle.length + ends.length === 0;
  return (
    <article data-paper className={`ls-card ${paper.paper}`} aria-label={`${classLabel(cob)}, ${writeMonth(month)}`}>
      <p className="ls-row ls-ink-2 ls-bold ls-below-14">
        <Logo size={20} /> Lineslip
      </p>
      <h2 className={paper.title}>
        {classLabel(cob)}, {writeMonth(month)}
      </h2>
      <Summary report={report} />
      <Owner record={report.record} />
      {isEmpty ? (
        <p className="ls-above-16">
          No version went live, no dial is known to have decided nothing, and none ends within {REPORT_ENDS_DAYS} days.
        </p>
      ) : (
        <>
          <Part title="What changed" none="No version went live." count={changes.length} leftOff={left_off.changes}>
            <Changes cob={cob} report={report} />
          </Part>
          <Part
            title="Dials that decided nothing"
            none={`None, among buckets with at least ${MIN_COMPARED} decisions.`}
            count={idle.length}
            leftOff={left_off.idle}
          >
            <Idle cob={cob} idle={idle} />
          </Part>
          <Part
            title={`Dials that end within ${REPORT_ENDS_DAYS} days`}
            none="None."
            count={ends.length}
            leftOff={left_off.ends}
          >
            <Ends ends={ends} />
          </Part>
        </>
      )}
    </article>
  );
}

/** The days, the decisions, and who reports them since when. */
function Summary({ report: { from, until, buckets, decisions, reporting } }: Pick<ReportPaperProps, 'report'>) {
  return (
    <p className="ls-small ls-ink-3 ls-above-4">
      {writeDay(from)} to {writeDay(until)} (UTC), {plural(buckets, 'bucket')} with dials,{' '}
      {plural(decisions, 'decision')}.{' '}
      {reporting.since === null
        ? 'No engine has reported decisions, so there is nothing to compare with what was expected.'
        : `${describeEngines(reporting)} ${agree(reporting.engines, 'reports', 'report')}, since ${writeDay(utcDay(new Date(reporting.since)))}.`}
      {reporting.dropped > 0 && ` ${plural(reporting.dropped, 'decision')} could not be counted.`}
    </p>
  );
}

/** Who answers for the class, and when it is reviewed next. */
function Owner({ record: { owner, next_review, is_overdue } }: Pick<MonthlyReport, 'record'>) {
  const review =
    next_review === null
      ? 'No review day is set.'
      : `${is_overdue ? 'Its review was due' : 'Next review'} ${writeDay(next_review)}.`;
  return (
    <p className="ls-small ls-ink-3">
      {owner === null ? 'No owner.' : `Owner: ${owner.name}.`}{' '}
      <span className={is_overdue ? 'ls-amber ls-semi' : undefined}>{review}</span>
    </p>
  );
}

type PartProps = Readonly<{
  title: string;
  none: string;
  count: number;
  leftOff: number;
  children: ReactNode;
}>;

function Part({ title, none, count, leftOff, children }: PartProps) {
  return (
    <section aria-label={title} className={paper.part}>
      <h3>{title}</h3>
      {count === 0 ? (
        <p className="ls-small ls-ink-3">{none}</p>
      ) : (
        // A wide table scrolls within the paper; the keyboard reaches it.
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={`${title}, table`}>
          {children}
        </div>
      )}
      {leftOff > 0 && <p className="ls-small ls-ink-3 ls-above-8">And {grouped(leftOff)} more.</p>}
    </section>
  );
}

function Changes({ cob, report: { changes, reporting } }: Pick<ReportPaperProps, 'cob' | 'report'>) {
  const now = useNow();
  return (
    <PaperTable label="What changed" heads={['Partner', 'Version', 'Change', 'Expected', 'So far']}>
      {changes.map((change) => {
        const { partner, version, live_at, description, submitted_by, approved_by, expected, verdict } = change;
        const isOff = verdict === 'more' || verdict === 'fewer';
        return (
          <tr key={`${partner.number} ${version}`}>
            <td>
              <PageLink
                to={bucketAddress({ partner: partner.number, cob }) + versionAddress({ version })}
                className="ls-link"
              >
                {partnerText(partner)}
              </PageLink>
            </td>
            <td className="ls-nowrap">
              v{version}
              <span className="ls-block ls-ink-3">{writeDay(utcDay(new Date(live_at)))}</span>
            </td>
            <td>
              {description || 'No description'}
              <span className="ls-block ls-ink-3">
                {submitted_by === null
                  ? 'Went live without a review'
                  : `Submitted by ${submitted_by.name}; approved by ${approved_by.map(({ name }) => name).join(', ')}`}
              </span>
            </td>
            <td>{expected === null ? VERDICT_TEXT['not-measured'] : describeExpectation(expected)}</td>
            <td>
              {describeCompared(change, { live: Date.parse(live_at) }, { since: reporting.since, now: now.getTime() })}
              {expected !== null && (
                <span className={`ls-block ${isOff ? 'ls-amber ls-semi' : 'ls-ink-3'}`}>{VERDICT_TEXT[verdict]}</span>
              )}
            </td>
          </tr>
        );
      })}
    </PaperTable>
  );
}

type IdleRow = MonthlyReport['idle'][number];

/** "no risk matched it", "41 risks matched it, Cyber excess decided first". */
function reasonOf({ ended_on, took_part, beaten_by }: IdleRow): string {
  if (ended_on !== null) return `it ended ${writeDay(ended_on)}`;
  if (took_part === 0) return 'no risk matched it';
  return `${plural(took_part, 'risk')} matched it, ${beaten_by ?? 'other dials'} decided first`;
}

function Idle({ cob, idle }: Pick<ReportPaperProps, 'cob'> & Pick<MonthlyReport, 'idle'>) {
  return (
    <PaperTable label="Dials that decided nothing" heads={['Partner', 'Dial', 'Why', 'Decisions of the bucket']}>
      {idle.map((row) => (
        <tr key={`${row.partner.number} ${row.dial_id}`}>
          <td>
            <PageLink to={bucketAddress({ partner: row.partner.number, cob })} className="ls-link">
              {partnerText(row.partner)}
            </PageLink>
          </td>
          <td>
            <DialName {...row} />
          </td>
          <td>{reasonOf(row)}</td>
          <td className="ls-num">{grouped(row.decisions)}</td>
        </tr>
      ))}
    </PaperTable>
  );
}

function Ends({ ends }: Pick<MonthlyReport, 'ends'>) {
  return (
    <PaperTable label="Dials that end" heads={['Ends', 'Dial', 'Live at']}>
      {ends.map((row) => (
        <tr key={`${row.dial_id} ${row.version}`}>
          <td>{writeDay(row.day)}</td>
          <td>
            <DialName {...row} />
          </td>
          <td>{row.partners.map(partnerText).join(', ')}</td>
        </tr>
      ))}
    </PaperTable>
  );
}

function DialName({ dial_id, name, version }: Pick<IdleRow, 'dial_id' | 'name' | 'version'>) {
  return (
    <>
      <PageLink to={`/dials/${dial_id}`} className="ls-link">
        {name}
      </PageLink>{' '}
      <span className="ls-ink-3">v{version}</span>
    </>
  );
}
