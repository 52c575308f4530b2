import { useDeferredValue, useState } from 'react';
import type { AdminOption, EditableList } from '#contract/admin-lists.ts';
import { plural } from '#web/kit/plural.ts';
import { LIST_LABELS } from '#web/admin/listLabels.ts';
import { useMay } from '#web/session/session.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { Table } from '#web/kit/Table.tsx';
import { OptionRow } from './OptionRow.tsx';
import classes from './Lists.module.css';

type OptionsProps = Readonly<{ list: EditableList; options: readonly AdminOption[] }>;

export function Options({ list, options }: OptionsProps) {
  const mayEdit = useMay()({ scope: 'admin', action: 'edit' });
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
      <div className="ls-card ls-scroll">
        {found.length === 0 ? (
          <p className="ls-pad ls-break ls-ink-2">Nothing matches “{text.trim()}”.</p>
        ) : (
          <Table
            look="sticky"
            columns={[
              { label: 'Code', className: classes.code },
              'Label',
              { label: 'Group', className: classes.group },
              { label: 'Used by', className: 'ls-right ls-nowrap', width: 104 },
              ...(mayEdit ? [{ label: 'Actions', hidden: true }] : []),
            ]}
          >
            <tbody>
              {found.map((option) => (
                <OptionRow key={option.code} list={list} option={option} editable={mayEdit} />
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </>
  );
}

function useFound(options: readonly AdminOption[], text: string): readonly AdminOption[] {
  const words = useDeferredValue(text).toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ code, label, group }) => {
    const all = `${code} ${label} ${group ?? ''}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
