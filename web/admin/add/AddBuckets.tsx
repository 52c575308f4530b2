import { Button } from '@mantine/core';
import { type Matrix, applyMatrix, refreshAdmin } from '#web/admin/query.ts';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { APPETITE, printAppetite } from '#domain/appetite/appetite.ts';
import { describeSplit } from '#domain/appetite/proposal.ts';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { FailureNote } from '#web/base/page/FetchError.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { useApi } from '#web/base/api/client.tsx';
import { listArrowRows, moveByArrows } from '#web/kit/arrowRows.ts';
import { agree, plural } from '#web/kit/plural.ts';
import { DialogFrame } from '#web/kit/Dialog.tsx';
import { notify } from '#web/kit/Toaster.tsx';
import { type Column, Table } from '#web/kit/Table.tsx';
import { useMay } from '#web/base/session/session.tsx';
import { AppetiteQuestion } from '#web/admin/appetites/AppetiteQuestion.tsx';
import { AddFormRow, LineScale } from './AddFormRow.tsx';
import { pasteColumn, planOf, rowsOf, setAll, type TypedAppetites, type AddPlan, countClasses } from './addPlan.ts';
import { ClassSelect } from '#web/rule/ClassSelect.tsx';
import classes from './AddBuckets.module.css';

type AddBucketsProps = Readonly<{ matrix: Matrix; onClose: () => void }>;

export function AddBuckets(props: AddBucketsProps) {
  return (
    <DialogFrame title="Add buckets for COB" size={740} onClose={props.onClose} closesOutside={false} isTall>
      <AddForm {...props} />
    </DialogFrame>
  );
}

const COLUMNS: readonly (Column | string)[] = [
  { label: 'No.', className: `ls-ink-3 ${classes.no}` },
  'Partner',
  { label: 'Bucket', width: 160 },
  { label: 'Appetite', className: 'ls-right', width: 104 },
  { label: 'From 0 to 3 and more', drawn: <LineScale />, hidden: true, width: 156 },
  { label: 'Meaning', hidden: true, width: 118 },
];

const ONE = printAppetite(APPETITE.neutral);

function AddForm({ matrix, onClose }: AddBucketsProps) {
  const api = useApi();
  const mayEdit = useMay()({ scope: 'admin', action: 'edit' });
  const form = useRef<HTMLFormElement>(null);
  const classField = useRef<HTMLInputElement>(null);
  const [cob, setCob] = useState<string | null>(null);
  const [typed, setTyped] = useState<TypedAppetites>(new Map());
  /** Fields that lost the focus once: only those show errors. */
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const [tried, setTried] = useState(false);
  const [pasteMessage, setPasteMessage] = useState('');
  const rows = rowsOf(matrix, cob, typed, mayEdit);
  const plan = planOf(rows);
  const adding = useChange({
    send: ({ to, reason }: Readonly<{ to: string; reason: string }>) =>
      api.addClass({ body: { cob: to, appetites: plan.appetites, reason } }),
    done: 'Class of Business successfully added',
    failed: 'Failed to add Class of Business',
    apply: applyMatrix,
    onDone: ({ lowered, raised }) => {
      if (lowered + raised > 0) notify(describeSplit({ lowered, raised }));
      onClose();
    },
    onFailed: refreshAdmin,
  });

  const paste = (number: number, text: string) => {
    const from = rows.findIndex(({ partner }) => partner.number === number);
    const { typed: next, numbers, leftOver } = pasteColumn(rows, from, typed, text);
    setTyped(next);
    setTouched((before) => new Set([...before, ...numbers]));
    const rest = leftOver === 0 ? '' : ` ${plural(leftOver, 'line')} left out: there are no further partners.`;
    setPasteMessage(`${numbers.length} pasted.${rest}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (cob === null) return classField.current?.focus();
    if (plan.wrong.length > 0)
      return listArrowRows(form.current)[rows.findIndex(({ read }) => read.kind === 'wrong')]?.focus();
    if (plan.appetites.length === 0) return;
    if (plan.changed.length > 0) return ask();
    add();
  };
  const add = (reason = '') => void (cob !== null && adding.run({ to: cob, reason }));
  const ask = useDialog((close) => (
    <AppetiteQuestion matrix={matrix} changes={plan.changed} onConfirm={add} onClose={close} />
  ));

  return (
    <form ref={form} className="ls-fill" onSubmit={submit}>
      <p className={`ls-ink-3 ${classes.subtitle}`}>
        Each partner given an appetite gets an empty live bucket for the class.
      </p>
      <div className={`ls-row ls-top ls-gap-16 ls-fixed ls-spread ${classes.top}`}>
        <ClassField
          ref={classField}
          matrix={matrix}
          value={cob}
          onChange={setCob}
          error={tried && cob === null ? 'Required' : undefined}
        />
        <Button
          variant="default"
          className={`ls-fixed ${classes.all}`}
          onClick={() => setTyped(setAll(rows, typed, ONE))}
        >
          Set all to {ONE}
        </Button>
      </div>
      <div
        className={`ls-rule ls-scroll ${classes.scroll}`}
        onKeyDown={(event) => moveByArrows(event, { enter: true })}
      >
        <Table className={`ls-table-fixed ls-table-sticky ${classes.table}`} columns={COLUMNS}>
          <tbody>
            {rows.map((row) => (
              <AddFormRow
                key={row.partner.number}
                row={row}
                showsError={tried || touched.has(row.partner.number)}
                onType={(number, text) => {
                  setPasteMessage('');
                  setTyped((before) => withText(before, number, text));
                }}
                onLeave={(number) =>
                  setTouched((before) => (before.has(number) ? before : new Set([...before, number])))
                }
                onPaste={paste}
              />
            ))}
          </tbody>
        </Table>
      </div>
      {rows.length === 0 && <p className="ls-pad ls-fixed ls-ink-2">No partners yet. Add one under Partners first.</p>}
      {adding.failure !== undefined && (
        <div className="ls-dialog-part">
          <FailureNote failure={adding.failure} />
        </div>
      )}
      <AddFoot plan={plan} tried={tried} pasteMessage={pasteMessage} busy={adding.busy} onCancel={onClose} />
    </form>
  );
}

function withText(before: TypedAppetites, number: number, text: string | undefined): TypedAppetites {
  const next = new Map(before);
  if (text === undefined) next.delete(number);
  else next.set(number, text);
  return next;
}

type AddFootProps = Readonly<{
  plan: AddPlan;
  tried: boolean;
  pasteMessage: string;
  busy: boolean;
  onCancel: () => void;
}>;

/** "7 new buckets, 1 new appetite", with Cancel and Add. */
function AddFoot({ plan, tried, pasteMessage, busy, onCancel }: AddFootProps) {
  const { buckets, appetites } = plan;
  const changed = plan.changed.length;
  return (
    <div className={`ls-row ls-fixed ls-wrap ls-sunken ls-rule ${classes.foot}`}>
      <div className={`ls-grow ${classes.counts}`}>
        <span role="status">
          <b className="ls-bold">{buckets}</b> new {agree(buckets, 'bucket', 'buckets')}
          {changed > 0 && (
            <>
              , <b className="ls-bold">{changed}</b> new {agree(changed, 'appetite', 'appetites')}
            </>
          )}
        </span>
        <small className={`ls-small ls-ink-3 ${classes.range}`}>
          between {APPETITE.least} and {APPETITE.most}
        </small>
        {pasteMessage !== '' && (
          <span role="status" className="ls-small ls-block ls-ink-2">
            {pasteMessage}
          </span>
        )}
        {tried && appetites.length === 0 && (
          <span role="alert" className="ls-small ls-block ls-red">
            Give at least one partner an appetite
          </span>
        )}
      </div>
      <Button variant="subtle" color="slate" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={busy} data-track="Add buckets">
        Add buckets
      </Button>
    </div>
  );
}

type ClassFieldProps = Readonly<{
  ref: Ref<HTMLInputElement>;
  matrix: Matrix;
  value: string | null;
  onChange: (cob: string | null) => void;
  error: string | undefined;
}>;

/** Every class; an existing one says for how many partners. */
function ClassField({ ref, matrix, value, onChange, error }: ClassFieldProps) {
  const counts = countClasses(matrix);
  const of = (slug: string) => `${counts.get(slug)} of ${matrix.partners.length} partners`;
  return (
    <ClassSelect
      ref={ref}
      label="Class of business"
      placeholder="Select Class"
      renderOption={({ option }) => (
        <span className="ls-row ls-spread ls-wide ls-gap-12">
          {option.label}
          {counts.has(option.value) && (
            <small className="ls-fixed ls-small ls-ink-3">exists for {of(option.value)}</small>
          )}
        </span>
      )}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      comboboxProps={{ width: 480, position: 'bottom-start' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={value !== null && counts.has(value) ? `Already added for ${of(value)}.` : undefined}
      error={error}
      className={classes.class}
      data-autofocus
    />
  );
}
