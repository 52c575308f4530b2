import IconTo from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconBreaks from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconSet from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs';
import IconWarning from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { KeyboardEvent } from 'react';
import type { BucketRow, Partner } from '#contract/bucket.ts';
import type { DraftNote } from '#contract/rollout.ts';
import { VALUES } from '#domain/value/registry.ts';
import { bucketAddress, classAddress, classLabel, partnerText } from '#web/bucket/address.ts';
import { keyOf } from '#web/bucket/plan/editPlan.ts';
import { RefusalText } from '#web/bucket/plan/RefusalText.tsx';
import rows from '#web/bucket/select/BucketRows.module.css';
import { BY_LABELS, Counters, nameRow, RowButton, type RowsBy } from '#web/bucket/select/rowParts.tsx';
import { describeValueChange, valueText } from '#web/dimension/changeWords.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { ARROW_ROW, moveByArrows } from '#web/kit/arrowRows.ts';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { formatMoment, inSentence } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { useNow } from '#web/kit/useNow.ts';
import { PageBar } from '#web/kit/Page.tsx';
import { type Column, Table } from '#web/kit/Table.tsx';
import { DraftsBar } from './DraftsBar.tsx';
import { type DraftSet, type DraftsState, type ListedDraft, setOf, useDrafts } from './useDrafts.ts';
import classes from './Drafts.module.css';

type DraftsTabProps = Readonly<{
  rows: readonly BucketRow[];
  by: RowsBy;
  partners: readonly Partner[];
  /** The number of drafts, shown or not. */
  total: number;
}>;

/** Drafts, those that one change saved together under one line; any of them can be submitted or discarded together. */
export function DraftsTab({ rows: listed, by, partners, total }: DraftsTabProps) {
  const drafts = useDrafts(listed, partners);
  const { plan, mayEdit, undoing } = drafts;
  const now = useNow();
  const columns: readonly (Column | string)[] = [
    ...(mayEdit
      ? [{ label: 'Select', hidden: true, className: classes.tick, drawn: <Tick drafts={drafts} of={plan} /> }]
      : []),
    BY_LABELS[by],
    { label: 'Changes', width: 340, className: rows['wide'] },
    { label: 'Last saved by', className: classes.saved },
    { label: 'To note', width: 163, className: rows['wide'] },
    { label: 'Actions', className: classes.actions, hidden: true },
  ];
  const groups = Map.groupBy(plan, (draft) => setOf(draft)?.id);
  return (
    <>
      {undoing.failure && (
        <div className="ls-fixed ls-below-14">
          <ErrorState title={undoing.failure.title} detail={undoing.failure.detail} />
        </div>
      )}
      <div className={`ls-card ls-fixed ${rows['card']}`} onKeyDown={moveBetweenBoxes}>
        <Table columns={columns} className={`ls-table-fixed ls-table-hover ls-table-sticky ${classes.table}`}>
          {[...groups].map(([id, group]) => {
            const set = group[0] && setOf(group[0]);
            return (
              <tbody key={id ?? 'others'}>
                {set && <SetLine {...{ set, group, drafts, partners, now }} />}
                {group.map((draft) => (
                  <DraftRow key={keyOf(draft)} {...{ draft, drafts, now }} name={nameRow(draft.row, by, partners)} />
                ))}
              </tbody>
            );
          })}
        </Table>
      </div>
      {drafts.chosen.length > 0 && (
        <PageBar>
          <DraftsBar drafts={drafts} total={total} />
        </PageBar>
      )}
    </>
  );
}

type TickProps = Readonly<{ drafts: DraftsState; of: readonly ListedDraft[]; name?: string }>;

/** Selects one draft, a set, or all that are shown. Arrows move to the next box, with Shift they take it along. */
function Tick({ drafts: { isChosen, pick }, of, name = 'all drafts' }: TickProps) {
  const count = of.filter(isChosen).length;
  return (
    <input
      type="checkbox"
      className="ls-box"
      {...ARROW_ROW}
      aria-label={`Select ${name}`}
      disabled={of.length === 0}
      checked={count > 0 && count === of.length}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < of.length;
      }}
      onChange={(event) => pick(of, event.currentTarget.checked)}
    />
  );
}

function moveBetweenBoxes(event: KeyboardEvent): void {
  const next = moveByArrows(event);
  if (event.shiftKey && next instanceof HTMLInputElement && !next.checked) next.click();
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
    <tr className={classes.set}>
      {drafts.mayEdit && (
        <td>
          <Tick drafts={drafts} of={group} name={`the ${plural(group.length, 'draft')} saved together`} />
        </td>
      )}
      {/* As wide as the table: a cell over several columns would bring back those that narrow screens hide. */}
      <th scope="rowgroup">
        <span className={`ls-row ls-wrap ls-gap-8 ${classes.line}`}>
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
      </th>
      <td className={rows['wide']} />
      <td className={classes.saved} />
      <td className={rows['wide']} />
      <td />
    </tr>
  );
}

type DraftRowProps = Readonly<{ draft: ListedDraft; drafts: DraftsState; name: string; now: Date }>;

function DraftRow({ draft: listed, drafts, name, now }: DraftRowProps) {
  const { row } = listed;
  const { draft } = row;
  const refusal = drafts.refusalOf(listed);
  const note = drafts.notes?.get(keyOf(listed));
  return (
    <tr data-ticked={drafts.isChosen(listed) || undefined} className={classes.row}>
      {drafts.mayEdit && (
        <td>
          <Tick drafts={drafts} of={[listed]} name={name} />
        </td>
      )}
      <th scope="row">
        <PageLink to={bucketAddress(row, 'draft')} data-hit className="ls-name">
          {name}
        </PageLink>
        {refusal && (
          <span className="ls-small ls-red ls-block">
            <RefusalText refusal={refusal} />
          </span>
        )}
        <span className={`ls-small ls-ink-3 ${rows['also']}`}>
          <Counters draft={draft} />
          <OnlyMove note={note} />
          {note && sizeOf(note) > 0 && <ToNote note={note} />}
        </span>
      </th>
      <td className={rows['wide']}>
        <span className={`ls-row ls-wrap ${classes.changes}`}>
          <span className={classes.counters}>
            <Counters draft={draft} />
          </span>
          <OnlyMove note={note} />
        </span>
      </td>
      <td className={classes.saved}>
        <span className="ls-block ls-clip">{draft.saved_by.name}</span>
        <span className="ls-block ls-clip ls-small ls-ink-3">{formatMoment(draft.saved_at, now)}</span>
      </td>
      <td className={`ls-small ${rows['wide']}`}>{note && <ToNote note={note} />}</td>
      <td className="ls-right ls-nowrap">
        {drafts.mayEdit && (
          <span className={classes.edit}>
            <RowButton to={bucketAddress(row, 'edit')} label="Edit" of={`Edit ${name}`} />{' '}
          </span>
        )}
        <RowButton to={bucketAddress(row, 'draft')} label="View" of={`View draft of ${name}`} />
      </td>
    </tr>
  );
}

/** "Policy share cap 5% → 4% −1 point", for a draft that changes one value only. */
function OnlyMove({ note }: Readonly<{ note: DraftNote | undefined }>) {
  if (!note?.move) return null;
  const { value, before, after, overridden } = note.move;
  const text = (amount: typeof before) => (amount === null ? 'not set' : valueText(value, amount));
  return (
    <span className={`ls-num ls-ink-3 ${classes.move}`}>
      {VALUES[value].label} <s>{text(before)}</s>{' '}
      <IconTo size={12} aria-label="to" className={`ls-ink-4 ${classes.to}`} />{' '}
      <b className={overridden ? 'ls-violet' : 'ls-ink'}>{text(after)}</b>{' '}
      <span className="ls-small">{describeValueChange(value, before, after)?.text}</span>
    </span>
  );
}

const countUnusual = ({ unusual }: DraftNote): number => unusual.reduce((sum, { count }) => sum + count, 0);
const sizeOf = (note: DraftNote): number => note.broken.length + note.gaps.length + countUnusual(note);

/** The gravest of what a submitter should know. */
function ToNote({ note }: Readonly<{ note: DraftNote }>) {
  const [broken, gaps] = [note.broken.length, note.gaps.length];
  if (sizeOf(note) === 0) return <span className="ls-ink-3">Nothing</span>;
  const isRed = broken + gaps > 0;
  const Icon = isRed ? IconBreaks : IconWarning;
  const text =
    broken > 0
      ? `${plural(broken, 'example')} ${agree(broken, 'breaks', 'break')}`
      : gaps > 0
        ? plural(gaps, 'gap')
        : plural(countUnusual(note), 'unusual value');
  return (
    <span className={`ls-row ls-gap-6 ls-semi ${isRed ? 'ls-red' : 'ls-amber'}`}>
      <Icon size={15} aria-hidden className="ls-fixed" />
      {text}
    </span>
  );
}
