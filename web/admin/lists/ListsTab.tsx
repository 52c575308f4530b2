import { TextInput } from '@mantine/core';
import { useState, useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { applyOptions } from '#web/admin/query.ts';
import { useAddAction } from '#web/admin/useAddAction.tsx';
import { useApi } from '#web/base/api/client.tsx';
import type { Columns, RowFacts } from '#web/base/page/DataRow.tsx';
import { DataTable } from '#web/base/page/DataTable.tsx';
import { type RowEdit, useRowEdit } from '#web/base/page/useRowEdit.ts';
import { Loaded } from '#web/base/page/Loaded.tsx';
import { PageLink } from '#web/base/page/PageLink.tsx';
import type { AdminOption, EditableList } from '#contract/admin-lists.ts';
import { plural } from '#web/kit/plural.ts';
import { useMay } from '#web/base/session/session.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { ClassesField, classesText } from './ClassesField.tsx';
import { OptionActions, OptionForm, OptionLabel } from './OptionRow.tsx';
import { useDialog } from '#web/base/page/dialogs.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { listFacts, REFERENCE_LISTS } from '#domain/dimension/dimension.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { requireFields, useForm } from '#web/base/page/useForm.ts';
import { Dialog } from '#web/kit/Dialog.tsx';
import styles from './Lists.module.css';

export function ListsTab() {
  const [params] = useSearchParams();
  const list = LISTS.find((name) => name === params.get('list')) ?? 'brokers';
  const query = useApiQuery('listOptions', { params: { list } });
  useAddAction(
    'Add option',
    useDialog((close) => <AddOption list={list} onClose={close} />),
  );
  return (
    <div className={`ls-tall ${styles.columns}`}>
      <nav aria-label="Reference lists" className={`ls-stack ls-gap-2 ${styles.lists}`}>
        {LISTS.map((name) => (
          <PageLink
            key={name}
            to={`/admin?tab=lists&list=${name}`}
            className={`ls-medium ls-ink-2 ${styles.list}`}
            {...(name === list && { 'aria-current': 'true' as const })}
          >
            {LIST_LABELS[name]}
          </PageLink>
        ))}
      </nav>
      <section className="ls-fill ls-grow" aria-label={LIST_LABELS[list]}>
        <Loaded query={query} title="Failed to load the list" skeleton={9}>
          {({ options }) => <Options key={list} list={list} options={options} />}
        </Loaded>
      </section>
    </div>
  );
}

type OptionsProps = Readonly<{ list: EditableList; options: readonly AdminOption[] }>;

function Options({ list, options }: OptionsProps) {
  const mayEdit = useMay()({ scope: 'admin', action: 'edit' });
  const rowEdit = useRowEdit();
  const [text, setText] = useState('');
  const found = useFound(options, text);
  if (options.length === 0)
    return <EmptyState title="Nothing in this list yet" text="Dials can choose from what is added here." />;
  const retired = options.filter((option) => option.retired).length;
  return (
    <>
      <div className="ls-row ls-gap-10 ls-fixed ls-wrap ls-below-14">
        <SearchField label={`Search ${LIST_LABELS[list]}`} placeholder="Search" value={text} onChange={setText} />
        <span className="ls-ink-3">
          {plural(options.length, 'option')}
          {retired > 0 && `, ${retired} retired`}
        </span>
      </div>
      <DataTable
        label={LIST_LABELS[list]}
        rows={found}
        columns={listColumns(list, mayEdit, rowEdit)}
        row={ROW}
        frame="pane"
        empty={<p className="ls-card ls-pad ls-break ls-ink-2">Nothing matches “{text.trim()}”.</p>}
      />
    </>
  );
}

const ROW: RowFacts<AdminOption> = { key: ({ code }) => code };

const listColumns = (list: EditableList, mayEdit: boolean, rowEdit: RowEdit): Columns<AdminOption> => [
  { head: 'Code', className: `ls-break ls-ink-2 ${styles.code}`, cell: ({ code }) => code },
  {
    head: 'Label',
    span: ({ code }) => (rowEdit.isEdited(code) ? Infinity : 1),
    cell: (option) =>
      rowEdit.isEdited(option.code) ? (
        <OptionForm list={list} option={option} onEnd={() => rowEdit.end(option.code)} />
      ) : (
        <OptionLabel list={list} option={option} />
      ),
  },
  { head: 'Group', className: `ls-ink-2 ${styles.group}`, cell: ({ group }) => group },
  {
    head: 'Used by',
    className: 'ls-right ls-nowrap',
    width: 104,
    cell: ({ used }) => <span className={used === 0 ? 'ls-ink-3' : undefined}>{plural(used, 'dial')}</span>,
  },
  ...(mayEdit
    ? [
        {
          head: 'Actions',
          isHeadHidden: true,
          cell: (option: AdminOption) => <OptionActions list={list} option={option} rowEdit={rowEdit} />,
        },
      ]
    : []),
];

function useFound(options: readonly AdminOption[], text: string): readonly AdminOption[] {
  const words = useDeferredValue(text).toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ code, label, group, classes }) => {
    const all = `${code} ${label} ${group ?? ''} ${classes.length === 0 ? '' : classesText(classes)}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

type OptionForm = Readonly<{ code: string; label: string; group: string; classes: readonly string[] }>;

function AddOption({ list, onClose }: Readonly<{ list: EditableList; onClose: () => void }>) {
  const api = useApi();
  const hasClasses = listFacts(list).hasClasses === true;
  const change = useChange({
    send: ({ code, label, group, classes }: OptionForm) =>
      api.addOption({
        params: { list },
        body: {
          code: code.trim(),
          label: label.trim(),
          group: group.trim() === '' ? null : group.trim(),
          ...(hasClasses && { classes }),
        },
      }),
    done: 'Option successfully added',
    failed: 'Failed to add option',
    apply: (queries, options) => applyOptions(queries, list, options),
    onDone: onClose,
  });
  const { text, field, submit } = useForm<OptionForm>({
    initial: { code: '', label: '', group: '', classes: [] },
    check: (form) => requireFields(form, 'code', 'label'),
    change,
    send: change.run,
  });
  return (
    <Dialog
      title={`Add to ${LIST_LABELS[list]}`}
      onClose={onClose}
      submit="Add option"
      change={change}
      fields={['code', 'label', 'group']}
      onSubmit={submit}
    >
      <TextInput
        label="Code"
        description="Dials keep it. It cannot be changed later."
        required
        autoComplete="off"
        data-autofocus
        {...text('code')}
      />
      <TextInput label="Label" required autoComplete="off" {...text('label')} />
      <TextInput label="Group" autoComplete="off" {...text('group')} />
      {hasClasses && <ClassesField label="Classes of business" isLabelShown {...field('classes')} />}
    </Dialog>
  );
}

/** Partners are managed with the buckets, not as a list. */
const LABELS = REFERENCE_LISTS.filter((list) => list !== 'partners').map(
  (list) => [list, listFacts(list).label] as const,
);

const LIST_LABELS = Object.fromEntries(LABELS) as Readonly<Record<EditableList, string>>;
const LISTS = LABELS.toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([list]) => list);
