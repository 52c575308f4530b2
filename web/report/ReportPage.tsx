import IconNext from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconPrevious from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconPrint from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useNavigate, useParams } from 'react-router';
import { writeMonth } from '#domain/day/day.ts';
import { addMonths, isMonth, monthOf } from '#domain/practice/report.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { classLabel, reportAddress } from '#web/bucket/address.ts';
import { ClassSelect } from '#web/rule/ClassSelect.tsx';
import { AppPage } from '#web/base/page/AppPage.tsx';
import { useSubject } from '#web/base/page/BackHistoryProvider.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { LinkButton, PageLink } from '#web/base/page/PageLink.tsx';
import { Card } from '#web/kit/Card.tsx';
import { utcToday } from '#web/kit/format.ts';
import { usePaper } from '#web/kit/usePaper.ts';
import { ReportPaper } from './ReportPaper.tsx';
import classes from './Report.module.css';

/** What changed in a class in a month, and what came of it; on paper there is nothing else. */
export function ReportPage() {
  const { cob = '', month = '' } = useParams();
  const query = useApiQuery('getMonthlyReport', { params: { cob }, query: { month } });
  const title = isMonth(month) ? `${classLabel(cob)}, ${writeMonth(month)}` : 'Monthly report';
  usePaper(`Monthly report, ${title}`);
  useSubject(title, 'Report of');
  return (
    <AppPage
      title="Monthly report"
      subtitle={title}
      parent={{ to: '/', name: 'Home' }}
      actions={[
        {
          label: 'Print report',
          variant: 'filled',
          icon: <IconPrint size={15} aria-hidden />,
          disabled: query.data === undefined,
          onClick: () => window.print(),
        },
      ]}
    >
      {isMonth(month) && <Choice cob={cob} month={month} />}
      <Loaded
        query={query}
        title="Failed to load the report"
        skeleton={<Card waiting={12} />}
        missing={{
          title: 'There is no such report',
          text: 'The address names no class, or no month.',
          action: <LinkButton to={reportAddress()} label="View this month" />,
        }}
      >
        {(report) => <ReportPaper cob={cob} month={month} report={report} />}
      </Loaded>
    </AppPage>
  );
}

/** The class, and the month before and after. The month that runs is the last one. */
function Choice({ cob, month }: Readonly<{ cob: string; month: string }>) {
  const navigate = useNavigate();
  const next = addMonths(month, 1);
  const previous = addMonths(month, -1);
  const hasNext = next <= monthOf(utcToday());
  return (
    <div className={`ls-row ls-wrap ls-gap-12 ls-below-16 ${classes.choice}`}>
      <ClassSelect
        value={cob}
        allowDeselect={false}
        onChange={(value) => value !== null && void navigate(reportAddress(value, month))}
        className={classes.class}
      />
      <nav aria-label="Month" className="ls-row ls-gap-8">
        <PageLink to={reportAddress(cob, previous)} className={classes.step} aria-label={writeMonth(previous)}>
          <IconPrevious size={16} aria-hidden />
        </PageLink>
        <b className={`ls-semi ${classes.month}`}>{writeMonth(month)}</b>
        {hasNext && (
          <PageLink to={reportAddress(cob, next)} className={classes.step} aria-label={writeMonth(next)}>
            <IconNext size={16} aria-hidden />
          </PageLink>
        )}
      </nav>
    </div>
  );
}
