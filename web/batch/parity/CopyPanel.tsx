import { Button } from '@mantine/core';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import type { ReactNode } from 'react';
import type { BucketEntry } from '#domain/bucket/entry.ts';
import type { DialDifference } from '#domain/bucket/copy.ts';
import { VALUES } from '#domain/value/registry.ts';
import { DRAFTS_ADDRESS, partnerText } from '#web/bucket/address.ts';
import { canChoose } from '#web/batch/editPlan.ts';
import { RefusalText } from '#web/batch/plan/RefusalText.tsx';
import { Replaced } from '#web/rule/Replaced.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import { ErrorState } from '#web/kit/ErrorState.tsx';
import { formatDayOrTime } from '#web/kit/format.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { SidePanel } from '#web/kit/SidePanel.tsx';
import { StatusGlyph } from '#web/kit/StatusChip.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { changedValues, type Column, type ParityView } from './parityView.ts';
import type { CopyState, Target } from './useCopy.ts';
import { standardText, textOf, tinyText } from './words.ts';
import classes from './CopyPanel.module.css';

type CopyPanelProps = Readonly<{ view: ParityView; from: Column; copying: CopyState; onClose: () => void }>;

/** The differences of one partner's bucket, to be copied to the others as drafts. */
export function CopyPanel({ view, from, copying, onClose }: CopyPanelProps) {
  const mayEdit = useMay()({ scope: 'bucket', action: 'edit' });
  const title = mayEdit ? 'Copy to partners' : 'Differences';
  const { differences, failure } = copying;
  const standard = standardText(view);
  return (
    <SidePanel
      title={title}
      icon={IconCopy}
      names={{ close: 'Close', body: 'Differences and buckets' }}
      width={304}
      onClose={onClose}
      foot={mayEdit && differences.length > 0 && <Foot copying={copying} />}
    >
      <h3 className={`ls-mid ls-row ${classes.part}`}>
        {`From ${partnerText(from.partner)}`}
        <span className="ls-small ls-normal ls-ink-3">
          {differences.length === 0
            ? from.bucket?.entries.length === 0
              ? 'no dials yet'
              : `the same as ${standard}`
            : `${differences.length} ${agree(differences.length, 'differs', 'differ')} from ${standard}`}
        </span>
      </h3>
      <ul className={`ls-list ${mayEdit ? classes.differences : ''}`}>
        {differences.map((difference) => (
          <li key={difference.dial_id}>
            <DifferenceRow view={view} at={from.at} copying={mayEdit ? copying : undefined} difference={difference} />
          </li>
        ))}
      </ul>
      {mayEdit && differences.length > 0 && <Targets view={view} copying={copying} from={from} />}
      {failure && (
        <div className={classes.part}>
          <ErrorState title={failure.title} detail={failure.detail} />
        </div>
      )}
    </SidePanel>
  );
}

function Foot({ copying }: Readonly<{ copying: CopyState }>) {
  const { chosen, stopReason, impact, isOld, busy, save, result } = copying;
  return (
    <div className={`ls-fixed ls-rule ls-sunken ls-grid ls-gap-10 ${classes.foot}`}>
      <p role="status" className="ls-small ls-ink-2">
        {stopReason ?? (
          <>
            {impact && <span className={isOld ? 'ls-ink-4' : ''}>{`${impact} `}</span>}
            Nothing goes live: each becomes a draft.
          </>
        )}
      </p>
      {result?.draftSet && (
        <PageLink to={DRAFTS_ADDRESS} state={{ draftSet: result.draftSet }} className="ls-link ls-small">
          {agree(result.saved, 'View the draft', `View the ${result.saved} drafts`)}
        </PageLink>
      )}
      <Button fullWidth disabled={stopReason !== undefined} loading={busy} onClick={() => save()}>
        {`Save ${plural(chosen.length, 'draft')}`}
      </Button>
    </div>
  );
}

type DifferenceRowProps = Readonly<{
  view: ParityView;
  at: number;
  difference: DialDifference;
  /** Without it nothing can be ticked. */
  copying: CopyState | undefined;
}>;

function DifferenceRow({ view, at, difference, copying }: DifferenceRowProps) {
  const { dial_id } = difference;
  const isTicked = copying?.ticked.has(dial_id) ?? false;
  const words = (
    <span className="ls-grid ls-gap-2">
      <span className="ls-medium ls-break">{view.nameOf(dial_id)}</span>
      <span className="ls-small ls-ink-3">{describe(view, at, difference)}</span>
    </span>
  );
  if (copying === undefined) return <div className={classes.difference}>{words}</div>;
  return (
    <label className={classes.difference} data-ticked={isTicked || undefined}>
      <input
        type="checkbox"
        className={`ls-box ${classes.first}`}
        checked={isTicked}
        onChange={() => copying.tick(dial_id)}
      />
      {words}
    </label>
  );
}

function describe(view: ParityView, at: number, { dial_id, differs }: DialDifference): ReactNode {
  const row = view.parity.rows.find((one) => one.dial_id === dial_id);
  const { entry, position } = row?.cells[at] ?? {};
  if (entry === undefined) return 'Missing in this bucket';
  if (row?.most === undefined) return `Only here, at ${position}, v${entry.version}`;
  const { most } = row;
  const [before, after] = [view.valuesOf(most), view.valuesOf(entry)];
  const changed = changedValues(before, after);
  return (
    <span className={classes.steps}>
      {differs.includes('version') && (
        <span>
          Version <Replaced isOverride before={`v${most.version}`} after={`v${entry.version}`} />
        </span>
      )}
      {changed.map((key) => (
        <span key={key}>
          {VALUES[key].label} <Replaced isOverride before={textOf(key, before)} after={textOf(key, after)} />
        </span>
      ))}
      {differs.includes('moved') && <span>{`Moved to position ${position}`}</span>}
    </span>
  );
}

function Targets({ view, copying, from }: Omit<CopyPanelProps, 'onClose'>) {
  const { plan, chosen } = copying;
  const free = plan.filter(canChoose);
  const isAny = chosen.length > 0;
  return (
    <>
      <div className={`ls-row ls-rule ${classes.part}`}>
        <h3 className="ls-mid">To</h3>
        <span className="ls-small ls-ink-3">{`${chosen.length} of ${plural(plan.length, 'bucket')}`}</span>
        {free.length > 0 && (
          <button type="button" className="ls-link ls-small ls-push" onClick={() => copying.pick(free, !isAny)}>
            {isAny ? 'None' : 'All'}
          </button>
        )}
      </div>
      <ul className="ls-list ls-ruled">
        {plan.map((target) => (
          <TargetRow key={target.partner.number} {...{ view, copying, from, target }} />
        ))}
      </ul>
    </>
  );
}

type TargetRowProps = Omit<CopyPanelProps, 'onClose'> & Readonly<{ target: Target }>;

function TargetRow({ view, copying, from, target }: TargetRowProps) {
  const { partner, blockReason } = target;
  const refusal = copying.refusalOf(target);
  return (
    <li className={classes.target} data-refused={refusal !== undefined || undefined}>
      <label className="ls-row">
        <input
          type="checkbox"
          className="ls-box"
          checked={copying.isChosen(target)}
          disabled={blockReason !== undefined}
          onChange={(event) => copying.pick([target], event.currentTarget.checked)}
        />
        <span className={blockReason === undefined ? '' : 'ls-ink-3'}>
          <span className="ls-num ls-ink-3">{partner.number}</span> {partner.name}
        </span>
        <span className={`ls-push ls-small ls-row ${classes.becomes}`}>
          <Becomes view={view} from={from} target={target} />
        </span>
      </label>
      {refusal && (
        <p className={classes.refusal}>
          <RefusalText refusal={refusal} />
        </p>
      )}
    </li>
  );
}

/** What the bucket would get, or why it is skipped. */
function Becomes({ view, from, target: { draft, blockReason, entries, edits } }: Omit<TargetRowProps, 'copying'>) {
  if (draft !== null)
    return (
      <span className="ls-row ls-gap-4 ls-ink-3" title={`Saved ${formatDayOrTime(draft.saved_at)}`}>
        <StatusGlyph status={draft.state} />
        <span className="ls-clip">{draft.state === 'draft' ? `Draft, ${draft.saved_by.name}` : 'Pending Review'}</span>
      </span>
    );
  if (blockReason !== undefined) return <span className="ls-ink-3">{blockReason}</span>;
  const [edit, ...more] = edits;
  if (edit === undefined) return null;
  if (more.length > 0) return <span className="ls-ink-2">{plural(edits.length, 'change')}</span>;
  if (edit.kind === 'remove') return <span className="ls-red">− removed</span>;
  if (edit.kind === 'move') return <span className="ls-ink-2">moved</span>;
  if (edit.kind === 'add') return <span className="ls-green">{`+ added, v${edit.version}`}</span>;
  const isThis = ({ dial_id }: BucketEntry) => dial_id === edit.dial_id;
  const [before, after] = [entries.find(isThis), from.bucket?.entries.find(isThis)];
  if (before === undefined || after === undefined) return null;
  const [own, copied] = [view.valuesOf(before), view.valuesOf(after)];
  const changed = changedValues(own, copied);
  const [key] = changed;
  const [was, is] =
    before.version !== after.version || key === undefined
      ? [`v${before.version}`, `v${after.version}`]
      : [tinyText(key, own), tinyText(key, copied)];
  return <Replaced before={was} after={is} isOverride />;
}
