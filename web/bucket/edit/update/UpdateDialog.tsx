import { Button } from '@mantine/core';
import IconOpen from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { type ReactNode, useId, useState } from 'react';
import type { BucketEntries } from '#domain/bucket/entry.ts';
import { planUpdate, type UpdateAnswers, type UpdatePlan } from '#domain/bucket/update.ts';
import { useEditor } from '#web/bucket/editor.ts';
import { useWindowGaps } from '#web/change/useWindowGaps.ts';
import { describeVersions } from '#web/rule/Replaced.tsx';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import { toggled } from '#web/kit/toggled.ts';
import type { OutdatedDial } from './outdated.ts';
import { LatestVersion, UpdateBody } from './UpdateBody.tsx';
import classes from './UpdateDialog.module.css';

type UpdateDialogProps = Readonly<{
  outdated: OutdatedDial;
  /** `latest` also shows the newest version. */
  mode: 'latest' | 'update';
  onClose: () => void;
  /** After the update, the element that opened the dialog may be gone. */
  onTaken: () => void;
}>;

/** What a newer version would change in this bucket. */
export function UpdateDialog({ outdated, mode, onClose, onTaken }: UpdateDialogProps) {
  const { entry, dial, newer } = outdated;
  const isLatest = mode === 'latest';
  return (
    <UpdateModal
      onClose={onClose}
      title={
        <>
          {isLatest ? newer.data.name : 'What the update would change'}
          {isLatest && (
            <>
              <span className="ls-tag">v{newer.version}</span>
              <span className="ls-caps ls-accent">LATEST</span>
            </>
          )}
        </>
      }
    >
      {!isLatest && (
        <p className={`ls-row ls-base ls-ink-2 ${classes.intro}`}>
          {dial.data.name}, {describeVersions({ before: entry.version, after: newer.version })}
          <span className="ls-caps ls-accent">LATEST</span>
        </p>
      )}
      <UpdateOne outdated={outdated} isLatest={isLatest} onClose={onClose} onTaken={onTaken} />
    </UpdateModal>
  );
}

type UpdateOneProps = Omit<UpdateDialogProps, 'mode'> & Readonly<{ isLatest: boolean }>;

function UpdateOne({ outdated, isLatest, onClose, onTaken }: UpdateOneProps) {
  const { entry, dial, newer } = outdated;
  const { updates, bodyOf } = useUpdates([outdated]);
  return (
    <>
      <div className="ls-scroll ls-rule">
        {isLatest && <LatestVersion data={newer.data} />}
        {isLatest && <h3 className={`ls-rule ls-title ${classes.heading}`}>What the update would change</h3>}
        {updates.map(bodyOf)}
      </div>
      <UpdateBar
        selected={updates}
        keepLabel={`Keep v${entry.version}`}
        takeLabel="Update Version"
        step={`Updated ${dial.data.name} to v${newer.version}`}
        onClose={onClose}
        onTaken={onTaken}
      />
    </>
  );
}

type UpdateAllDialogProps = Readonly<{
  title?: string;
  outdated: readonly OutdatedDial[];
  onClose: () => void;
}>;

/** Every outdated dial: which ones to update, and the questions this raises. */
export function UpdateAllDialog({ title = 'Update all Dials', outdated, onClose }: UpdateAllDialogProps) {
  return (
    <UpdateModal
      onClose={onClose}
      title={
        <>
          {title}
          <span className="ls-title ls-ink-3 ls-medium">{outdated.length}</span>
        </>
      }
    >
      <UpdateSeveral outdated={outdated} onClose={onClose} />
    </UpdateModal>
  );
}

/** More would only be scrolled past. */
const MAX_UNFOLDED = 6;

function UpdateSeveral({ outdated, onClose }: Pick<UpdateAllDialogProps, 'outdated' | 'onClose'>) {
  const [excluded, setExcluded] = useState(NONE);
  const { updates, included: selected, bodyOf } = useUpdates(outdated, excluded);
  const [first] = selected;
  return (
    <>
      <ul className="ls-list ls-scroll ls-rule">
        {updates.map((update) => (
          <UpdateLine
            key={update.entry.dial_id}
            update={update}
            isIncluded={selected.includes(update)}
            isUnfolded={outdated.length <= MAX_UNFOLDED}
            onInclude={() => setExcluded((before) => toggled(before, update.entry.dial_id))}
          >
            {bodyOf(update)}
          </UpdateLine>
        ))}
      </ul>
      <UpdateBar
        selected={selected}
        keepLabel="Keep as it is"
        takeLabel={`Update ${plural(selected.length, 'Dial')}`}
        step={agree(selected.length, `Updated ${first?.dial.data.name}`, `Updated ${selected.length} dials`)}
        onClose={onClose}
      />
    </>
  );
}

type Update = OutdatedDial & Readonly<{ plan: UpdatePlan }>;

const NONE: ReadonlySet<string> = new Set();

/** The plans of these updates, the answers to their questions, and the gaps that those included would leave. */
function useUpdates(outdated: readonly OutdatedDial[], excluded = NONE) {
  const { bucket, entries, lookup } = useEditor();
  const [answers, setAnswers] = useState<Readonly<Record<string, UpdateAnswers>>>({});
  const answersOf = ({ entry }: OutdatedDial) => answers[entry.dial_id] ?? {};
  const updates = outdated.map((one): Update => ({ ...one, plan: planUpdate(one, answersOf(one)) }));
  const included = updates.filter(({ entry }) => !excluded.has(entry.dial_id));
  const gaps = useWindowGaps(bucket, applyUpdates(entries, included), lookup);
  return {
    updates,
    included,
    bodyOf: (update: Update) => {
      const { dial_id } = update.entry;
      return (
        <UpdateBody
          key={dial_id}
          plan={update.plan}
          gap={gaps?.find((gap) => gap.dial_id === dial_id)}
          answers={answersOf(update)}
          onAnswer={(value, side) =>
            setAnswers((before) => ({ ...before, [dial_id]: { ...before[dial_id], [value]: side } }))
          }
        />
      );
    },
  };
}

function applyUpdates(entries: BucketEntries, updates: readonly Update[]): BucketEntries {
  const next = new Map(updates.map(({ plan }) => [plan.next.dial_id, plan.next]));
  return entries.map((entry) => next.get(entry.dial_id) ?? entry);
}

type UpdateModalProps = Readonly<{ onClose: () => void; title: ReactNode; children: ReactNode }>;

function UpdateModal({ title, ...frame }: UpdateModalProps) {
  return <DialogFrame size={740} isTall title={<span className="ls-row ls-wrap">{title}</span>} {...frame} />;
}

type UpdateBarProps = Readonly<{
  selected: readonly Update[];
  keepLabel: string;
  takeLabel: string;
  /** The name of the undo step. */
  step: string;
  onClose: () => void;
  onTaken?: () => void;
}>;

/** Updates the working copy in one step, once every question is answered. */
function UpdateBar({ selected, keepLabel, takeLabel, step, onClose, onTaken }: UpdateBarProps) {
  const { entries, change } = useEditor();
  const open = selected.reduce((sum, { plan }) => sum + plan.open, 0);
  const take = () => {
    onTaken?.();
    onClose();
    change(applyUpdates(entries, selected), step);
  };
  return (
    <div className="ls-dialog-bar">
      {open > 0 && (
        <p className="ls-grow ls-amber" role="status">
          {agree(open, 'One value is', `${open} values are`)} still to be decided.
        </p>
      )}
      <Button variant="default" onClick={onClose} data-autofocus>
        {keepLabel}
      </Button>
      <Button disabled={open > 0 || selected.length === 0} onClick={take}>
        {takeLabel}
      </Button>
    </div>
  );
}

type UpdateLineProps = Readonly<{
  update: Update;
  isIncluded: boolean;
  /** Shows the changes from the start. */
  isUnfolded: boolean;
  onInclude: () => void;
  /** What changes. */
  children: ReactNode;
}>;

/** One dial among several: questions are expanded, and the rest on request. */
function UpdateLine({ update, isIncluded, isUnfolded, onInclude, children }: UpdateLineProps) {
  const { entry, position, dial, newer, plan } = update;
  const [opened, open] = useState(isUnfolded || plan.questions.length > 0);
  const id = useId();
  const changes = plural(plan.changes.length, 'change');
  return (
    <li className={classes.one} data-left={!isIncluded || undefined}>
      <div className={`ls-row ls-gap-12 ${classes.row}`}>
        <label className="ls-row ls-gap-10 ls-grow">
          <input type="checkbox" className="ls-box" checked={isIncluded} onChange={onInclude} />
          <span className={`ls-fixed ls-right ls-num ls-ink-3 ${classes.position}`}>{position}</span>
          <span className={`ls-clip ls-semi ${classes.name}`}>{dial.data.name}</span>
        </label>
        <span className="ls-fixed ls-mid ls-blue ls-semi">
          {describeVersions({ before: entry.version, after: newer.version })}
        </span>
        <button
          type="button"
          className={`ls-plain ls-inline ls-end ls-fixed ls-ink-2 ${classes.toggle}`}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => open(!opened)}
        >
          <span className="ls-hidden">{dial.data.name}: </span>
          {plan.questions.length === 0 ? changes : `${plan.questions.length} to decide, ${changes}`}
          <IconOpen size={14} aria-hidden />
        </button>
      </div>
      <div id={id} hidden={!opened} className={`ls-rule ${classes.changes}`}>
        {opened && children}
      </div>
    </li>
  );
}
