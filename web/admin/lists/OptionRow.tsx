import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { AdminOption, EditableList } from '#contract/admin-lists.ts';
import { applyOptions, refreshAdmin } from '#web/admin/query.ts';
import { useApi } from '#web/api/client.tsx';
import { useChange, type Failure } from '#web/frame/useChange.ts';
import { useConfirm } from '#web/frame/useConfirm.tsx';
import { useReturnFocus, useFocusAtFirst } from '#web/kit/focus.ts';
import { plural } from '#web/kit/plural.ts';
import { listFacts } from '#domain/dimension/dimension.ts';
import { ClassesField, classesText } from './ClassesField.tsx';
import styles from './Lists.module.css';

type OptionRowProps = Readonly<{ list: EditableList; option: AdminOption; editable: boolean }>;

export function OptionRow({ list, option, editable }: OptionRowProps) {
  const { code, label, group, retired, classes, used } = option;
  const hasClasses = listFacts(list).hasClasses === true;
  const [renaming, setRenaming] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(renaming);
  const api = useApi();
  const call = { params: { list, code } };
  const based = { ifMatch: option.revision };
  const changing = useChange({
    send: (part: Partial<OptionPart & Pick<AdminOption, 'retired'>>) =>
      api.changeOption({ ...call, body: { label, group, retired, ...part } }, based),
    done: 'Option successfully updated',
    failed: 'Failed to update option',
    apply: (queries, options) => applyOptions(queries, list, options),
    onDone: () => setRenaming(false),
    onFailed: refreshAdmin,
  });
  const remove = useConfirm({
    title: `Delete ${label}?`,
    text: 'No dial uses it. It will be removed from the list for good.',
    submit: 'Delete',
    keep: 'Keep',
    danger: true,
    change: {
      send: () => api.deleteOption(call, based),
      done: 'Option successfully deleted',
      failed: 'Failed to delete option',
      apply: (queries, options) => applyOptions(queries, list, options),
      onFailed: refreshAdmin,
    },
  });

  if (renaming)
    return (
      <tr>
        <td className={`ls-break ls-ink-2 ${styles.code}`}>{code}</td>
        <td colSpan={4}>
          <OptionForm
            option={option}
            hasClasses={hasClasses}
            busy={changing.busy}
            failure={changing.failure}
            onSave={(part) => void changing.run(part)}
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
      <td className={`ls-break ls-ink-2 ${styles.code}`}>{code}</td>
      <td className={retired ? 'ls-ink-3' : 'ls-medium ls-break'}>
        <span>{label}</span>
        {retired && <span className={`ls-chip ${styles.chip}`}>Retired</span>}
        {group !== null && <span className={`ls-small ls-normal ls-ink-3 ${styles.below}`}>{group}</span>}
        {hasClasses && <span className="ls-block ls-small ls-normal ls-ink-3">{classesText(classes)}</span>}
      </td>
      <td className={`ls-ink-2 ${styles.group}`}>{group}</td>
      <td className={used === 0 ? 'ls-right ls-ink-3' : 'ls-right'}>{plural(used, 'dial')}</td>
      {editable && (
        <td>
          <div className={styles.actions}>
            <Button
              ref={opener}
              size="xs"
              variant="subtle"
              aria-label={`${hasClasses ? 'Edit' : 'Rename'} ${label}`}
              onClick={() => setRenaming(true)}
            >
              {hasClasses ? 'Edit' : 'Rename'}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              aria-label={`${retired ? 'Offer again' : 'Retire'} ${label}`}
              loading={changing.busy}
              onClick={() => void changing.run({ retired: !retired })}
            >
              {retired ? 'Offer again' : 'Retire'}
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
        </td>
      )}
    </tr>
  );
}

/** Classes are sent if options of the list have them. */
type OptionPart = Readonly<{ label: string; group: string | null; classes?: string[] }>;

type OptionFormProps = Readonly<{
  option: AdminOption;
  hasClasses: boolean;
  busy: boolean;
  failure: Failure | undefined;
  onSave: (part: OptionPart) => void;
  onCancel: () => void;
}>;

/** Edits label, group and classes in the row; the code is fixed. */
function OptionForm({ option, hasClasses, busy, failure, onSave, onCancel }: OptionFormProps) {
  const [label, setLabel] = useState(option.label);
  const [group, setGroup] = useState(option.group ?? '');
  const [classes, setClasses] = useState([...option.classes]);
  const [tried, setTried] = useState(false);
  const field = useFocusAtFirst<HTMLInputElement>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (label.trim() === '') return;
    const part = { label: label.trim(), group: group.trim() === '' ? null : group.trim() };
    onSave(hasClasses ? { ...part, classes } : part);
  };
  const onGroup = failure?.field('group');
  const refused = failure && (failure.field('label') ?? (onGroup === undefined ? failure.detail : undefined));
  return (
    <form
      className="ls-row ls-top ls-wrap"
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onCancel()}
    >
      <TextInput
        ref={field}
        aria-label={`Label of ${option.code}`}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={tried && label.trim() === '' ? 'Required' : refused}
        style={{ flex: '1 1 180px', maxWidth: 320 }}
      />
      <TextInput
        aria-label={`Group of ${option.code}`}
        placeholder="No group"
        value={group}
        onChange={(event) => setGroup(event.currentTarget.value)}
        error={onGroup}
        style={{ flex: '0 1 150px' }}
      />
      {hasClasses && (
        <div className={styles.classes}>
          <ClassesField
            label={`Classes of ${option.code}`}
            value={classes}
            onChange={setClasses}
            error={failure?.field('classes')}
          />
        </div>
      )}
      <Button type="submit" variant="default" loading={busy}>
        Save
      </Button>
      <Button variant="subtle" color="slate" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
