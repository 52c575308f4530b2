import { appetiteWord, printAppetite } from '#domain/appetite/appetite.ts';
import { findClass } from '#domain/cob/class-of-business.ts';
import type { Matrix } from '#web/admin/query.ts';
import { partnerText } from '#web/bucket/address.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { agree, plural } from '#web/kit/plural.ts';
import type { AppetiteChange } from './useUndoAppetites.tsx';
import classes from './CellLine.module.css';

type AppetiteQuestionProps = Readonly<{
  opened: boolean;
  matrix: Matrix;
  changes: readonly AppetiteChange[];
  onConfirm: () => void;
  onCancel: () => void;
}>;

/** Asks before live appetites change, listing each before and after. */
export function AppetiteQuestion({ opened, matrix, changes, onConfirm, onCancel }: AppetiteQuestionProps) {
  const what = plural(changes.length, 'appetite');
  const names = new Map(matrix.partners.map((partner) => [partner.number, partnerText(partner)]));
  return (
    <ConfirmDialog
      opened={opened}
      question={`Change ${what}?`}
      confirmLabel={`Change ${what}`}
      cancelLabel="Continue editing"
      onConfirm={onConfirm}
      onCancel={onCancel}
      consequence={
        <>
          <p>{agree(changes.length, 'It applies', 'They apply')} at once, without a review.</p>
          <ul className={`ls-list ls-scroll ls-above-8 ${classes.list} ${classes.changes}`} tabIndex={-1}>
            {changes.map(({ partner, cob, was, appetite }) => (
              <li key={`${partner} ${cob}`} className="ls-row ls-top ls-spread ls-gap-12 ls-rule">
                <span>
                  {names.get(partner) ?? partner}
                  <span className="ls-small ls-block ls-ink-3">{findClass(cob)?.label ?? cob}</span>
                </span>
                <span className={`ls-fixed ls-num ls-right ${classes.change}`}>
                  <b className="ls-ink">
                    <del>
                      <span className="ls-hidden">was </span>
                      {printAppetite(was)}
                    </del>
                    {' → '}
                    <ins>{printAppetite(appetite)}</ins>
                  </b>
                  {appetiteWord(was) !== appetiteWord(appetite) && (
                    <span className="ls-small ls-block ls-ink-3">
                      {appetiteWord(was)} → {appetiteWord(appetite)}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
