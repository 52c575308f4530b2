import IconSet from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import { useState } from 'react';
import type { AuditGroup, AuditRow } from '#contract/audit.ts';
import { Toggle } from '#web/base/page/DataRow.tsx';
import { useApi } from '#web/base/api/client.tsx';
import { useCustomQuery } from '#web/base/api/query.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { formatMoment, formatTimeOrMoment, inSentence } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { Time } from '#web/kit/Time.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { Marked } from './Marked.tsx';
import { describeStep, groupSteps, hiddenText, writtenIn } from './words.ts';
import classes from './Audit.module.css';

type SetOfRecords = NonNullable<AuditGroup['set']>;
type SetProps = Readonly<{ set: SetOfRecords; now: Date; words: readonly string[] }>;

/** What a set of records is about, how many there are, and since when. */
export function AboutSet({ set, now, words }: SetProps) {
  const isPart = set.matching < set.records;
  return (
    <>
      <span className="ls-row ls-wrap ls-gap-8">
        <span>
          <Marked text={set.title} words={words} />
        </span>
        <span className="ls-pill" data-tone="accent">
          <IconSet size={14} aria-hidden />
          Set of {set.buckets}
        </span>
      </span>
      <span className="ls-small ls-block ls-ink-3">
        {isPart ? `${set.matching} of ${plural(set.records, 'record')}` : plural(set.records, 'record')}, first{' '}
        {inSentence(formatMoment(set.first_at, now))}
      </span>
    </>
  );
}

/** The records of a set, one line a step. */
export function SetSteps({ set, now, words }: SetProps) {
  const query = useSetRecords(set.id);
  if (query.data === undefined)
    return (
      <tr className="ls-table-detail">
        <td colSpan={5}>
          <Loaded query={query} title="Failed to load records" skeleton={4} />
        </td>
      </tr>
    );
  return groupSteps(query.data).map((records) => (
    <Step key={records[0].seq} records={records} now={now} words={words} />
  ));
}

type StepProps = Readonly<{ records: readonly [AuditRow, ...AuditRow[]]; now: Date; words: readonly string[] }>;

/** One act on several buckets. It opens to its records, a number to the record of that bucket. */
function Step({ records, now, words }: StepProps) {
  const [shown, setShown] = useState<readonly AuditRow[]>([]);
  const [first] = records;
  const written = writtenIn(first);
  const what = describeStep(first, records.length);
  const isOpen = shown.length > 0;
  return (
    <>
      <tr className={classes.step}>
        <td className={`ls-nowrap ${classes.line}`}>
          <span className={classes.time}>
            <Time moment={first.at} format={formatTimeOrMoment} now={now} />
          </span>
        </td>
        <td>{first.by?.name ?? 'The system'}</td>
        <td className="ls-medium">{what}</td>
        <td className="ls-break">
          {written !== undefined && (
            <span className="ls-ink-2">
              “<Marked text={written} words={words} />”
            </span>
          )}
          {written === undefined && first.hidden && <span className="ls-ink-3">{hiddenText(first)}</span>}
          {written === undefined && !first.hidden && (
            <span className="ls-row ls-wrap ls-gap-4">
              {records
                .toSorted((a, b) => a.object.id.localeCompare(b.object.id))
                .map((record) => (
                  <button
                    key={record.seq}
                    type="button"
                    className={`ls-tag ls-num ${classes.number}`}
                    aria-pressed={shown.length === 1 && shown[0] === record}
                    title={record.about}
                    aria-label={`Record of ${record.about}`}
                    onClick={() => setShown(shown.length === 1 && shown[0] === record ? [] : [record])}
                  >
                    {record.object.id.split('/')[0]}
                  </button>
                ))}
            </span>
          )}
        </td>
        <td className="ls-right">
          <Toggle label={`Records: ${what}`} isOpen={isOpen} onToggle={(opens) => setShown(opens ? records : [])} />
        </td>
      </tr>
      {shown.map((record) => (
        <tr key={record.seq} className="ls-table-detail">
          <td colSpan={5}>
            {shown.length > 1 && <b>{record.about}</b>}
            {record.hidden ? <p className="ls-ink-3">{hiddenText(record)}</p> : <AuditDetail row={record} />}
          </td>
        </tr>
      ))}
    </>
  );
}

/** The most records of a set that are shown; a set has up to a hundred buckets with some steps each. */
const MAX_SET_RECORDS = 1000;

/** Reads every record of a set, newest first. */
function useSetRecords(set: string) {
  const api = useApi();
  return useCustomQuery({
    queryKey: ['audit', 'set', set],
    queryFn: async ({ signal }) => {
      const records: AuditRow[] = [];
      for (let cursor: string | null | undefined; cursor !== null && records.length < MAX_SET_RECORDS;) {
        const page = { limit: 200, ...(cursor !== undefined && { cursor }) };
        const { items, next } = await api.listAudit({ query: { set, ...page } }, { signal });
        records.push(...items);
        cursor = next;
      }
      return records;
    },
  });
}
