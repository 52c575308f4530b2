import type { DialRow } from '#contract/dial.ts';
import { shortLabelOf, VALUE_KEYS, valueKindOf } from '#domain/value/registry.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import type { Column, Columns } from '#web/base/page/DataRow.tsx';
import { OfferLink, PageLink } from '#web/base/page/PageLink.tsx';
import { agree } from '#web/kit/plural.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Marked } from '#web/dial/Marked.tsx';
import { activeWindow, windowText } from '#web/dial/activeWindow.ts';
import { summarise } from '#domain/dial/summary.ts';
import { fitTags } from './listText.ts';
import classes from './DialsTable.module.css';

type ListContext = Readonly<{
  today: string;
  nameOption: NameOption;
  mayEdit: boolean;
  /** Offers to remove it from buckets instead of editing it. */
  removes: boolean;
  onTag: (tag: string) => void;
  /** In place of tags, window and version. */
  showsValues: boolean;
  /** Called before a link of the row is followed. */
  onLeave: () => void;
}>;

export const listColumns = (context: ListContext): Columns<DialRow> => {
  const { today, onTag, showsValues } = context;
  const use: Column<DialRow> = {
    head: 'In use',
    from: 'large',
    className: `ls-ink-2 ls-nowrap ${classes.use}`,
    sort: { by: 'used', order: 'descending', title: 'Most used first' },
    cell: (row) => <Use row={row} />,
  };
  const name: Column<DialRow> = {
    head: 'Name',
    isRowHead: true,
    sort: { by: 'name', order: 'ascending', title: 'Sort by name' },
    cell: (row) => <Name row={row} {...context} />,
  };
  const status: Column<DialRow> = { head: 'Status', width: 112, cell: (row) => <StatusChip status={row.status} /> };
  const actions: Column<DialRow> = {
    head: 'Actions',
    isHeadHidden: true,
    className: classes.actions,
    cell: (row) => <Actions row={row} {...context} />,
  };
  if (showsValues) {
    const values = VALUE_KEYS.map((key): Column<DialRow> => ({
      head: shortLabelOf(key),
      from: 'large',
      width: 106,
      className: 'ls-right ls-num ls-nowrap',
      cell: ({ values: { [key]: value } }) =>
        value === undefined ? <span className="ls-ink-3">·</span> : valueKindOf(key).describe(value),
    }));
    return [name, status, ...values, use, actions];
  }
  return [
    name,
    { head: 'Tags', from: 'wide', width: 158, cell: (row) => <Tags tags={row.tags} onTag={onTag} /> },
    status,
    { head: 'Active window', from: 'medium', width: 204, cell: (row) => <Window row={row} today={today} /> },
    use,
    { head: 'Version', from: 'large', className: classes.version, cell: (row) => <Versions row={row} /> },
    actions,
  ];
};

type CellProps = Readonly<{ row: DialRow }> & ListContext;

function Name({ row, today, nameOption, showsValues, onLeave }: CellProps) {
  return (
    <div id={`dial-${row.id}`}>
      <PageLink
        to={`/dials/${row.id}`}
        className={`ls-block ls-medium ls-ink ${classes.title}`}
        title={row.name}
        data-wraps={showsValues || undefined}
        data-hit
        data-track="Name"
        onClick={onLeave}
      >
        <Marked text={row.name} />
      </PageLink>
      <SecondLine row={row} today={today} nameOption={nameOption} />
    </div>
  );
}

function Versions({ row: { version, draft_version } }: Readonly<{ row: DialRow }>) {
  return (
    <>
      <span className="ls-tag ls-ink">v{version}</span>
      {draft_version !== null && <span className={`ls-small ls-ink-3 ${classes.draft}`}>v{draft_version} draft</span>}
    </>
  );
}

function Actions({ row, removes, mayEdit, onLeave }: CellProps) {
  return (
    <div className="ls-row ls-end ls-gap-6">
      {removes && (
        <OfferLink
          to={`/dials/${row.id}/buckets/remove`}
          className={BUTTON}
          data-kind="edit"
          data-track="Remove from buckets"
          aria-label={`Remove ${row.name} from buckets`}
          title="Remove from buckets"
          onClick={onLeave}
        >
          Remove
        </OfferLink>
      )}
      {!removes && mayEdit && row.editable && (
        <OfferLink
          to={`/dial/${row.id}`}
          className={BUTTON}
          data-kind="edit"
          data-track="Edit"
          aria-label={`Edit ${row.name}`}
          onClick={onLeave}
        >
          Edit
        </OfferLink>
      )}
      <PageLink
        to={`/dials/${row.id}`}
        className={BUTTON}
        data-track="View"
        aria-label={`View ${row.name}`}
        onClick={onLeave}
      >
        View
      </PageLink>
    </div>
  );
}

const BUTTON = `ls-inline ls-small ls-bold ls-ink ${classes.button}`;

/** When the dial applies; if columns are hidden, their content first. */
function SecondLine({ row, today, nameOption }: Pick<CellProps, 'row' | 'today' | 'nameOption'>) {
  // The window has its own column, or comes first.
  const pieces = summarise({ ...row, active_from: null, active_until: null }, nameOption);
  return (
    <span
      className={`ls-block ls-clip ls-small ls-ink-3 ${classes.second}`}
      title={pieces.map(({ text }) => text).join('')}
    >
      <span className="ls-until-medium">{`${windowText(activeWindow(row, today))} · `}</span>
      <span className="ls-until-large">
        {`v${row.version}${row.draft_version === null ? '' : `, v${row.draft_version} draft`} · `}
      </span>
      {row.bucket_count > 0 && (
        <span className="ls-until-large">
          <Use row={row} />
          {' · '}
        </span>
      )}
      {pieces.map(({ text, notation }, index) => (
        <span key={index} title={notation}>
          <Marked text={text} />
        </span>
      ))}
    </span>
  );
}

function Tags({ tags, onTag }: Readonly<{ tags: readonly string[]; onTag: (tag: string) => void }>) {
  const { shown, hidden } = fitTags(tags);
  return (
    <div className={`ls-row ${classes.tags}`}>
      {shown.map((tag) => (
        <button
          key={tag}
          type="button"
          className={`ls-chip ls-block ls-clip ${classes.tag}`}
          aria-label={`Only tag ${tag}`}
          title={`Show only dials with the tag ${tag}`}
          onClick={() => onTag(tag)}
        >
          <Marked text={tag} />
        </button>
      ))}
      {hidden.length > 0 && (
        <span className={`ls-small ls-ink-3 ls-fixed ${classes.more}`} title={hidden.join(', ')}>
          +{hidden.length}
          <span className="ls-hidden">: {hidden.join(', ')}</span>
        </span>
      )}
    </div>
  );
}

function Window({ row, today }: Pick<CellProps, 'row' | 'today'>) {
  const window = activeWindow(row, today);
  const { from, until, elapsed, tone } = window;
  return (
    <>
      {from === undefined || until === undefined ? (
        <span className="ls-block ls-clip ls-small ls-num">
          {from} <span className="ls-ink-3">{windowText(window).slice(from?.length ?? 0)}</span>
        </span>
      ) : (
        <span className="ls-block ls-clip ls-small ls-num">
          {from} <span className="ls-ink-3">to</span> {until}
        </span>
      )}
      <span className={classes.bar} data-tone={tone} aria-hidden>
        <span style={{ width: `${elapsed * 100}%` }} />
      </span>
    </>
  );
}

/** A dial in no live bucket is not in use yet: only bucket drafts have it. */
function Use({ row: { bucket_count: count, in_live_bucket } }: Readonly<{ row: DialRow }>) {
  if (count === 0) return <span className="ls-ink-3">none</span>;
  if (!in_live_bucket)
    return (
      <span className="ls-ink-3">
        in {count} {agree(count, 'draft', 'drafts')}
      </span>
    );
  return (
    <>
      <b className="ls-ink ls-bold">{count}</b> {agree(count, 'bucket', 'buckets')}
    </>
  );
}
