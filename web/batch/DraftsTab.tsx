import { Replaced } from '#web/rule/Replaced.tsx';
import IconBreaks from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconSet from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ReactNode } from 'react';
import type { BucketRow, Partner } from '#contract/bucket.ts';
import type { DraftNote } from '#contract/rollout.ts';
import { VALUES } from '#domain/value/registry.ts';
import { bucketAddress, classAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { keyOf } from './editPlan.ts';
import { RefusalText } from '#web/batch/plan/RefusalText.tsx';
import { BY_LABELS, Counters, nameRow, RowButton, type RowsBy } from '#web/bucket/rowParts.tsx';
import { describeValueChange, valueText } from '#web/rule/changeWords.ts';
import type { Columns, RowFacts, Selection } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import type { LoadedQuery } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import type { PagesQuery } from '#web/base/page/ShowMore.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { formatMoment, inSentence } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { useNow } from '#web/kit/useNow.ts';
import { PageBar } from '#web/kit/Page.tsx';
import { DraftsBar } from '#web/batch/drafts/DraftsBar.tsx';
import { type DraftSet, type DraftsState, type ListedDraft, setOf, useDrafts } from '#web/batch/drafts/useDrafts.ts';
import classes from '#web/batch/drafts/Drafts.module.css';

type DraftsTabProps = Readonly<{
  list: LoadedQuery<readonly BucketRow[]> & PagesQuery;
  by: RowsBy;
  partners: readonly Partner[];
  /** The number of drafts, shown or not. */
  total: number;
  empty: ReactNode;
}>;

const NO_ROWS: readonly BucketRow[] = [];

/** Drafts, those that one change saved together under one line; any of them can be submitted or discarded together. */
export function DraftsTab({ list, by, partners, total, empty }: DraftsTabProps) {
  const drafts = useDrafts(list.data ?? NO_ROWS, partners);
  const { plan, mayEdit, undoing } = drafts;
  const now = useNow();
  const row: RowFacts<ListedDraft> = {
    key: keyOf,
    group: (draft) => {
      const set = setOf(draft);
      if (set === null) return undefined;
      const group = plan.filter((one) => setOf(one)?.id === set.id);
      return {
        key: set.id,
        pick: `Select the ${plural(group.length, 'draft')} saved together`,
        head: <SetLine {...{ set, group, drafts, partners, now }} />,
      };
    },
  };
  const select: Selection<ListedDraft> = {
    isChosen: drafts.isChosen,
    pick: drafts.pick,
    label: (draft) => `Select ${nameRow(draft.row, by, partners)}`,
    all: 'Select all drafts',
  };
  return (
    <>
      {undoing.failure && (
        <div className="ls-fixed ls-below-14">
          <ErrorState title={undoing.failure.title} detail={undoing.failure.detail} />
        </div>
      )}
      <DataTable
        label="Drafts"
        rows={{ ...list, data: list.data && plan }}
        columns={listColumns(drafts, by, partners)}
        row={row}
        {...(mayEdit && { select })}
        empty={empty}
        className={`ls-table-fixed ls-table-hover ${classes.table}`}
      />
      {drafts.chosen.length > 0 && (
        <PageBar>
          <DraftsBar drafts={drafts} total={total} />
        </PageBar>
      )}
    </>
  );
}

const listColumns = (drafts: DraftsState, by: RowsBy, partners: readonly Partner[]): Columns<ListedDraft> => {
  const noteOf = (draft: ListedDraft) => drafts.notes?.get(keyOf(draft));
  return [
    {
      head: BY_LABELS[by],
      isRowHead: true,
      cell: (listed) => {
        const refusal = drafts.refusalOf(listed);
        const note = noteOf(listed);
        return (
          <>
            <PageLink to={bucketAddress(listed.row, 'draft')} data-hit className="ls-name">
              {nameRow(listed.row, by, partners)}
            </PageLink>
            {refusal && (
              <span className="ls-small ls-red ls-block">
                <RefusalText refusal={refusal} />
              </span>
            )}
            <span className="ls-small ls-block ls-ink-3 ls-until-large">
              <Counters draft={listed.row.draft} />
              <OnlyMove note={note} />
              {note && sizeOf(note) > 0 && <ToNote note={note} />}
            </span>
          </>
        );
      },
    },
    {
      head: 'Changes',
      width: 340,
      from: 'large',
      cell: (listed) => (
        <span className={`ls-row ls-wrap ${classes.changes}`}>
          <span className={classes.counters}>
            <Counters draft={listed.row.draft} />
          </span>
          <OnlyMove note={noteOf(listed)} />
        </span>
      ),
    },
    { head: 'Last saved by', width: 190, from: 'small', cell: ({ row }) => <Saved draft={row.draft} /> },
    { head: 'To note', width: 163, from: 'large', cell: (listed) => <ToNote note={noteOf(listed)} /> },
    {
      head: 'Actions',
      isHeadHidden: true,
      className: `ls-right ls-nowrap ${classes.actions}`,
      cell: ({ row }) => {
        const name = nameRow(row, by, partners);
        return (
          <>
            {drafts.mayEdit && (
              <span className={`ls-from-small ${classes.edit}`}>
                <RowButton to={bucketAddress(row, 'edit')} label="Edit" of={`Edit ${name}`} />{' '}
              </span>
            )}
            <RowButton to={bucketAddress(row, 'draft')} label="View" of={`View draft of ${name}`} />
          </>
        );
      },
    },
  ];
};

function Saved({ draft }: Pick<ListedDraft['row'], 'draft'>) {
  const now = useNow();
  return (
    <>
      <span className="ls-block ls-clip">{draft.saved_by.name}</span>
      <span className="ls-block ls-clip ls-small ls-ink-3">{formatMoment(draft.saved_at, now)}</span>
    </>
  );
}

type SetLineProps = Readonly<{
  set: DraftSet;
  group: readonly ListedDraft[];
  drafts: DraftsState;
  partners: readonly Partner[];
  now: Date;
}>;

/** Where the drafts below come from. */
function SetLine({ set, group, drafts, partners, now }: SetLineProps) {
  const { source, dial_id, title } = set;
  const isNew = set.id === drafts.justSaved;
  const at = inSentence(formatMoment(set.saved_at, now));
  const from = source && partners.find(({ number }) => number === source.partner);
  const words = isNew ? `${group.length} just saved` : `${group.length} saved together, ${at}`;
  return (
    <span className="ls-row ls-wrap ls-gap-8">
      <span className="ls-pill" data-tone="accent">
        <IconSet size={14} aria-hidden />
        {words}
      </span>
      <span className="ls-ink-2">
        {source ? `Copied from ${classLabel(source.cob)}, ${from ? partnerText(from) : source.partner}` : title}.
        Nothing is submitted yet.
      </span>
      {source && (
        <PageLink to={classAddress(source.cob)} className="ls-link ls-small ls-semi ls-push">
          Across partners
        </PageLink>
      )}
      {!source && dial_id !== null && (
        <PageLink to={`/dials/${dial_id}`} className="ls-link ls-small ls-semi ls-push">
          View dial
        </PageLink>
      )}
    </span>
  );
}

/** "Policy share cap 5% → 4% −1 point", for a draft that changes one value only. */
function OnlyMove({ note }: Readonly<{ note: DraftNote | undefined }>) {
  if (!note?.move) return null;
  const { value, before, after, overridden } = note.move;
  return (
    <span className={`ls-num ls-ink-3 ${classes.move}`}>
      {VALUES[value].label}{' '}
      <Replaced before={valueText(value, before)} after={valueText(value, after)} isOverride={overridden} />{' '}
      <span className="ls-small">{describeValueChange(value, before, after)?.text}</span>
    </span>
  );
}

const countUnusual = ({ unusual }: DraftNote): number => unusual.reduce((sum, { count }) => sum + count, 0);
const sizeOf = (note: DraftNote): number => note.broken.length + note.gaps.length + countUnusual(note);

/** The gravest of what a submitter should know. */
function ToNote({ note }: Readonly<{ note: DraftNote | undefined }>) {
  if (note === undefined) return null;
  const [broken, gaps] = [note.broken.length, note.gaps.length];
  if (sizeOf(note) === 0) return <span className="ls-small ls-ink-3">Nothing</span>;
  const isRed = broken + gaps > 0;
  const Icon = isRed ? IconBreaks : IconWarning;
  const text =
    broken > 0
      ? `${plural(broken, 'example')} ${agree(broken, 'breaks', 'break')}`
      : gaps > 0
        ? plural(gaps, 'gap')
        : plural(countUnusual(note), 'unusual value');
  return (
    <span className={`ls-row ls-gap-6 ls-small ls-semi ${isRed ? 'ls-red' : 'ls-amber'}`}>
      <Icon size={15} aria-hidden className="ls-fixed" />
      {text}
    </span>
  );
}
