import { Button, TextInput } from '@mantine/core';
import type { AdminOption, EditableList } from '#contract/admin-lists.ts';
import { applyOptions, refreshAdmin } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import type { RowEdit } from '#web/base/page/useRowEdit.ts';
import { useConfirm } from '#web/base/page/useConfirm.tsx';
import { useFocusAtFirst } from '#web/kit/focus.ts';
import { listFacts } from '#domain/dimension/dimension.ts';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { ClassesField, classesText } from './ClassesField.tsx';
import styles from './Lists.module.css';

type OptionProps = Readonly<{ list: EditableList; option: AdminOption }>;

/** What the option is called; in narrow lists also its group. */
export function OptionLabel({ list, option: { label, group, retired, classes } }: OptionProps) {
  return (
    <div className={retired ? 'ls-ink-3' : 'ls-medium ls-break'}>
      <span>{label}</span>
      {retired && <span className={`ls-chip ${styles.chip}`}>Retired</span>}
      {group !== null && <span className={`ls-small ls-normal ls-ink-3 ${styles.below}`}>{group}</span>}
      {listFacts(list).hasClasses === true && (
        <span className="ls-block ls-small ls-normal ls-ink-3">{classesText(classes)}</span>
      )}
    </div>
  );
}

/** Classes are sent if options of the list have them. */
type OptionPart = Readonly<{ label: string; group: string | null; classes?: readonly string[] }>;

function useOptionChange({ list, option }: OptionProps, onDone?: () => void) {
  const api = useApi();
  const { code, label, group, retired, revision } = option;
  return useChange({
    send: (part: Partial<OptionPart & Pick<AdminOption, 'retired'>>) =>
      api.changeOption({ params: { list, code }, body: { label, group, retired, ...part } }, { ifMatch: revision }),
    done: 'Option successfully updated',
    failed: 'Failed to update option',
    apply: (queries, options) => applyOptions(queries, list, options),
    ...(onDone && { onDone }),
    onFailed: refreshAdmin,
  });
}

export function OptionActions({ list, option, rowEdit }: OptionProps & Readonly<{ rowEdit: RowEdit }>) {
  const { code, label, retired, used, revision } = option;
  const api = useApi();
  const changing = useOptionChange({ list, option });
  const remove = useConfirm({
    title: `Delete ${label}?`,
    text: 'No dial uses it. It will be removed from the list for good.',
    submit: 'Delete',
    keep: 'Keep',
    danger: true,
    change: {
      send: () => api.deleteOption({ params: { list, code } }, { ifMatch: revision }),
      done: 'Option successfully deleted',
      failed: 'Failed to delete option',
      apply: (queries, options) => applyOptions(queries, list, options),
      onFailed: refreshAdmin,
    },
  });
  const edit = listFacts(list).hasClasses === true ? 'Edit' : 'Rename';
  const retire = retired ? 'Offer again' : 'Retire';
  return (
    <>
      <div className={styles.actions}>
        <Button
          ref={rowEdit.buttonRef(code)}
          size="xs"
          variant="subtle"
          aria-label={`${edit} ${label}`}
          onClick={() => rowEdit.edit(code)}
        >
          {edit}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          aria-label={`${retire} ${label}`}
          loading={changing.busy}
          onClick={() => void changing.run({ retired: !retired })}
        >
          {retire}
        </Button>
        {used === 0 && (
          <Button size="xs" variant="subtle" aria-label={`Delete ${label}`} onClick={() => remove()}>
            Delete
          </Button>
        )}
      </div>
      {changing.failure !== undefined && (
        <p role="alert" className={`ls-small ls-right ls-red ${styles.refused}`}>
          {changing.failure.detail}
        </p>
      )}
    </>
  );
}

/** Edits label, group and classes in the row; the code is fixed. */
export function OptionForm({ list, option, onEnd }: OptionProps & Readonly<{ onEnd: () => void }>) {
  const hasClasses = listFacts(list).hasClasses === true;
  const change = useOptionChange({ list, option }, onEnd);
  const { text, field, refusal, submit } = useForm<
    Readonly<{ label: string; group: string; classes: readonly string[] }>
  >({
    initial: { label: option.label, group: option.group ?? '', classes: option.classes },
    check: (form) => requireFields(form, 'label'),
    change,
    send: ({ label, group, classes }) => {
      const part = { label: label.trim(), group: group.trim() === '' ? null : group.trim() };
      return change.run(hasClasses ? { ...part, classes } : part);
    },
  });
  const first = useFocusAtFirst<HTMLInputElement>();
  const label = text('label');
  return (
    <form
      className="ls-row ls-top ls-wrap"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onEnd()}
    >
      <TextInput
        ref={first}
        aria-label={`Label of ${option.code}`}
        {...label}
        error={label.error ?? refusal?.detail}
        style={{ flex: '1 1 180px', maxWidth: 320 }}
      />
      <TextInput
        aria-label={`Group of ${option.code}`}
        placeholder="No group"
        {...text('group')}
        style={{ flex: '0 1 150px' }}
      />
      {hasClasses && (
        <div className={styles.classes}>
          <ClassesField label={`Classes of ${option.code}`} {...field('classes')} />
        </div>
      )}
      <Button type="submit" variant="default" loading={change.busy}>
        Save
      </Button>
      <Button variant="subtle" color="slate" onClick={onEnd}>
        Cancel
      </Button>
    </form>
  );
}
