import { memo, type Ref } from 'react';
import type { DialRow } from '#contract/dial.ts';
import { VALUE_KEYS, valueKindOf } from '#domain/value/registry.ts';
import type { NameOption } from '#domain/dimension/dimension.ts';
import { OfferLink, PageLink } from '#web/frame/PageLink.tsx';
import { agree } from '#web/kit/plural.ts';
import { StatusChip } from '#web/kit/StatusChip.tsx';
import { Marked } from '#web/dial/show/Marked.tsx';
import { activeWindow, windowText } from '#web/dial/show/activeWindow.ts';
import { summarise } from '#domain/dial/summary.ts';
import { fitTags } from './listText.ts';
import columns from './DialsTable.module.css';
import classes from './DialsTableRow.module.css';

type DialsTableRowProps = Readonly<{
  row: DialRow;
  index: number;
  today: string;
  nameOption: NameOption;
  mayEdit: boolean;
  /** Offers to remove it from buckets instead of editing it. */
  removes: boolean;
  onTag: (tag: string) => void;
  showsValues: boolean;
  ticked: boolean;
  onTick: (dialId: string) => void;
  /** Called before a link of the row is followed. */
  onLeave: () => void;
  ref: Ref<HTMLTableRowElement>;
}>;

export const DialsTableRow = memo(function DialsTableRow(props: DialsTableRowProps) {
  const { row, index, today, nameOption, mayEdit, removes, onTag, showsValues, ticked, onTick, onLeave, ref } = props;
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className={columns.row}
      data-ticked={ticked || undefined}
      aria-labelledby={`dial-${row.id}`}
    >
      <td className={columns.tick}>
        <input type="checkbox" aria-label={`Select ${row.name}`} checked={ticked} onChange={() => onTick(row.id)} />
      </td>
      <th scope="row" id={`dial-${row.id}`}>
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
      </th>
      {!showsValues && (
        <td className={columns.tags}>
          <Tags tags={row.tags} onTag={onTag} />
        </td>
      )}
      <td className={columns.status}>
        <StatusChip status={row.status} />
      </td>
      {showsValues ? (
        VALUE_KEYS.map((key) => {
          const value = row.values[key];
          return (
            <td key={key} className={`ls-num ls-nowrap ${value === undefined ? 'ls-ink-3' : ''} ${columns.value}`}>
              {value === undefined ? '·' : valueKindOf(key).describe(value)}
            </td>
          );
        })
      ) : (
        <td className={columns.window}>
          <Window row={row} today={today} />
        </td>
      )}
      <td className={`ls-ink-2 ls-nowrap ${columns.use}`}>
        <Use row={row} />
      </td>
      {!showsValues && (
        <td className={columns.version}>
          <span className="ls-tag ls-ink">v{row.version}</span>
          {row.draft_version !== null && (
            <span className={`ls-small ls-ink-3 ${classes.draft}`}>v{row.draft_version} draft</span>
          )}
        </td>
      )}
      <td className={columns.actions}>
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
      </td>
    </tr>
  );
});

const BUTTON = `ls-inline ls-small ls-bold ls-ink ${classes.button}`;

type CellProps = Pick<DialsTableRowProps, 'row' | 'today' | 'nameOption'>;

/** When the dial applies; if columns are hidden, their content first. */
function SecondLine({ row, today, nameOption }: CellProps) {
  // The window has its own column, or comes first.
  const pieces = summarise({ ...row, active_from: null, active_until: null }, nameOption);
  return (
    <span
      className={`ls-block ls-clip ls-small ls-ink-3 ${classes.second}`}
      title={pieces.map(({ text }) => text).join('')}
    >
      <span className={classes.also} data-of="window">
        {`${windowText(activeWindow(row, today))} · `}
      </span>
      <span className={classes.also} data-of="version">
        {`v${row.version}${row.draft_version === null ? '' : `, v${row.draft_version} draft`} · `}
      </span>
      {row.bucket_count > 0 && (
        <span className={classes.also} data-of="use">
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
