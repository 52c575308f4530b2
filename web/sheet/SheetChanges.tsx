import { Button } from '@mantine/core';
import IconChanged from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconMoved from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconQuestion from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconRemoved from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs';
import IconAdded from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useCallback } from 'react';
import type { Bucket } from '#contract/bucket.ts';
import type { SheetDifference } from '#domain/sheet/difference.ts';
import type { SheetReading } from '#domain/sheet/reading.ts';
import { addressOf, bucketAddress } from '#web/bucket/address.ts';
import { isInReview } from '#web/bucket/draftWords.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { LeaveDialog } from '#web/base/page/LeaveDialog.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { useLeaveGuard } from '#web/base/page/useLeaveGuard.ts';
import { Card } from '#web/kit/Card.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { formatTimeOrMoment } from '#web/kit/format.ts';
import { THIS_PAGE, useKeys } from '#web/kit/keys.ts';
import { PageAside, PageBar } from '#web/kit/Page.tsx';
import { plural } from '#web/kit/plural.ts';
import { useLatest } from '#web/kit/useLatest.ts';
import { useAnnouncer } from '#web/kit/useAnnouncer.ts';
import { writeKeys } from '#web/kit/stroke.ts';
import { goToPart } from '#web/kit/scroll.ts';
import { DifferenceTable } from './DifferenceTable.tsx';
import { SheetPanel } from './SheetPanel.tsx';
import { useSheetDifference } from './useSheetDifference.ts';
import { useSheetSave } from './useSheetSave.ts';
import { type CountKind, countChanges } from './words.ts';
import classes from './Sheet.module.css';

type SheetChangesProps = Readonly<{ file: File; reading: SheetReading; bucket: Bucket; isWide: boolean }>;

const nowhere = (): boolean => false;
const choicesLeft = (count: number): string => `${plural(count, 'choice')} left`;

/** What the sheet changes, what is asked, and the bar that saves it. */
export function SheetChanges({ file, reading, bucket, isWide }: SheetChangesProps) {
  const { difference, isCurrent, query, answers, answer, setTarget } = useSheetDifference(reading, bucket);
  const saving = useSheetSave(bucket, difference);
  const { region, announce } = useAnnouncer();
  const isStopped = isInReview(bucket);
  const isDirty = useLatest(() => (answers.size > 0 || saving.busy) && !saving.isDone());
  const blocker = useLeaveGuard({ isDirty: useCallback(() => isDirty.current(), [isDirty]), isHere: nowhere });
  const canSave =
    difference?.open === 0 && saving.hasChanges && isCurrent && !saving.isChecking && !saving.busy && !isStopped;
  const save = () => (canSave ? void saving.save(difference) : undefined);
  useKeys(THIS_PAGE, [
    { keys: 'mod+S', does: 'Save Draft', run: save, inFields: true },
    { keys: 'ArrowUp', does: 'Row above, below' },
    { keys: 'ArrowLeft', does: 'Choose the sheet, or what is there now' },
  ]);
  if (difference === undefined)
    return <Loaded query={query} title="Failed to compare the sheet" skeleton={<Card waiting={9} />} />;

  const { questions, taken, later } = difference;
  const panel = <SheetPanel file={file} reading={reading} errors={difference.errors} bucket={bucket} />;
  const isSame = questions.length + taken.length === 0;
  const { rows, columns, allColumns } = reading.counts;
  return (
    <div className="ls-grid ls-gap-14">
      <Loaded query={query} title="Failed to compare the sheet" />
      {saving.failure && <ErrorState title={saving.failure.title} detail={saving.failure.detail} />}
      {isSame && later.length === 0 ? (
        <EmptyState title="The sheet is the same as the bucket." />
      ) : (
        <>
          <div className="ls-row ls-wrap ls-spread">
            <Counters difference={difference} />
            <p className="ls-small ls-ink-2 ls-push">
              {plural(rows, 'row')} and {columns === allColumns ? columns : `${columns} of ${allColumns}`} columns read
            </p>
          </div>
          {isSame && <p>The sheet changes nothing.</p>}
          <DifferenceTable
            difference={difference}
            answers={answers}
            disabled={saving.busy || isStopped}
            isSavedSince={bucket.revision !== reading.origin.revision}
            saved={describeSave(reading, bucket)}
            refusalOf={saving.refusalOf}
            mayEditDials={saving.mayEditDials}
            onAnswer={(keys, side, text) => {
              answer(keys, side);
              const left = questions.filter(({ key }) => !answers.has(key) && !keys.includes(key)).length;
              announce(`${text}. ${choicesLeft(left)}.`);
            }}
            onTarget={setTarget}
          />
        </>
      )}
      {isWide ? (
        <PageAside>
          <aside className={classes.panel} aria-label="About the sheet" tabIndex={0}>
            {panel}
          </aside>
        </PageAside>
      ) : (
        <aside className="ls-card" aria-label="About the sheet">
          {panel}
        </aside>
      )}
      <div ref={region} role="status" className="ls-hidden" />
      <PageBar>
        <div className="ls-row ls-wrap ls-spread ls-grow">
          <p role="status" className="ls-row ls-wrap">
            {isStopped ? <b>Its draft is in review</b> : <State open={difference.open} saving={saving} />}
          </p>
          <div className="ls-row">
            <Button variant="subtle" color="slate" component={PageLink} to={bucketAddress(addressOf(bucket))}>
              Cancel
            </Button>
            {!isStopped && saving.hasChanges && (
              <Button
                title={writeKeys('mod+S')}
                disabled={!canSave && !saving.busy}
                loading={saving.busy}
                onClick={save}
              >
                Save Draft
              </Button>
            )}
          </div>
        </div>
      </PageBar>
      <LeaveDialog blocker={blocker} consequence="Your choices will be lost." />
    </div>
  );
}

type StateProps = Readonly<{
  open: number;
  saving: Pick<ReturnType<typeof useSheetSave>, 'hasChanges' | 'isStale' | 'savedText'>;
}>;

/** At the foot: what is left to choose, and what saving does. */
function State({ open, saving: { hasChanges, isStale, savedText } }: StateProps) {
  if (!hasChanges) return <span className="ls-ink-3">Nothing to save.</span>;
  return (
    <>
      {open > 0 && (
        <b className="ls-row ls-dot" data-tone="amber">
          {choicesLeft(open)}
        </b>
      )}
      {savedText !== undefined && <b>{savedText}</b>}
      <span className="ls-ink-2">
        {isStale
          ? 'Someone saved the bucket in the meantime. Look at what changed, then save again.'
          : 'Saves a draft. Nothing goes live without a review.'}
      </span>
    </>
  );
}

/** Who saved what is there now, if one save since the export changed it. */
function describeSave({ origin }: SheetReading, { revision, draft }: Bucket): string | undefined {
  if (draft === null || BigInt(revision) - BigInt(origin.revision) !== 1n) return undefined;
  return `${draft.saved_by.name} ${formatTimeOrMoment(draft.saved_at)}`;
}

const COUNTERS = {
  added: { label: 'Added', tone: 'green', part: 'taken', Icon: IconAdded },
  changed: { label: 'Changed cells', tone: 'blue', part: 'taken', Icon: IconChanged },
  moved: { label: 'Moved', tone: 'grey', part: 'taken', Icon: IconMoved },
  removed: { label: 'Removed?', tone: 'red', part: 'questions', Icon: IconRemoved },
  asked: { label: 'Asked', tone: 'amber', part: 'questions', Icon: IconQuestion },
} as const satisfies Record<CountKind, object>;

/** They scroll to their part. */
function Counters({ difference }: Readonly<{ difference: SheetDifference }>) {
  return (
    <div className="ls-row ls-wrap">
      {countChanges(difference).map(({ kind, count }) => {
        const { label, tone, part, Icon } = COUNTERS[kind];
        return (
          <button
            key={kind}
            type="button"
            className={`ls-chip ls-bold ${classes.counter}`}
            data-tone={tone}
            onClick={() => goToPart(`sheet-${part}`)}
          >
            <Icon size={13} stroke={2.25} aria-hidden />
            {label} <span className="ls-normal">{count}</span>
          </button>
        );
      })}
    </div>
  );
}
