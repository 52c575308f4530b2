import { ActionIcon } from '@mantine/core';
import IconDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconSet from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import { type KeyboardEvent, useState } from 'react';
import type { AuditGroup, AuditRow } from '#contract/audit.ts';
import { Loaded } from '#web/frame/Loaded.tsx';
import { formatMoment, formatTimeOrMoment, inSentence } from '#web/kit/format.ts';
import { plural } from '#web/kit/plural.ts';
import { Time } from '#web/kit/Time.tsx';
import { AuditDetail } from './AuditDetail.tsx';
import { Marked } from './Marked.tsx';
import { useSetRecords } from './query.ts';
import { describeStep, groupSteps, hiddenText, writtenIn } from './show/words.ts';
import classes from './Audit.module.css';

type SetOfRecords = NonNullable<AuditGroup['set']>;
type SetRowsProps = Readonly<{ row: AuditRow; set: SetOfRecords; now: Date; words: readonly string[] }>;

/** The records of a set as one row: its latest step, and when open one line a step. */
export function SetRows({ row, set, now, words }: SetRowsProps) {
  const [opened, setOpened] = useState(false);
  const query = useSetRecords(set.id, opened);
  const steps = query.data && groupSteps(query.data);
  const what = describeStep(row, set.buckets);
  const isPart = set.matching < set.records;
  return (
    <>
      <tr data-opened={opened || undefined} className={classes.row} onClick={() => setOpened(!opened)}>
        <td className="ls-nowrap">
          <Time moment={row.at} now={now} />
        </td>
        <td>{set.people === 1 && row.by !== null ? row.by.name : plural(set.people, 'person', 'people')}</td>
        <td className="ls-medium">{what}</td>
        <td className="ls-break">
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
        </td>
        <td className="ls-right">
          <Toggle label={`Records of ${set.title}: ${what}`} opened={opened} onToggle={setOpened} />
        </td>
      </tr>
      {opened && steps === undefined && (
        <tr className={classes.opened}>
          <td colSpan={5}>
            <Loaded query={query} title="Failed to load records" skeleton={4} />
          </td>
        </tr>
      )}
      {opened && steps?.map((records) => <Step key={records[0].seq} records={records} now={now} words={words} />)}
    </>
  );
}

type StepProps = Readonly<{ records: readonly [AuditRow, ...AuditRow[]]; now: Date; words: readonly string[] }>;

/** One act on several buckets. It opens to its records, a number to the record of that bucket. */
function Step({ records, now, words }: StepProps) {
  const [shown, setShown] = useState<readonly AuditRow[]>([]);
  const [first] = records;
  const written = writtenIn(first);
  const what = describeStep(first, records.length);
  const opened = shown.length > 0;
  return (
    <>
      <tr data-opened={opened || undefined} className={`${classes.row} ${classes.step}`}>
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
          <Toggle label={`Records: ${what}`} opened={opened} onToggle={(open) => setShown(open ? records : [])} />
        </td>
      </tr>
      {shown.map((record) => (
        <tr key={record.seq} className={classes.opened}>
          <td colSpan={5}>
            {shown.length > 1 && <b>{record.about}</b>}
            {record.hidden ? <p className="ls-ink-3">{hiddenText(record)}</p> : <AuditDetail row={record} />}
          </td>
        </tr>
      ))}
    </>
  );
}

type ToggleProps = Readonly<{ label: string; opened: boolean; onToggle: (opened: boolean) => void }>;

/** Right opens, Left closes. */
function Toggle({ label, opened, onToggle }: ToggleProps) {
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight' || key === 'ArrowLeft') onToggle(key === 'ArrowRight');
  };
  return (
    <ActionIcon
      variant="subtle"
      color="slate"
      aria-label={label}
      aria-expanded={opened}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(!opened);
      }}
    >
      <IconDown size={16} aria-hidden className={classes.turn} />
    </ActionIcon>
  );
}
