import { useDeferredValue, useState } from 'react';
import type { AdminOption, EditableList } from '#contract/admin-lists.ts';
import { counted } from '#web/admin/count.ts';
import { LIST_LABELS } from '#web/admin/listLabels.ts';
import tables from '#web/admin/table.module.css';
import { useMay } from '#web/session/session.tsx';
import { EmptyState } from '#web/kit/EmptyState.tsx';
import { SearchField } from '#web/kit/SearchField.tsx';
import { OptionRow } from './OptionRow.tsx';
import classes from './Lists.module.css';

type OptionsProps = Readonly<{ list: EditableList; options: readonly AdminOption[]; refetch: () => void }>;

export function Options({ list, options, refetch }: OptionsProps) {
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
          {counted(options.length, 'option')}
          {retired > 0 && `, ${retired} retired`}
        </span>
      </div>
      <div className={`ls-card ${tables.card}`}>
        {found.length === 0 ? (
          <p className={`ls-break ls-ink-2 ${classes.none}`}>Nothing matches “{text.trim()}”.</p>
        ) : (
          <table className={`ls-wide ${tables.table}`}>
            <thead>
              <tr>
                <th scope="col" className={`ls-break ls-ink-2 ${classes.code}`}>
                  Code
                </th>
                <th scope="col">Label</th>
                <th scope="col" className={`ls-ink-2 ${classes.group}`}>
                  Group
                </th>
                <th scope="col" className={`${tables.number} ${classes.used}`}>
                  Used by
                </th>
                {mayEdit && (
                  <th scope="col">
                    <span className="ls-hidden">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {found.map((option) => (
                <OptionRow key={option.code} list={list} option={option} editable={mayEdit} refetch={refetch} />
              ))}
            </tbody>
          </table>
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
