import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AdminOption, EditableList } from '#contract/admin-lists.ts';
import tables from '#web/admin/table.module.css';
import { useReturnFocus } from '#web/kit/focus.ts';
import { dialsText } from '#web/bucket/show/words.ts';
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx';
import { OptionForm } from './OptionForm.tsx';
import { useOptionChange } from './useOptionChange.ts';
import classes from './Lists.module.css';

type OptionRowProps = Readonly<{ list: EditableList; option: AdminOption; editable: boolean; refetch: () => void }>;

export function OptionRow({ list, option, editable, refetch }: OptionRowProps) {
  const { code, label, group, retired, used } = option;
  const [renaming, setRenaming] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(renaming);
  const [asking, setAsking] = useState(false);
  const { busy, changing, deleting, change, remove } = useOptionChange(list, option, refetch);

  if (renaming)
    return (
      <tr>
        <td className={`ls-break ls-ink-2 ${classes.code}`}>{code}</td>
        <td colSpan={4}>
          <OptionForm
            option={option}
            busy={busy}
            failure={changing.failure}
            onSave={(part) => void change(part).then((done) => done && setRenaming(false))}
            onCancel={() => {
              changing.forget();
              setRenaming(false);
            }}
          />
        </td>
      </tr>
    );
  return (
    <tr>
      <td className={`ls-break ls-ink-2 ${classes.code}`}>{code}</td>
      <td className={retired ? 'ls-ink-3' : tables.name}>
        <span>{label}</span>
        {retired && <span className={`ls-medium ${tables.chip}`}>Retired</span>}
        {group !== null && <span className={classes.below}>{group}</span>}
      </td>
      <td className={`ls-ink-2 ${classes.group}`}>{group}</td>
      <td className={`${tables.number} ${used === 0 ? 'ls-ink-3' : ''}`}>{dialsText(used)}</td>
      {editable && (
        <td className={tables.actions}>
          <Button
            ref={opener}
            size="xs"
            variant="subtle"
            aria-label={`Rename ${label}`}
            onClick={() => setRenaming(true)}
          >
            Rename
          </Button>
          <Button
            size="xs"
            variant="subtle"
            aria-label={`${retired ? 'Offer again' : 'Retire'} ${label}`}
            loading={changing.busy}
            onClick={() => void change({ retired: !retired })}
          >
            {retired ? 'Offer again' : 'Retire'}
          </Button>
          {used === 0 && (
            <Button size="xs" variant="subtle" aria-label={`Delete ${label}`} onClick={() => setAsking(true)}>
              Delete
            </Button>
          )}
          {changing.failure !== undefined && (
            <p role="alert" className={`ls-small ls-right ls-red ${classes.refused}`}>
              {changing.failure.detail}
            </p>
          )}
          <ConfirmDialog
            opened={asking}
            question={`Delete ${label}?`}
            consequence="No dial names it. It is taken out of the list for good."
            confirmLabel="Delete"
            cancelLabel="Keep"
            danger
            confirming={deleting.busy}
            refusal={deleting.failure?.detail}
            onConfirm={() => void remove().then((done) => done && setAsking(false))}
            onCancel={() => {
              deleting.forget();
              setAsking(false);
            }}
          />
        </td>
      )}
    </tr>
  );
}
