import { ActionIcon, Menu } from '@mantine/core';
import IconSaved from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type FilteredList, isFiltered } from '#domain/filter/saved-filter.ts';
import { useApiQuery } from '#web/base/api/query.ts';
import { useDialog } from './dialogs.tsx';
import { laterDialog } from './later.tsx';
import type { FilterQuestion } from '#web/base/page/filters/FilterDialog.tsx';

const FilterDialog = laterDialog(async () => (await import('#web/base/page/filters/FilterDialog.tsx')).FilterDialog);

/** The person's named filters: choosing one navigates to its URL. */
export function SavedFilters({ list }: Readonly<{ list: FilteredList }>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const { data, isError } = useApiQuery('listFilters', {}, { enabled: opened });
  const address = pathname + search;
  const kept = data?.items ?? [];
  const filters = kept.filter((one) => one.list === list);
  const current = filters.find((one) => one.address === address);
  const ask = useDialog<FilterQuestion>((close, asking) => (
    <FilterDialog asking={asking} list={list} address={address} kept={kept} onClose={close} />
  ));
  const mayNot = current ? 'Saved' : isFiltered(list, address) ? undefined : 'Nothing is filtered';
  return (
    <>
      <Menu opened={opened} onChange={setOpened} width={280}>
        <Menu.Target>
          <ActionIcon variant="default" size={34} aria-label="Saved filters" title="Saved filters">
            <IconSaved size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {isError
              ? 'Saved filters could not be read'
              : filters.length > 0
                ? 'Saved filters'
                : 'No saved filters yet'}
          </Menu.Label>
          {filters.map((one) => (
            <Menu.Item
              key={one.id}
              className="ls-break"
              onClick={() => void navigate(one.address)}
              {...(one === current && { 'aria-current': true })}
            >
              {one.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={mayNot !== undefined} rightSection={mayNot} onClick={() => ask({ kind: 'save' })}>
            Save these filters…
          </Menu.Item>
          {current && (
            <>
              <Menu.Item onClick={() => ask({ kind: 'rename', filter: current })}>Rename…</Menu.Item>
              <Menu.Item onClick={() => ask({ kind: 'delete', filter: current })}>Delete…</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
