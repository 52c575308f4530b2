import { Fragment, useMemo } from 'react';
import type { WaitingProposal } from '#contract/appetite.ts';
import { describeSplit } from '#domain/appetite/proposal.ts';
import { SaveBar } from '#web/admin/SaveBar.tsx';
import { AddBuckets } from '#web/admin/add/AddBuckets.tsx';
import { addressOf } from '#web/admin/address.ts';
import { applyMatrix, type Matrix, refreshAdmin } from '#web/admin/query.ts';
import { useAddAction, useOpenByAddress } from '#web/admin/useAddAction.tsx';
import { useApi } from '#web/base/api/client.tsx';
import { useApiQuery } from '#web/base/api/query.ts';
import { useBucketWatch } from '#web/bucket/useBucketWatch.ts';
import { FailureNote } from '#web/base/page/FetchError.tsx';
import { LeaveDialog } from '#web/base/page/LeaveDialog.tsx';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { LinkButton, PageLink } from '#web/base/page/PageLink.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import type { TabHeader } from '#web/base/page/tabHeader.ts';
import { useChange } from '#web/base/page/useChange.ts';
import { useUnsaved } from '#web/base/page/useLeaveGuard.ts';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { useFileField } from '#web/kit/FileDrop.tsx';
import { KeyHint } from '#web/kit/KeyHint.tsx';
import { Time } from '#web/kit/Time.tsx';
import { formatAgo } from '#web/kit/format.ts';
import { type CellPosition, useGridFocus } from '#web/kit/grid.ts';
import { type KeyLine, useKeys } from '#web/kit/keys.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { useNow } from '#web/kit/useNow.ts';
import { proposalAddress } from '#web/review/address.ts';
import { ProposalDecision } from '#web/review/ProposalDecision.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { AppetiteGrid } from './AppetiteGrid.tsx';
import { AppetiteQuestion } from './AppetiteQuestion.tsx';
import { CellLine } from './CellLine.tsx';
import { type AppetiteChange, stepsOf } from './appetiteSteps.ts';
import { type AppetiteEdits, keyOf, useAppetiteEdits } from './sheet.ts';
import classes from './CellLine.module.css';

export function AppetitesTab() {
  const matrix = useApiQuery('getAppetites', {});
  if (matrix.data === undefined) return <Loaded query={matrix} title="Failed to load appetites" skeleton={14} />;
  return <Appetites matrix={matrix.data} />;
}

function Appetites({ matrix }: Readonly<{ matrix: Matrix }>) {
  const api = useApi();
  const may = useMay();
  const editable = may({ scope: 'admin', action: 'edit' });
  const work = useAppetiteEdits(matrix);
  const { rows, partners } = work.sheet;
  const focus = useGridFocus<HTMLTableElement>({ rows: rows.length, columns: partners.length });
  const focusCell = () => focus.go(focus.at);
  const add = useDialog((close) => <AddBuckets matrix={matrix} onClose={close} />);
  const { changes, wrong } = work.plan;
  const unsaved = changes.length + wrong.length;
  const blocker = useUnsaved(unsaved > 0);

  const fillFrom = async (file: File) => {
    const { importAppetites, describeFilled } = await import('./appetiteSheet.ts');
    const reading = await importAppetites(file, work.sheet);
    if (reading !== undefined) work.fill(reading.typed, describeFilled(reading));
  };
  const sheetField = useFileField({
    label: 'Sheet of appetites',
    accept: '.xlsx',
    onFile: (file) => void fillFrom(file),
  });

  const saving = useChange({
    send: ({ next, reason }: Readonly<{ next: readonly AppetiteChange[]; reason: string }>) =>
      api.setAppetites({ body: { changes: next, reason } }),
    done: describeSplit,
    failed: 'Failed to update appetites',
    apply: applyMatrix,
    onDone: () => {
      work.clear();
      focusCell();
    },
    onFailed: refreshAdmin,
  });
  // One primary button: with unsaved changes it is Save.
  useAddAction('Add buckets for COB', add, unsaved > 0 ? 'default' : 'filled', useSheetMenu(work, sheetField.ask));
  useOpenByAddress(add);

  // The bar unmounts with the focus: return it to the active cell.
  const discard = () => {
    work.clear();
    saving.forget();
    focusCell();
  };
  const save = () => {
    const [first] = wrong;
    if (first === undefined) ask();
    else focus.go(cellAt(work.sheet, keyOf(first.cell)));
  };
  const change = (reason: string) => void saving.run({ next: changes, reason });
  const ask = useDialog((close) => (
    <AppetiteQuestion matrix={matrix} changes={changes} onConfirm={change} onClose={close} />
  ));

  return (
    <>
      {may({ scope: 'bucket', action: 'view' }) && <Watch />}
      <WaitingRaises matrix={matrix} />
      {saving.failure !== undefined && (
        <div className="ls-fixed ls-below-14">
          <FailureNote failure={saving.failure} />
        </div>
      )}
      {rows.length === 0 ? (
        <NoAppetites partners={matrix.partners.length} />
      ) : (
        <>
          <CellLine work={work} editable={editable} active={focus.at} onSetBack={focusCell} />
          <AppetiteGrid work={work} editable={editable} focus={focus} />
          <GridHints editable={editable} />
        </>
      )}
      {unsaved > 0 && (
        <SaveBar
          text={`${plural(unsaved, 'change')}${wrong.length > 0 ? `, ${wrong.length} to fix` : ''}`}
          saveLabel="Save appetites"
          busy={saving.busy}
          onDiscard={discard}
          onSave={save}
        />
      )}
      {sheetField.field}
      <LeaveDialog blocker={blocker} consequence={`${plural(unsaved, 'change')} to appetites will be lost.`} />
    </>
  );
}

/** The sheet fills the grid; nothing is saved by itself. */
function useSheetMenu({ sheet }: AppetiteEdits, chooseFile: () => void): TabHeader['menu'] {
  return useMemo(
    () =>
      sheet.rows.length === 0
        ? []
        : [
            {
              label: 'Export as Excel',
              onClick: () => void import('./appetiteSheet.ts').then((it) => it.exportAppetites(sheet)),
            },
            {
              label: 'Import a sheet',
              onClick: chooseFile,
              needs: { scope: 'admin', action: 'edit' },
            },
          ],
    [sheet, chooseFile],
  );
}

/** Shows what others change and decide; edits stay. */
function Watch() {
  useBucketWatch();
  return null;
}

function cellAt({ rows }: ReturnType<typeof useAppetiteEdits>['sheet'], key: string): CellPosition {
  const row = rows.findIndex(({ cells }) => cells.some((cell) => cell !== undefined && keyOf(cell) === key));
  const column = rows[row]?.cells.findIndex((cell) => cell !== undefined && keyOf(cell) === key);
  return { row: Math.max(0, row), column: Math.max(0, column ?? 0) };
}

/** The legend of the shades, and the grid's keys. */
function GridHints({ editable }: Readonly<{ editable: boolean }>) {
  useKeys('Appetites', editable ? KEYS : NO_KEYS);
  return (
    <div className="ls-row ls-fixed ls-wrap ls-small ls-ink-3 ls-above-12">
      <span>0.00 closed, 1.00 neutral, · no bucket</span>
      {editable && (
        <span className="ls-inline ls-push">
          {KEYS.map(({ keys, does }) => (
            <Fragment key={keys}>
              <KeyHint>{keys}</KeyHint> {does}{' '}
            </Fragment>
          ))}
        </span>
      )}
    </div>
  );
}

const NO_KEYS: readonly KeyLine[] = [];

/** Handled by the grid. */
const KEYS: readonly KeyLine[] = [
  { keys: 'Enter', does: 'edit' },
  { keys: 'Esc', does: 'undo' },
  { keys: 'mod+V', does: 'paste a range' },
];

/** On the first day there is no partner either: start there. */
function NoAppetites({ partners }: Readonly<{ partners: number }>) {
  if (partners > 0)
    return (
      <EmptyState
        title="No classes of business yet"
        text="A class appears here with the first partner that is given an appetite for it."
      />
    );
  return (
    <EmptyState
      title="No partners yet"
      text="Add the partners first; then each class gets an appetite per partner."
      action={<LinkButton to={addressOf('partners')} label="Go to Partners" />}
    />
  );
}

/** Raised appetites that wait for a second person, one row per request. */
function WaitingRaises({ matrix }: Readonly<{ matrix: Matrix }>) {
  const raises = matrix.cells.flatMap(({ raise }) => raise ?? []);
  const waiting = raises.length;
  const proposals = new Set(raises.map(({ proposal }) => proposal));
  const { data } = useApiQuery('listAppetiteProposals', {}, { enabled: waiting > 0 });
  if (waiting === 0) return null;
  return (
    <section aria-label="Raised appetites" className="ls-notice ls-fixed ls-below-14" data-tone="amber">
      <p className="ls-bold">
        {plural(waiting, 'raised appetite')} {agree(waiting, 'waits', 'wait')} for a second person
      </p>
      <ul className="ls-list">
        {data === undefined &&
          [...proposals].map((id) => <li key={id} aria-hidden className={`ls-above-8 ${classes.place}`} />)}
        {data?.items.map((proposal) => (
          <Raises key={proposal.id} proposal={proposal} matrix={matrix} />
        ))}
      </ul>
    </section>
  );
}

function Raises({ proposal, matrix }: Readonly<{ proposal: WaitingProposal; matrix: Matrix }>) {
  const { id, by, at, reason, buckets } = proposal;
  const now = useNow();
  const raises = matrix.cells.flatMap(({ partner, cob, appetite: was, raise }) =>
    raise?.proposal === id ? [{ partner, cob, was, becomes: raise.becomes }] : [],
  );
  return (
    <li className="ls-row ls-wrap ls-gap-12 ls-above-8">
      <p className="ls-grow ls-ink-2">
        <PageLink to={proposalAddress(id)} className="ls-link">
          {plural(buckets, 'bucket')}
        </PageLink>{' '}
        by {by.name}, <Time moment={at} format={formatAgo} now={new Date(Math.max(now.getTime(), Date.parse(at)))} />
        {reason !== '' && `: “${reason}”`}
      </p>
      <ProposalDecision proposal={proposal} steps={stepsOf(matrix, raises)} />
    </li>
  );
}
