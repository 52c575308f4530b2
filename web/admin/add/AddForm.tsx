import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { APPETITE, printAppetite } from '#domain/appetite/appetite.ts';
import { applyMatrix, type Matrix, refreshAdmin } from '#web/admin/query.ts';
import { FailureNote } from '#web/frame/FailureNote.tsx';
import { useChange } from '#web/frame/useChange.ts';
import { useApi } from '#web/api/client.tsx';
import { plural } from '#web/kit/plural.ts';
import { useMay } from '#web/session/session.tsx';
import { AddFormRow } from './AddFormRow.tsx';
import { AddFoot } from './AddFoot.tsx';
import { LineScale } from './AppetiteLine.tsx';
import { pasteColumn, planOf, rowsOf, setAll, type Typed } from './addPlan.ts';
import { ClassField } from './ClassField.tsx';
import classes from './AddBuckets.module.css';

type AddFormProps = Readonly<{ matrix: Matrix; onClose: () => void }>;

const ONE = printAppetite(APPETITE.neutral);

export function AddForm({ matrix, onClose }: AddFormProps) {
  const api = useApi();
  const mayEdit = useMay()({ scope: 'admin', action: 'edit' });
  const form = useRef<HTMLFormElement>(null);
  const [cob, setCob] = useState<string | null>(null);
  const [typed, setTyped] = useState<Typed>(new Map());
  /** Fields that have been left: only those complain. */
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [tried, setTried] = useState(false);
  const [said, say] = useState('');
  const rows = rowsOf(matrix, cob, typed, mayEdit);
  const plan = planOf(rows);
  const adding = useChange({
    send: (to: string) => api.addClass({ body: { cob: to, appetites: [...plan.appetites] } }),
    done: 'Class of Business successfully added',
    failed: 'Failed to add Class of Business',
    apply: applyMatrix,
    onDone: onClose,
    onFailed: refreshAdmin,
  });

  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>('tbody input') ?? [])];
  const move = (from: HTMLInputElement, by: 1 | -1) => {
    const all = fields();
    all[all.indexOf(from) + by]?.focus();
  };
  const paste = (number: number, text: string) => {
    const from = rows.findIndex(({ partner }) => partner.number === number);
    const { typed: next, numbers, leftOver } = pasteColumn(rows, from, typed, text);
    setTyped(next);
    setLeft((before) => new Set([...before, ...numbers]));
    const rest = leftOver === 0 ? '' : ` ${plural(leftOver, 'line')} left out: there are no more partners.`;
    say(`${numbers.length} pasted.${rest}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (cob === null) return form.current?.querySelector<HTMLInputElement>('input')?.focus();
    if (plan.wrong.length > 0) return fields()[rows.findIndex(({ read }) => read.kind === 'wrong')]?.focus();
    if (plan.appetites.length === 0) return;
    void adding.run(cob);
  };

  return (
    <form ref={form} className="ls-fill" onSubmit={submit}>
      <p className={`ls-ink-3 ${classes.subtitle}`}>
        Each partner given an appetite gets an empty live bucket for the class.
      </p>
      <div className={`ls-row ls-top ls-gap-16 ls-fixed ls-spread ${classes.top}`}>
        <ClassField
          matrix={matrix}
          value={cob}
          onChange={setCob}
          error={tried && cob === null ? 'Required' : undefined}
        />
        <Button variant="default" className={`ls-fixed ${classes.all}`} onClick={() => setTyped(setAll(rows, ONE))}>
          Set all to {ONE}
        </Button>
      </div>
      <div className={`ls-rule ls-scroll ${classes.scroll}`}>
        <table className={`ls-table ls-table-fixed ls-table-sticky ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col" className={`ls-ink-3 ${classes.no}`}>
                No.
              </th>
              <th scope="col">Partner</th>
              <th scope="col" className={classes.bucket}>
                Bucket
              </th>
              <th scope="col" className={`ls-right ${classes.appetite}`}>
                Appetite
              </th>
              <th scope="col" className={classes.line}>
                <LineScale />
                <span className="ls-hidden">From 0 to 3 and more</span>
              </th>
              <th scope="col" className={classes.word}>
                <span className="ls-hidden">Meaning</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <AddFormRow
                key={row.partner.number}
                row={row}
                complain={tried || left.has(row.partner.number)}
                onType={(number, text) => {
                  say('');
                  setTyped((before) => withText(before, number, text));
                }}
                onLeave={(number) => setLeft((before) => (before.has(number) ? before : new Set([...before, number])))}
                onMove={move}
                onPaste={paste}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && (
        <p className="ls-pad ls-fixed ls-ink-2">There is no partner yet. Add one under Partners first.</p>
      )}
      {adding.failure !== undefined && (
        <div className={`ls-fixed ls-rule ${classes.failure}`}>
          <FailureNote failure={adding.failure} />
        </div>
      )}
      <AddFoot plan={plan} tried={tried} said={said} busy={adding.busy} onCancel={onClose} />
    </form>
  );
}

function withText(before: Typed, number: number, text: string | undefined): Typed {
  const next = new Map(before);
  if (text === undefined) next.delete(number);
  else next.set(number, text);
  return next;
}
